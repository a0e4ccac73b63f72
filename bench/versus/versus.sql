-- The rows of all files: each file is a side, and of rows that are the same the last of its file counts.
-- They are of the same work whatever the threads, unless it takes their number to tell rows of one file from each
-- other.
-- What was not measured tells nothing apart: 1024 threads that a machine lacks are no second row.  Nor has
-- anybody to have what A has not measured.

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

-- What A's rows are called: "mandelbrot simd plain double resolution=500 threads=2".  Of the parameters those
-- that tell a row from others of its hotspot; of the other settings all that there are, but threads only
-- where they tell.

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
               || iif(by_threads and device is null, ' threads=' || threads, '')
               || coalesce(' schedule=' || schedule, '')
               || coalesce(' teams=' || teams, '')
               || coalesce(' threads-per-team=' || threads_per_team, '')
               || coalesce(' devices=' || devices, '')
               || coalesce(' ranks=' || ranks, '')
               || iif(host_memory <> 'pageable', ' ' || host_memory, '') as text
    from first join told;

-- The row of each side beside each of A's: what was measured, else the one that says why it was not, else
-- none.

create temp table beside as
    select label.id as a, side.letter as letter,
           iif(side.letter = 'A', label.id,
               (select b from pair where pair.a = label.id and pair.letter = side.letter
                order by pair.absent is not null, b limit 1)) as id
    from label join side;

-- What is said before the table and after it, and what is wrong with the sides.

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

-- ---- What a difference is
--
-- B is slower where the median of its times is, by more than the tolerance; neither noise nor repetitions change
-- that.  How sure it is: each median has a 95 % interval by the sign test (interval.c), and the ratio of two
-- medians lies between the ratios of opposite ends.  "Slower by more than the tolerance" is wrong only if one of
-- two ends is, at most one time in twenty.  Where the interval has the tolerance in it, or repetitions are too few
-- for one, the medians alone decide, and the line says so: noise makes a doubt, and never a pass of what the
-- medians say is slower.  More repetitions narrow the interval.

create temp view sample as
    select row.id as id, each.value as seconds,
           row_number() over (partition by row.id order by each.value) as place,
           count(*) over (partition by row.id) as n
    from row join json_each(row.json, '$.kernel_s.all') as each where row.id in (select id from beside);

-- How well a median is known, where there are enough times and they are those of the median.
create temp table known as
    select id, low, high
    from (select id, min(seconds) as least, min(seconds) filter (where place = interval_rank(n)) as low,
                 min(seconds) filter (where place = n - interval_rank(n) + 1) as high
          from sample group by id having min(interval_rank(n)) > 0) join row using (id)
    where least > 0 and kernel_s between low and high;
create unique index known_of on known(id);

-- B's median by A's: a point where the times of one of them do not tell.
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

-- ---- What is printed

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
