-- github-action-benchmark, customSmallerIsBetter.  The format cannot express wrong or absent rows: they are left out.
select '[' || coalesce(char(10) || group_concat(object, ',' || char(10)) || char(10), '') || ']'
from (select json_object(
                 'name', name, 'unit', 'ms', 'value', kernel_ms,
                 'range', printf('%.6g to %.6g', kernel_min_ms, kernel_max_ms),
                 'extra', 'repetitions: ' || reps || char(10) || 'ran on: ' || ran_on || char(10) ||
                          coalesce('device: ' || device, 'cpu: ' || cpu || char(10) || 'threads: ' || threads) ||
                          char(10) || 'rate: ' || printf('%.6g', rate) || ' ' || rate_unit) as object
      from named where kernel_ms is not null and agrees order by id);
