-- Tables and views that queries of rows share; rows.c has the functions.

-- The settings of a run, which rows.c fills in, and the values that rows have of them; null: the row has no such setting,
-- as those of a device have no threads.  A setting concerns `threads`, `offload`, `variants` or `parts` (tri_concern).
create temp table if not exists run_setting(place integer primary key, key text, name text, concerns text);
create temp view if not exists launch as
    select row.id as id, place, name, concerns,
           iif(key = 'threads' and device is not null, null, json_extract(json, '$.' || key)) as value
    from row join run_setting;

-- `work` is equal for rows of the same work on any machine.  The number of CPU threads depends on the machine, so it is
-- separate (`own_threads`); it is null in rows of a device.
create temp view if not exists work as
    select id, json_array(hotspot, coalesce(peer, path), variant, precision, params, input, device_numbers, host_memory,
                          (select group_concat(name || '=' || value) from launch
                           where launch.id = row.id and name <> 'threads')) as work,
           iif(device is null and path <> 'offload', threads, null) as own_threads
    from row;

-- The values of a request, and the options that set them: `given` by the user, or else defaults.  A table need not show
-- `usual` values.
drop table if exists asked;
create temp table asked(option, name, value, given integer, usual integer default 0);

-- The rows of times that the user selects.  --path does not apply to peers, nor --variant to rows without a
-- variant.
create temp view if not exists given as select name, value from asked where given;
create temp view if not exists chosen as
    select * from row
    where kind is null
      and (('hotspot', hotspot) in (select * from given) or 'hotspot' not in (select name from given))
      and (peer is not null or ('path', path) in (select * from given) or 'path' not in (select name from given))
      and (variant is null or ('variant', variant) in (select * from given) or 'variant' not in (select name from given))
      and (('precision', precision) in (select * from given) or 'precision' not in (select name from given));

-- A name that is asked for, and no row has.
create temp view if not exists unknown_name as
    with known(name, value) as (select 'hotspot', hotspot from row union
                                select 'variant', variant from row where variant is not null)
    select name, printf('%s%.40s: no row is of it; there are %.200s', option, value,
                  coalesce((select group_concat(value, ', ') from known where known.name = asked.name), 'none')) as text
    from asked
    where given and name in ('hotspot', 'variant') and (name, value) not in (select name, value from known);

-- The rows that are shown, and of those of the same work and threads the last.
create temp table if not exists chosen_row(id integer primary key);
create temp view if not exists last_chosen as
    select max(id) as id from work join chosen_row using (id) group by work, own_threads;

-- "NVIDIA H100; AMD EPYC, 16 threads, clang 19.1.7"
create temp view if not exists measured_on as
    with those as (select row.* from row join chosen_row using (id)),
    said as (
        select (select cpu from those order by id limit 1) as cpu,
               max(1, coalesce(max(threads) filter (where absent is null), max(threads), 1)) as threads,
               (select device from those where device is not null order by id desc limit 1) as device,
               (select group_concat(', ' || compiler, '') from (
                    select compiler from those group by compiler order by min(id))) as compilers
        from those)
    select printf('%s%s, %g thread%s%s', coalesce(nullif(device, cpu) || '; ', ''), cpu, threads,
                  iif(threads > 1, 's', ''), compilers) as text
    from said;

-- The first row of another processor or device than the rows before it.
create temp view if not exists measured_elsewhere as
    with those as (select row.* from row join chosen_row using (id)),
    first as (
        select (select cpu from those order by id limit 1) as cpu_before,
               (select device from those where device is not null order by id limit 1) as device_before)
    select printf('%.200s:%d: was measured on another machine (%.60s) than the rows before it (%.60s); a figure shows one',
                  coalesce(file, 'row'), coalesce(line, id), iif(cpu = cpu_before, device, cpu),
                  iif(cpu = cpu_before, device_before, cpu_before)) as text
    from those, first where cpu <> cpu_before or device <> device_before order by id limit 1;
