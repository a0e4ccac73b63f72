-- What is said of each row, and the printed table.  Table `decided` has what decide.c finds of the times.

create temp view wrong as
    select id, printf(' in %.0f of %.0f points', different, points) as points,
           points > 0 and different >= 0 as counted
    from row
    where json_extract(json, '$.agrees') is 0
       or (peer is null and coalesce(different, 0) > 0
           and (owes_bits(hotspot, path, variant) or json_extract(json, '$.agrees') is null));

-- Members of the rows that are compared, for each side.
create temp table condition as
    with there as (select distinct letter, id from member),
    words as (select letter, id, '["' || replace(json_extract(json, '$.flags'), ' ', '","') || '"]' as flags
              from there join row using (id) where json_extract(json, '$.flags') not like '%"%'
                                               and json_extract(json, '$.flags') not like '%\%')
    select letter, replace(substr(iif(typeof(tree.key) = 'integer', tree.path, tree.fullkey), 14), '"', '') as name,
           tree.atom as value
    from there join row using (id) join json_tree(row.json, '$.conditions') as tree
    where tree.atom is not null
    union all
    select letter, key, atom from there join row using (id) join json_each(row.json) as each
    where key in ('compiler', 'cpu', 'device', 'threads', 'cores', 'preset', 'build_kind') and atom is not null
    union all
    select letter, 'flags', each.value from words join json_each(words.flags) as each;

create temp table condition_of as
    select letter, name, min(typeof(value) in ('integer', 'real')) as is_number, avg(value) as mean,
           max(value) - min(value) as width
    from condition group by letter, name;

-- Other programs took more of the processors' time beside one side than beside the other, by over a tenth: times of the host
-- differ for that, and no test can tell for what else.  It makes slower, so it explains a slower side that has more of it, or a
-- faster one that has less.
create temp table burdened as
    select own.letter as letter, own.mean - first.mean as more,
           printf('other programs took %.2g processors beside A, and %.2g beside %s', first.mean, own.mean, own.letter) as text
    from condition_of as own join condition_of as first on first.name = own.name and first.letter = 'A'
    where own.letter <> 'A' and own.name = 'others_busy'
      and abs(own.mean - first.mean) > 0.1 * (select min(mean) from condition_of where name = 'cores');

create temp view worded as
    select a, letter, slowdown, low, high, excess, word,
           device is null and exists (select 1 from burdened as b where b.letter = decided.letter
                                      and word = iif(b.more > 0, 'SLOWER', 'faster')) as by_burden
    from decided join row on row.id = decided.a;

create temp view compared as
    select beside.a as a, beside.letter as letter, mine.id as id, mine.absent as absent,
           1 / slowdown as speed, low, high, excess, iif(by_burden, 'cannot tell', word) as word, by_burden,
           low is null as few,
           (select max(id) from wrong join member using (id)
            where member.a = beside.a and member.letter = beside.letter) as wrong
    from beside left join row as mine on mine.id = beside.id left join worded using (a, letter)
    where beside.letter <> 'A';

create temp table judged as
    select *, id is null or absent is not null or wrong is not null or word is 'SLOWER' as regressed,
           id is not null and absent is null and wrong is null and word is 'cannot tell' as undecided,
           case when id is null then 'MISSING' when absent is not null then 'NOT MEASURED: ' || absent
                when wrong is not null then 'DIFFERS' || (select iif(counted, points, '') from wrong as w where w.id = wrong)
                when word = 'cannot tell' and few then word || ': it takes 6 samples'
                else word end as verdict
    from compared;

-- Rows that were measured in turns, and yet not in the same rounds.
create temp view unpaired as
    select letter, printf('The rounds of %d row%s of A and %s do not pair: the programs have other tables, or one tells no rounds. '
                          || 'The row%s %s compared as if measured one after the other', count(*), iif(count(*) > 1, 's', ''), letter,
                          iif(count(*) > 1, 's', ''), iif(count(*) > 1, 'are', 'is')) as text
    from judged where exists (select 1 from turn) and id is not null and absent is null
                      and not exists (select 1 from paired where paired.a = judged.a and paired.letter = judged.letter)
    group by letter;

-- What would help to decide the rest.
create temp view unsure as
    select letter, printf('Cannot tell whether %d row%s of %s %s slower: ', count(*), iif(count(*) > 1, 's', ''), letter,
                          iif(count(*) > 1, 'are', 'is'))
                   || case when max(by_burden) then (select burdened.text from burdened where burdened.letter = judged.letter)
                               || '; runs with the same load beside both would help'
                           when max(few) then 'more samples would help (--reps), or several runs of each side'
                           when max(letter in (select letter from paired))
                               then 'more --runs would help, or a longer --time and a smaller --precision-goal'
                           when exists (select 1 from turn) then 'programs whose rounds pair would help, or more --runs'
                           when max(excess) >= 2 then
                               'runs differ ' || printf('%.2g', max(excess))
                               || ' times as much as their samples tell; measure both builds in turns (versus --in-turns), '
                               || 'or several runs of each (versus A1,A2 B1,B2)'
                           else 'measure both builds in turns (versus --in-turns), several runs of each (versus A1,A2 B1,B2), '
                                || 'or with a longer --time' end as text
    from judged where undecided group by letter;

-- ---- Changed conditions
--
-- A number has changed if its means differ by more than either side's values do among themselves, and by more than 5 %; of
-- texts, those are named that only one side has.

create temp view only_there as
    select letter, name, other, group_concat(value, ' ') as words
    from (select distinct condition.letter as letter, name, value, side.letter as other from condition join side
          where side.letter <> condition.letter
            and not exists (select 1 from condition as c where c.letter = side.letter and c.name = condition.name
                                                           and c.value = condition.value)
          order by value)
    group by letter, name, other;

create temp view condition_pair as
    select own.letter as letter, own.name as name, own.is_number and first.is_number as is_number,
           first.mean as mean, own.mean as own_mean, max(first.width, own.width) as width
    from condition_of as own join condition_of as first on first.name = own.name and first.letter = 'A'
    where own.letter <> 'A';

create temp view changed as
    select letter, name, printf('%.4g', mean) as first, printf('%.4g', own_mean) as own
    from condition_pair
    where is_number and abs(own_mean - mean) > max(width, 0.05 * max(abs(own_mean), abs(mean)))
    union all
    select p.letter, p.name, coalesce(f.words, '-'), coalesce(o.words, '-')
    from condition_pair as p
    left join only_there as f on f.letter = 'A' and f.name = p.name and f.other = p.letter
    left join only_there as o on o.letter = p.letter and o.name = p.name and o.other = 'A'
    where not is_number and (f.words is not null or o.words is not null);

create temp view changes as
    select letter, 'Changed from A to ' || letter || ': ' || group_concat(name || ' ' || first || ' -> ' || own, ', ') as text
    from (select * from changed order by letter, name) group by letter;

-- ---- The printed table

create temp view width as select max(length(text)) as width from label;

-- The time of several runs is the geometric mean of their medians, and the spread that of all their times.
create temp view times as
    select beside.a as a, beside.letter as letter,
           iif(absent is null, coalesce(own.own_s, (select first_s from decided where decided.a = beside.a
                                                    and beside.letter = 'A'), kernel_s), null) as seconds,
           iif(absent is null,
               (select max(coalesce(json_extract(r.json, '$.kernel_s.max') , r.kernel_s))
                       - min(coalesce(json_extract(r.json, '$.kernel_s.min'), r.kernel_s))
                from member join row as r using (id)
                where member.a = beside.a and member.letter = beside.letter) / kernel_s, null) as spread
    from beside left join row using (id)
    left join decided as own on own.a = beside.a and own.letter = beside.letter;

create temp view printed as
    select text from (
        select 1 as part, letter as a, '' as letter, text from heading
        union all select 2, letter, '', text from changes
        union all select 3, 0, '', ''
        union all select 4, 0, '', printf('%*s  %-4s %8s %7s %9s  interval', width, '', '', 'time', 'spread', 'speed')
        from width
        union all
        select 5, times.a, times.letter,
               printf('%!-*s  %-4s %8s %7s', width, iif(times.letter = 'A', label.text, ''), times.letter,
                      si(seconds, 's'), percent(spread))
               || iif(times.letter = 'A', '', printf(
                   ' %9s  %-16s %s', iif(seconds is null, '-', ratio(speed)),
                   iif(seconds is null or few, '-', printf('%.3g to %.3g', 1 / high, 1 / low)), verdict))
        from times join label on label.id = times.a join width left join judged using (a, letter)
        union all select 6, 0, '', ''
        union all select 7, letter, '', text from unpaired
        union all select 8, letter, '', text from unsure
        union all select 9, letter, '', text from surplus)
    order by part, a, letter;
