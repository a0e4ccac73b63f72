-- The rows of all files: each side is a file, or several runs.  Of repeated rows, the last in a file counts.
-- Rows are paired by their work.  The number of threads is compared only if it distinguishes measured rows of one
-- side.
-- Absent rows do not distinguish: 1024 threads that a machine lacks are no second row.  Absent rows of A need no
-- partner, nor do those of a run that another run of its side has measured.

create temp view of_file as
    select letter, run.number as run, id, device, threads, absent, work, own_threads, coalesce(device, cpu) as machine
    from chosen join work using (id)
    join run on id <= upto and id > (select coalesce(max(upto), 0) from run before
                                     where before.number < run.number)
    join side on side.number = run.side;

-- Machines are compared, unless a file has the same of several: then each is compared with itself.
create temp table of_machines as
    select exists (select 1 from of_file group by run, work, own_threads having count(distinct machine) > 1)
           as by_machine;

create temp view sided as
    select letter, run, id, device, threads, absent, iif(by_machine, json_array(work, machine), work) as work, own_threads
    from of_file join of_machines;

create temp table of_run as
    select * from sided where id in (select max(id) from sided group by run, work, own_threads);
create index of_run_work on of_run(letter, work);

create temp table last as
    select letter, id, device, threads, absent, work, own_threads
    from (select *, row_number() over (partition by letter, work, own_threads
                                       order by absent is not null, id desc) as place from of_run)
    where place = 1 and (letter <> 'A' or absent is null);
create index last_of_work on last(letter, work);

create temp table told as
    select exists (select 1 from last where absent is null group by letter, work having count(*) > 1)
           as by_threads;

create temp table pair as
    select a.id as a, b.letter as letter, b.id as b, b.absent as absent
    from last a join last b on a.work = b.work join told
    where a.letter = 'A' and b.letter <> 'A'
      and (not by_threads or a.threads = b.threads or a.device is not null or b.device is not null);
create index pair_of on pair(a, letter);

-- The labels of A's rows: "mandelbrot simd plain double resolution=500 threads=2".  They have the parameters that
-- distinguish the rows of a hotspot, and all other settings that a row has; threads only if rows are paired by
-- them.

create temp view first as
    select row.* from row join last using (id) where letter = 'A';

create temp table param as
    select first.id as id, hotspot, key, coalesce(value, '-') as value,
           iif(type = 'real', printf('%.10g', value), coalesce(value, '-')) as text
    from first join json_each(first.json, '$.params');

create temp table telling as
    select * from param
    where (hotspot, key) in (
        select hotspot, key from param group by hotspot, key
        having count(distinct value) > 1
            or count(*) < (select count(*) from first where first.hotspot = param.hotspot));
create index telling_of on telling(id);

create temp table label as
    select id, hotspot || ' ' || coalesce(peer, path) || coalesce(' ' || variant, '') || iif(precision = '-', '', ' ' || precision)
               || coalesce((select group_concat(' ' || key || '=' || text, '')
                            from (select * from telling where telling.id = first.id
                                  order by telling.rowid)), '')
               || coalesce(' input=' || input, '')
               || coalesce((select group_concat(' ' || name || '='
                                                || iif(name = 'devices', coalesce(device_numbers, value), value), '')
                            from launch where launch.id = first.id and value is not null
                                              and (name <> 'threads' or by_threads)), '')
               || iif(host_memory <> 'pageable', ' ' || host_memory, '')
               || iif(by_machine, ', ' || coalesce(device, cpu), '') as text
    from first join told join of_machines;

-- The partners of each row of A, one for each side: the measured row, else the absent row with its reason, else
-- none.

create temp table beside as
    select label.id as a, side.letter as letter,
           iif(side.letter = 'A', label.id,
               (select b from pair where pair.a = label.id and pair.letter = side.letter
                order by pair.absent is not null, b limit 1)) as id
    from label join side;

-- The measured rows of all runs that are behind a row of A and each of its partners.
create temp table member as
    select a, last.letter as letter, of_run.id as id
    from beside join last on last.id = beside.id and last.letter = beside.letter
    join of_run on of_run.letter = last.letter and of_run.work = last.work
                   and of_run.own_threads is last.own_threads and of_run.absent is null;
create index member_of on member(a, letter);

-- The lines before and after the table, and errors of the sides.

create temp view heading as
    select letter, letter || '  ' || side.file || ': ' || compiler
           || coalesce(', preset ' || preset, '')
           || iif(by_machine, '', ', ' || cpu || coalesce(', ' || nullif(any_device, cpu), '')) as text
    from side join (select letter, min(id) as id, max(device) as any_device from last group by letter)
         using (letter) join row using (id) join of_machines;

create temp view surplus as
    select letter, letter || ' has ' || count(*) || iif(count(*) > 1, ' rows', ' row') || ' that A has not' as text
    from last where letter <> 'A' and absent is null and id not in (select b from pair)
    group by letter;

create temp view problem as
    select substr(file, 1, 200) || ': has no row of those requested' as text
    from side where letter not in (select letter from last)
    union all
    select substr(side.file, 1, 200) || ': has no row in common with ' || substr(first.file, 1, 200)
    from side join side first on first.letter = 'A'
    where side.letter <> 'A' and side.letter not in (select letter from pair);

-- ---- Medians, for C to decide (decide.c)

-- The run of A that was in the same rounds as a run of another side (--in-turns).
create temp view in_rounds as
    select own.a as a, own.letter as letter, own.id as id, first.id as first
    from member as own join row using (id)
    join member as first on first.a = own.a and first.letter = 'A'
    join row as first_row on first_row.id = first.id
    where own.letter <> 'A' and json_extract(row.json, '$.rounds') = json_extract(first_row.json, '$.rounds');

-- A row is paired if each of its runs has one.
create temp view paired_row as
    select a, letter from in_rounds group by a, letter
    having count(*) = (select count(*) from member where member.a = in_rounds.a and member.letter = in_rounds.letter)
       and count(*) = (select count(*) from member where member.a = in_rounds.a and member.letter = 'A');

create temp table paired as select in_rounds.* from in_rounds join paired_row using (a, letter);
create index paired_of on paired(id);

-- What is compared of a run: its times; or how many times longer each round took than A's.
create temp view compared_value as
    select row.id as id, each.value as value
    from row join json_each(row.json, '$.kernel_s.all') as each
    where row.id in (select id from member) and row.id not in (select id from paired)
    union all
    select paired.id, own.value / first.value
    from paired join row using (id) join json_each(row.json, '$.kernel_s.all') as own
    join row as first_row on first_row.id = paired.first
    join json_each(first_row.json, '$.kernel_s.all') as first on first.key = own.key;

create temp view sample as
    select id, value, row_number() over (partition by id order by value) as place, count(*) over (partition by id) as n
    from compared_value;

-- The median, and its interval if there are enough values and the median is within it.
create temp table middle as
    select id, max(n) as n, avg(value) filter (where place in ((n + 1) / 2, n / 2 + 1)) as value, min(value) as least,
           min(value) filter (where place = interval_rank(n)) as low,
           min(value) filter (where place = n - interval_rank(n) + 1) as high
    from sample group by id;

create temp table known as
    select id, n, low, high from middle join row using (id)
    where least > 0 and iif(id in (select id from paired), middle.value, kernel_s) between low and high;
create unique index known_of on known(id);

-- For each other side, the rows of A that it has, with the medians of A's runs and of its own.  Of paired runs, the time of A
-- is the same for all, so that only the ratios differ.
create temp view median as
    select side.number as side, member.a as a, member.letter <> 'A' as other, kernel_s, low, high, known.n as n, 0 as paired,
           member.id as id
    from side join member on member.letter in ('A', side.letter)
    join row using (id) left join known using (id)
    where side.letter <> 'A'
      and exists (select 1 from member as own where own.a = member.a and own.letter = side.letter)
      and not exists (select 1 from paired where paired.a = member.a and paired.letter = side.letter)
    union all
    select side.number, paired.a, other.value, first.kernel_s * iif(other.value, middle.value, 1),
           first.kernel_s * iif(other.value, known.low, 1), first.kernel_s * iif(other.value, known.high, 1), known.n, 1, paired.id
    from paired join side using (letter) join row as first on first.id = paired.a
    join middle on middle.id = paired.id left join known on known.id = paired.id
    join json_each('[0, 1]') as other
    order by 1, 2, 9;
