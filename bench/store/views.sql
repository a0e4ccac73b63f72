-- The views of a database, made anew whenever its schema is updated.  docs/rows.md shows queries.
drop view if exists latest;
drop view if exists times;

-- The times, in the units of the printed tables.
create view times as
    select id, hotspot, coalesce(peer, path) as path, variant, precision, params, input, threads,
           schedule, teams, threads_per_team, devices, device_numbers, ranks, nodes, halo, halo_rows, host_memory,
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
        group by hotspot, path, variant, precision, params, input, threads, schedule, teams,
                 threads_per_team, devices, device_numbers, ranks, nodes, halo, halo_rows, host_memory, device, cpu,
                 compiler, preset);
