-- The rows of all files: each file is a side, and of rows that are the same the last of its file counts.
-- They are of the same work whatever the threads, since another machine has another number of them, and a
-- device's row says nothing by it; unless it takes their number to tell rows of one file from each other.
-- What was not measured tells nothing apart: 1024 threads that a machine lacks are no second row.  Nor has
-- anybody to have what A has not measured.

create temp view sided as
    select letter, id, device, threads, absent,
           json_array(hotspot, coalesce(peer, path), variant, precision, params, input, schedule, teams,
                      threads_per_team, devices, host_memory) as work,
           iif(device is null and path <> 'offload', threads, null) as own_threads
    from chosen join side on id <= upto and id > (select coalesce(max(upto), 0) from side before
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
    select letter || '  ' || side.file || ': ' || compiler || coalesce(', preset ' || preset, '') || ', ' || cpu
           || coalesce(', ' || any_device, '') as text
    from side join (select letter, min(id) as id, max(device) as any_device from last group by letter)
         using (letter) join row using (id)
    order by letter;

create temp view surplus as
    select letter || ' has ' || count(*) || iif(count(*) > 1, ' rows', ' row') || ' that A has not' as text
    from last where letter <> 'A' and absent is null and id not in (select b from pair)
    group by letter order by letter;

create temp view problem as
    select substr(file, 1, 200) || ': none is of what is asked for' as text
    from side where letter not in (select letter from last)
    union all
    select substr(side.file, 1, 200) || ': has no row in common with ' || substr(first.file, 1, 200)
    from side join side first on first.letter = 'A'
    where side.letter <> 'A' and side.letter not in (select letter from pair);
