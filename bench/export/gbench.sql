-- Google Benchmark's JSON: an "iteration" entry for each repetition of a row, then the aggregates.
with shown as (
    select *, case when device is null then threads else 1 end as on_threads,
           ran_on || coalesce(', ' || device, '') as label
    from named),
entry(id, place, object) as (
    select shown.id, t.key, json_object(
        'name', name, 'run_name', name, 'run_type', 'iteration', 'repetitions', reps,
        'repetition_index', t.key, 'threads', on_threads, 'iterations', coalesce(json_extract(shown.json, '$.runs'), 1),
        'real_time', nullif(1e3 * t.value, 9e999), 'cpu_time', nullif(1e3 * t.value, 9e999),
        'time_unit', 'ms', 'items_per_second', nullif(json_extract(shown.json, '$.units') / t.value, 9e999),
        'label', label)
    from shown, json_each(shown.json, '$.kernel_s.all') as t where absent is null and agrees
    union all
    select shown.id, 1000000 + a.key, json_object(
        'name', name || '_' || a.value, 'run_name', name, 'run_type', 'aggregate', 'repetitions', reps,
        'threads', on_threads, 'aggregate_name', a.value, 'aggregate_unit', 'time', 'iterations', reps,
        'real_time', nullif(1e3 * json_extract(shown.json, '$.kernel_s.' || a.value), 9e999),
        'cpu_time', nullif(1e3 * json_extract(shown.json, '$.kernel_s.' || a.value), 9e999),
        'time_unit', 'ms', 'label', label)
    from shown, json_each('["median", "min", "max"]') as a where absent is null and agrees
    union all
    select id, 0, json_object(
        'name', name, 'run_name', name, 'run_type', 'iteration', 'repetitions', 1, 'repetition_index', 0,
        'threads', on_threads, 'error_occurred', json('true'),
        'error_message', coalesce(absent, different || ' of ' || points || ' points differ'),
        'iterations', 0, 'real_time', 0.0, 'cpu_time', 0.0, 'time_unit', 'ms')
    from shown where absent is not null or not agrees)
select '{"context": ' || (
           select json_object(
               'date', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 'executable', 'bench',
               'num_cpus', case when min(cores) = max(cores) then min(cores) end,
               'cpu', case when min(cpu) = max(cpu) then min(cpu) end,
               'compiler', case when min(compiler) = max(compiler) then min(compiler) end,
               'cpu_time', 'not measured: real_time once more')
           from named) ||
       ',' || char(10) || '"benchmarks": [' ||
       coalesce(char(10) || group_concat(object, ',' || char(10)) || char(10), '') || ']}'
from (select object from entry order by id, place);
