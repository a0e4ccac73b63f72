-- The columns of the view "times", and the other values of a row that was measured or is absent.  Columns keep their
-- places: settings of a run that are not named yet come last, and a column that stands here twice is written once.
select name, hotspot, coalesce(peer, path) as path, variant, precision, params, input, threads, schedule,
       teams, threads_per_team, devices, kernel_ms, kernel_min_ms, kernel_max_ms,
       nullif(1e3 * total_s, 9e999) as total_ms, nullif(1e3 * map_in_s, 9e999) as map_in_ms,
       nullif(1e3 * map_out_s, 9e999) as map_out_ms, 1e3 * halo_s as halo_ms, nullif(1e3 * cold_s, 9e999) as cold_ms,
       rate, rate_unit, 100 * ceiling_share as share, bound_by, points, different, agrees, ran_on, device,
       cpu, compiler, preset, version, build, reps, absent, host_memory, ranks, nodes, halo, halo_rows, halo_copies,
       device_numbers, 1e3 * t1_s as t1_ms, 100 * efficiency as efficiency,
       $settings
from named order by id;
