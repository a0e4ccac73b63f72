-- Updates schema 4 to 5: the depth of halos, and how devices copy them.
drop view latest;
drop view times;
alter table row add column halo_rows integer as (json_extract(json, '$.halo_rows'));
alter table row add column halo_copies text as (json_extract(json, '$.halo_copies'));

-- The times, in the units of the printed tables.
create view times as
    select id, hotspot, coalesce(peer, path) as path, variant, precision, params, input, threads,
           schedule, teams, threads_per_team, devices, ranks, nodes, halo, halo_rows, host_memory, 1e3 * kernel_s as kernel_ms, 1e3 * total_s as total_ms,
           1e3 * map_in_s as map_in_ms, 1e3 * map_out_s as map_out_ms, 1e3 * halo_s as halo_ms, halo_copies, rate, rate_unit,
           100 * ceiling_share as share, bound_by, points, different, agrees, ran_on, device, cpu,
           compiler, preset, version, build, reps, added
    from row where kind is null and absent is null;

-- The last row of each measurement, of any build.
create view latest as
    select * from times where id in (
        select max(id) from times
        group by hotspot, path, variant, precision, params, input, threads, schedule, teams,
                 threads_per_team, devices, ranks, nodes, halo, halo_rows, host_memory, device, cpu, compiler, preset);
