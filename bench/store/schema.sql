-- The tables and views of a database of result rows.  docs/rows.md shows queries.
--
-- A row has a whole measurement as JSON; the other columns are extracted from that.  $columns are those of the settings
-- of a run, and $settings their names.
create table row(
    id integer primary key autoincrement,
    identity text not null,
    params text not null,
    json text not null,
    file text,
    line integer,
    added text not null default (datetime('now')),
    hotspot text not null as (json_extract(json, '$.hotspot')),
    path text not null as (json_extract(json, '$.path')),
    variant text as (json_extract(json, '$.variant')),
    peer text as (json_extract(json, '$.peer')),
    precision text not null as (json_extract(json, '$.precision')),
    kind text as (json_extract(json, '$.kind')),
    absent text as (json_extract(json, '$.absent')),
    input text as (json_extract(json, '$.input')),
    $columns,
    device text as (json_extract(json, '$.device')),
    cpu text as (json_extract(json, '$.cpu')),
    cores integer as (json_extract(json, '$.cores')),
    compiler text as (json_extract(json, '$.compiler')),
    flags text as (json_extract(json, '$.flags')),
    preset text as (json_extract(json, '$.preset')),
    version text as (json_extract(json, '$.version')),
    build text as (json_extract(json, '$.build')),
    ran_on text as (json_extract(json, '$.ran_on')),
    reps integer as (json_extract(json, '$.reps')),
    kernel_s real as (json_extract(json, '$.kernel_s.median')),
    map_in_s real as (json_extract(json, '$.map_in_s.median')),
    map_out_s real as (json_extract(json, '$.map_out_s.median')),
    total_s real as (json_extract(json, '$.total_s.median')),
    cold_s real as (json_extract(json, '$.cold_s')),
    rate real as (json_extract(json, '$.rate')),
    rate_unit text as (json_extract(json, '$.rate_unit')),
    ceiling real as (json_extract(json, '$.ceiling')),
    ceiling_share real as (json_extract(json, '$.ceiling_share')),
    bound_by text as (json_extract(json, '$.bound_by')),
    points integer as (json_extract(json, '$.points')),
    different integer as (json_extract(json, '$.different')),
    agrees integer as (json_extract(json, '$.agrees')),
    halo_s real as (json_extract(json, '$.halo_s')),
    host_memory text as (coalesce(json_extract(json, '$.host_memory'), 'pageable')),
    nodes integer as (json_extract(json, '$.nodes')),
    halo text as (json_extract(json, '$.halo')),
    halo_copies text as (json_extract(json, '$.halo_copies')),
    device_numbers text as (json_extract(json, '$.device_numbers')),
    t1_s real as (json_extract(json, '$.t1_s')),
    efficiency real as (json_extract(json, '$.efficiency'))
);

-- A measurement is in the table once: when it is repeated, the new row replaces the old one.
create unique index row_of_identity on row(identity);

-- The times, in the units of the printed tables.
create view times as
    select id, hotspot, coalesce(peer, path) as path, variant, precision, params, input, $settings,
           device_numbers, nodes, halo, host_memory,
           1e3 * kernel_s as kernel_ms, 1e3 * total_s as total_ms,
           1e3 * map_in_s as map_in_ms, 1e3 * map_out_s as map_out_ms, 1e3 * t1_s as t1_ms, 100 * efficiency as efficiency,
           1e3 * halo_s as halo_ms, halo_copies, rate, rate_unit,
           100 * ceiling_share as share, bound_by, points, different, agrees, ran_on, device, cpu,
           compiler, preset, version, build, reps, added
    from row where kind is null and absent is null;

-- The last row of each measurement, of any build.
create view latest as
    select * from times where id in (
        select max(id) from times
        group by hotspot, path, variant, precision, params, input, $settings, device_numbers, nodes,
                 halo, host_memory, device, cpu, compiler, preset);
