-- Compilers judged by rows of one path.  Set before: `side`, the files; `chosen` and `asked` (rows.sql), what is
-- asked for, whose paths and variants are named always.

-- ---- What was measured: of the same by the same compiler the last.  Launches of a sweep are not what a variant
-- does by itself.

create temp table last as
    select max(id) as id, count(*) as times from row
    where kind is null and absent is null
        and not exists (select 1 from launch where launch.id = row.id and name not in ('threads', 'ranks')
                                                   and value is not null)
        and host_memory = 'pageable'
    group by hotspot, path, variant, peer, precision, params, input, compiler, cpu, device,
             iif(device is null, threads, null);

create temp table measured as
    select row.id as id, hotspot, path, variant, peer, precision, params, coalesce(input, '') as input,
           compiler, kernel_s, coalesce(agrees, 1) as agrees,
           path = 'offload' and peer is null and ran_on is 'cpu' as fell_back,
           peer is null and row.id in (select id from chosen) as judged,
           coalesce(device || iif(ran_on = 'host-plugin', ' (host plugin)', ''), cpu) as machine, cpu
    from row join last using (id);

create temp table machine as
    select machine as name, min(id) as id from measured where judged and not fell_back group by machine;

create temp table machine_cpu as select distinct machine, cpu from measured;

-- ---- What was not: rows that say why, as bench or a script has written them ("*": any, {}: any).

create temp table outcome(name, mark);
insert into outcome values
    ('does-not-compile', 'NO COMPILE'), ('not-on-the-device', 'ON HOST'), ('wrong', 'WRONG'),
    ('crashed', 'CRASHED'), ('hangs', 'HANGS'), ('cannot-run', 'CANNOT RUN');

create temp table failure as
    select row.id as id, hotspot, variant, precision, params, compiler, device, cpu,
           iif(absent is null, 'not-on-the-device',
               coalesce(json_extract(json, '$.outcome'), 'cannot-run')) as outcome,
           coalesce(absent, 'the region ran on the host') as reason, file, line
    from row
    where kind is null and peer is null and path in (select value from asked where name = 'path')
      and (absent is not null or id in (select id from measured where fell_back));

-- ---- Problems, what they are called, and the best of each on each machine.

create temp table problem as
    select row_number() over (order by hotspot, precision, min(id)) as number, hotspot, precision,
           params, input
    from measured where judged group by hotspot, precision, params, input;

create temp table param as
    select number, hotspot, key, value, iif(type = 'real', printf('%.10g', value), coalesce(value, '-'))
               as text
    from problem join json_each(problem.params);

create temp table problem_name as
    select number, hotspot || iif(precision = '-', '', ' ' || precision) || coalesce((
            select group_concat(' ' || key || '=' || text, '') from param
            where param.number = problem.number and (hotspot, key) in (
                select hotspot, key from param group by hotspot, key having count(distinct value) > 1)), '')
            || iif(input = '', '', ' input=' || input) as name
    from problem;

create temp table best as
    select machine, problem.number as problem, min(kernel_s) as seconds,
           min(kernel_s) filter (where peer = 'cuda') as cuda, count(*) as measurements
    from problem join measured using (hotspot, precision, params, input)
    where agrees and not fell_back and machine in (select name from machine)
    group by machine, problem.number;

-- ---- A cell: a variant by a compiler, of a problem on a machine.

create temp table compiler as
    select name, row_number() over (order by name) as number
    from (select compiler as name from measured where judged union select compiler from failure);

-- One that nobody could run is one, too.
create temp table telling as
    select hotspot, variant, min(id) as id
    from (select id, hotspot, variant from measured where judged
          union all
          select id, hotspot, variant from failure
          where variant in (select value from asked where name = 'variant')
             or 'variant' not in (select name from asked))
    where variant is not null group by hotspot, variant;

create temp table pair as
    select best.machine as machine, problem.number as problem, variant, compiler.name as compiler, seconds,
           cuda,
           (select max(m.id) from measured as m
            where judged and not fell_back and m.machine = best.machine and m.variant = telling.variant
              and m.compiler = compiler.name
              and (m.hotspot, m.precision, m.params, m.input)
                  = (problem.hotspot, problem.precision, problem.params, problem.input)) as id,
           (select max(f.id) from failure as f
            where f.compiler = compiler.name and f.hotspot in (problem.hotspot, '*')
              and coalesce(f.variant, telling.variant) = telling.variant
              and f.precision in (problem.precision, '*') and f.params in (problem.params, '{}')
              and (f.device = best.machine or f.device is null and (f.cpu = '*' or (best.machine, f.cpu)
                   in (select machine, cpu from machine_cpu)))) as failure
    from best join problem on problem.number = best.problem join telling using (hotspot)
         cross join compiler;

create temp table cell as
    select pair.machine as machine, problem, pair.variant as variant, pair.compiler as compiler, cuda,
           case when m.id is not null then iif(m.agrees, 'ok', 'wrong')
                when f.id is not null then f.outcome else 'not-run' end as outcome,
           case when m.id is not null then iif(m.agrees, seconds / m.kernel_s, 0)
                when f.id is not null then 0 end as efficiency,
           coalesce(cuda, seconds) / m.kernel_s as speed,
           iif(m.id is null, f.reason, (select json_extract(json, '$.different') || ' of '
               || json_extract(json, '$.points') || ' points differ from the reference'
               from row where id = m.id)) as reason
    from pair left join measured as m on m.id = pair.id left join failure as f on f.id = pair.failure;

create temp table note as
    select row_number() over (order by compiler, outcome, reason) as number, compiler, outcome, reason
    from cell where outcome not in ('ok', 'not-run') group by compiler, outcome, reason;

-- ---- Performance portability (S. J. Pennycook, J. D. Sewall, V. W. Lee, PMBS 2016; FGCS 92, 2019): of a problem
-- the harmonic mean of the efficiencies on all machines; 0, if it does not run on one, and unknown,
-- if nobody has tried.

-- Two digits at least, however small it is: 0.000 is what does not run.
create temp table digits(least, most, form);
insert into digits values (0, 1e-99, '%.3f'), (1e-99, 0.1, '%#.2g'), (0.1, 9e99, '%.3f');

create temp view portability as
    select variant, compiler, problem, coalesce(printf(form, pp), 'unknown') as pp
    from (select variant, compiler, problem,
                 case when min(efficiency) = 0 then 0.0
                      when count(efficiency) = (select count(*) from machine)
                      then count(*) / sum(1 / efficiency) end as pp
          from cell group by variant, compiler, problem) left join digits on pp >= least and pp < most;

-- All problems at once, each on each machine that has it: the mean of a compiler's curve in the figure.
create temp view overall as
    select variant, compiler, coalesce(printf(form, pp), 'unknown') as pp
    from (select variant, compiler,
                 case when min(efficiency) = 0 then 0.0
                      when count(efficiency) = count(*) then count(*) / sum(1 / efficiency) end as pp
          from cell group by variant, compiler) left join digits on pp >= least and pp < most;

-- ---- What is printed

create temp view width as
    select (select max(length(name)) from problem_name) as label,
           (select max(max(length(name)), 14) from compiler) as cell,
           (select max(max(length(variant)), 7) from telling) as telling;

create temp view heading as
    select 'Path ' || (select group_concat(value, ', ') from asked where name = 'path')
               || ': speed relative to the best CUDA on the same machine, above 1: faster; *: to the best of all, since there is no CUDA.' as text
    union all
    select 'Best of ' || (select sum(measurements) from best) || ' measurements by '
               || (select count(*) from compiler) || iif((select count(*) from compiler) > 1, ' compilers', ' compiler')
               || ' and their peers, in '
               || (select group_concat(file || ' (' || date || ')', ', ') from side) || '.'
    union all
    select 'Measured again, the last counts: ' || count(*) || iif(count(*) > 1, ' measurements.', ' measurement.')
    from last where times > 1 having count(*) > 0;

create temp view head as
    select printf('%-*s  %-*s', label, '', telling, '')
               || (select group_concat(printf('  %*s', cell, name), '') from (select * from compiler order by number))
               as text
    from width;

create temp view mark as
    select machine, problem, variant, compiler.number as column, note.number as note, cell.outcome as outcome, speed,
           case when cell.outcome = 'ok' then printf(iif(speed < 0.1, '%#.2g', '%.2f'), speed) || iif(cuda is null, '*', '')
                when cell.outcome = 'not-run' then 'not run' else outcome.mark end as text
    from cell join compiler on compiler.name = cell.compiler
         left join outcome on outcome.name = cell.outcome
         left join note on (note.compiler, note.outcome, note.reason)
                           is (cell.compiler, cell.outcome, cell.reason);

create temp view line as
    select machine.name as machine, printf('%-*s  %-*s', label, problem_name.name, telling, variant)
               || (select group_concat(printf('  %*s', cell, text), '')
                   from (select text || coalesce(' [' || note || ']', '') as text from mark
                         where mark.machine = machine.name and mark.problem = problem_name.number
                           and mark.variant = telling.variant
                         order by column)) as text
    from machine join best on best.machine = machine.name
         join problem_name on problem_name.number = best.problem
         join problem on problem.number = best.problem join telling using (hotspot) join width
    order by machine.id, problem.number, telling.id;

create temp view note_line as
    select '[' || number || '] ' || compiler || ': ' || reason as text from note order by number;

-- Each problem and variant, and all problems of a variant together, which come last.
create temp view pp_cell as
    select problem.number as place, telling.id as id, problem_name.name as name, telling.variant as variant,
           compiler.number as column, pp
    from problem join problem_name using (number) join telling using (hotspot)
         join portability on portability.problem = problem.number and portability.variant = telling.variant
         join compiler on compiler.name = portability.compiler
    union all
    select 1e9, min(telling.id), 'all of them', overall.variant, compiler.number, pp
    from telling join overall on overall.variant = telling.variant join compiler on compiler.name = overall.compiler
    group by overall.variant, compiler.number;

create temp view pp_line as
    select printf('%-*s  %-*s', label, name, telling, variant) || group_concat(printf('  %*s', cell, pp), '') as text
    from (select * from pp_cell order by place, id, column) join width
    group by place, id order by place, id;

-- ---- What is wrong with the rows

create temp view complaint as
    select substr(file, 1, 200) || ':' || line || ': is the same measurement as ' || substr(file_before, 1, 200) || ':'
               || line_before || ', and can count only once' as text
    from (select id, file, line, first_value(file) over same as file_before, first_value(line) over same as line_before,
                 row_number() over same as number
          from row where kind is null and absent is null window same as (partition by json order by id) order by id)
    where number > 1
    union all
    select substr(file, 1, 200) || ':' || line || ': "outcome" has to be of '
               || (select group_concat(name, ', ') from outcome)
    from failure where outcome not in (select name from outcome)
    union all
    select 'none of the requested rows ran'
               || iif(exists (select 1 from failure where outcome = 'not-on-the-device'), ' on a device', '')
    where not exists (select 1 from machine)
    union all
    select 'none of the requested rows agrees with the reference' where not exists (select 1 from best)
       and exists (select 1 from machine);

-- ---- The cascade: of each compiler and variant the efficiencies, from the highest on; where it does not run
-- there is no point.

create temp table curve as
    select row_number() over (order by compiler.number, min(telling.id)) as number, overall.compiler as compiler,
           overall.variant as variant, compiler.number as colour, pp
    from overall join compiler on compiler.name = overall.compiler
         join telling on telling.variant = overall.variant
    where exists (select 1 from cell where efficiency > 0
                    and (cell.compiler, cell.variant) = (overall.compiler, overall.variant))
    group by overall.compiler, overall.variant;

create temp view CURVES as
    select compiler || ' ' || variant || iif((select count(*) from machine) < 2, '',
               ', PP ' || pp) as CURVE_LABEL,
           colour as CURVE_COLOUR,
           dense_rank() over (order by (select min(id) from telling where telling.variant = curve.variant))
               as CURVE_DASH
    from curve order by number;

create temp view POINTS as
    select row_number() over (partition by number order by efficiency desc, cell.rowid) as POINT_X,
           efficiency as POINT_Y, number as POINT_CURVE
    from curve join cell using (compiler, variant) where efficiency > 0 order by number, 1;

create temp view PATHS as select 'offload' as PATH;

create temp view FIGURE as
    select (select count(*) from (select distinct machine, problem from cell)) as CASES,
           (select group_concat(name, '; ') from machine) as MACHINES,
           'Efficiency by compiler, path ' || (select group_concat(value, ', ') from asked where name = 'path')
               as TITLE,
           (select group_concat(text, ' ') from heading where text like 'Best of %') as LEGEND;
