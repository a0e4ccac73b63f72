-- The rows of all files: each file is a side.  Of repeated rows, the last in a file counts.
-- Rows are paired by their work.  The number of threads is compared only if it distinguishes measured rows of one
-- file.
-- Absent rows do not distinguish: 1024 threads that a machine lacks are no second row.  Absent rows of A need no
-- partner.

create temp view sided as
    select letter, id, device, threads, absent, work, own_threads
    from chosen join work using (id)
    join side on id <= upto and id > (select coalesce(max(upto), 0) from side before
                                      where before.number < side.number);

create temp table last as
    select * from sided
    where id in (select max(id) from sided group by letter, work, own_threads)
      and (letter <> 'A' or absent is null);
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
    select id, hotspot || ' ' || coalesce(peer, path) || coalesce(' ' || variant, '') || ' ' || precision
               || coalesce((select group_concat(' ' || key || '=' || text, '')
                            from (select * from telling where telling.id = first.id
                                  order by telling.rowid)), '')
               || coalesce(' input=' || input, '')
               || coalesce((select group_concat(' ' || name || '='
                                                || iif(name = 'devices', coalesce(device_numbers, value), value), '')
                            from launch where launch.id = first.id and value is not null
                                              and (name <> 'threads' or by_threads)), '')
               || iif(host_memory <> 'pageable', ' ' || host_memory, '') as text
    from first join told;

-- The partners of each row of A, one for each side: the measured row, else the absent row with its reason, else
-- none.

create temp table beside as
    select label.id as a, side.letter as letter,
           iif(side.letter = 'A', label.id,
               (select b from pair where pair.a = label.id and pair.letter = side.letter
                order by pair.absent is not null, b limit 1)) as id
    from label join side;

-- The lines before and after the table, and errors of the sides.

create temp view heading as
    select letter, letter || '  ' || side.file || ': ' || compiler || coalesce(', preset ' || preset, '') || ', ' || cpu
           || coalesce(', ' || any_device, '') as text
    from side join (select letter, min(id) as id, max(device) as any_device from last group by letter)
         using (letter) join row using (id);

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

-- ---- Judging differences
--
-- B is slower if the median of its times is larger by more than the tolerance, whatever the noise and the number of
-- repetitions.  The confidence: each median has a 95 % interval by the sign test (versus.c), and the ratio of two
-- medians is between the ratios of opposite ends.  "Slower by more than the tolerance" is wrong only if one of the two
-- ends is, at most one time in twenty.  If the tolerance is inside the interval, or there are too few repetitions
-- for an interval, the medians alone decide, and the line says so: noise adds a doubt, but never lets a slower
-- median pass.  More repetitions narrow the interval.

create temp view sample as
    select row.id as id, each.value as seconds,
           row_number() over (partition by row.id order by each.value) as place,
           count(*) over (partition by row.id) as n
    from row join json_each(row.json, '$.kernel_s.all') as each where row.id in (select id from beside);

-- The interval of each median, if there are enough times and the median is within it.
create temp table known as
    select id, low, high
    from (select id, min(seconds) as least, min(seconds) filter (where place = interval_rank(n)) as low,
                 min(seconds) filter (where place = n - interval_rank(n) + 1) as high
          from sample group by id having min(interval_rank(n)) > 0) join row using (id)
    where least > 0 and kernel_s between low and high;
create unique index known_of on known(id);

-- B's median / A's, with its interval: a single point if one of the two has no interval.
create temp view compared as
    select beside.a as a, letter, mine.id as id, mine.json as json, mine.absent as absent,
           first.kernel_s / mine.kernel_s as speed, mine.kernel_s / first.kernel_s as slowdown,
           coalesce(own.low / known.high, mine.kernel_s / first.kernel_s) as low,
           coalesce(own.high / known.low, mine.kernel_s / first.kernel_s) as high,
           own.low / known.high is null as few,
           json_extract(mine.json, '$.agrees') is 0
               or (mine.peer is null and owes_bits(mine.hotspot, mine.path, mine.variant)
                   and coalesce(mine.different, 0) > 0) as differs
    from beside join row as first on first.id = beside.a left join row as mine on mine.id = beside.id
    left join known on known.id = first.id left join known as own on own.id = mine.id
    where letter <> 'A';

create temp table judged as
    select *, id is null or absent is not null or differs or slowdown > most as regressed,
           case when id is null then 'MISSING' when absent is not null then 'NOT MEASURED: ' || absent
                when differs then 'DIFFERS' when slowdown > most then 'SLOWER' when high < 1 then 'faster'
                when low > 1 then 'slower, within the tolerance' else 'no difference' end as verdict,
           case when id is null or absent is not null then ''
                when differs then coalesce((
                    select printf(' in %.0f of %.0f points', different, points) from row
                    where row.id = compared.id and points > 0 and different >= 0), '')
                when few then ', going by the medians alone: it takes 6 repetitions to be sure'
                when low <= most and most < high then ', going by the medians alone: too noisy to be sure'
                else '' end as doubt
    from compared join allowed;

-- ---- The printed table

create temp view width as select max(length(text)) as width from label;

create temp view times as
    select beside.a as a, letter, iif(absent is null, kernel_s, null) as seconds,
           iif(absent is null, max(coalesce(json_extract(json, '$.kernel_s.max')
                                                - json_extract(json, '$.kernel_s.min'), 0), 0) / kernel_s, null)
               as spread
    from beside left join row using (id);

create temp view printed as
    select text from (
        select 1 as part, letter as a, '' as letter, text from heading
        union all select 2, 0, '', ''
        union all select 3, 0, '', printf('%*s  %-4s %8s %7s %9s  interval', width, '', '', 'time', 'spread', 'speed')
        from width
        union all
        select 4, times.a, times.letter,
               printf('%!-*s  %-4s %8s %7s', width, iif(times.letter = 'A', label.text, ''), times.letter,
                      si(seconds, 's'), percent(spread))
               || iif(times.letter = 'A', '', printf(
                   ' %9s  %-16s %s', iif(seconds is null, '-', ratio(speed)),
                   iif(seconds is null or few, '-', printf('%.3g to %.3g', 1 / high, 1 / low)), verdict || doubt))
        from times join label on label.id = times.a join width left join judged using (a, letter)
        union all select 5, 0, '', ''
        union all select 6, letter, '', text from surplus)
    order by part, a, letter;
