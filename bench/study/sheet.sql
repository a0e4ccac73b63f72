-- A study's table as data, of the rows in `own`; sheet_look.sql says how it looks.
--
-- Columns are numbered by `place` from 0; the first ones are heads, which identify a line.  Line 0 has the headings.
-- The `value` of a cell is in the base unit, for charts.  A cell without one has the reason (`why`), shown as a note.

-- ---- Columns of kernels' cards and of a GPU's counters, where no row has any, are left out

drop table if exists kept_col;
create temp table kept_col as
    select row_number() over (order by number) - 1 as number, heading, shows, key, rows, base from col
    where not (key like 'kernels[%' or key like 'conditions.gpu%') or exists (select 1 from own where json_extract(json, '$.' || key) is not null);
delete from col;
insert into col select * from kept_col;

-- ---- The rows, and as text the values that identify lines and columns

drop table if exists word;
create temp table word as
    select row, name, cast(case json_type(said, path) when 'real' then printf('%.10g', json_extract(said, path))
                                else coalesce(json_extract(said, path), '') end as text) as text
    from (select own.rowid as row, said, name, '$."' || name || '"' as path
          from own join (select name from head union
                         select each.key from col join json_each(coalesce(base, rows)) as each));
create index word_of on word(row, name);

create temp view if not exists shown as
    select own.rowid as row, absent, own.json as json, reported, (
               select name || '=' || json_extract(said, '$.' || name) from grown where grown.hotspot = own.hotspot) as grown,
           place as rung, coalesce(idea, '') as idea
    from own left join rung using (hotspot, variant);

-- Sides: a column's rows, the rows that they are compared with, and (number -1) a line; with the names that they fix.
create temp view if not exists side as
    select *, (select json_group_object(key, null) from json_each(wanted)) as names from (
        select number, 0 as compared, rows as wanted, 0 as step from col
        union all select number, 1, base, shows = 'step' from col where base is not null
        union all select -1, 0, '{}', 0);

-- The rows of each side; `open` has the values of the heads that the side does not fix, which identify the line.
drop table if exists fit;
create temp table fit as
    select number, compared, row, iif(step, coalesce(rung, 9e9), null) as rung, (
               select json_group_object(name, text) from (
                   select name, text from head join word using (name)
                   where word.row = shown.row and name not in (select key from json_each(wanted)) order by place))
               as open
    from side join shown
    where not exists (select 1 from json_each(wanted) as each
                      join word on word.row = shown.row and word.name = each.key
                      where each.value not in ('', text));
create index fit_of on fit(number, compared, open);

-- ---- Lines: for all rows in columns.  Numbers are in ascending order; other texts in the order of the rows, since
-- each hotspot orders its variants.

drop table if exists line;
create temp table line as
    with began as (
        select min(row) as row, open as heads from fit
        where number = -1 and row in (select row from fit where number >= 0 and compared = 0) group by open),
    beside as (
        select row, place, text, group_concat(quote(text)) over (partition by row order by place) as heads
        from (select row from began) join word using (row) join head using (name)),
    came as (
        select row, place, text, min(row) over (partition by place, heads) as first from beside),
    ranked as (
        select row, place, dense_rank() over (
            partition by place order by iif(json_valid(text), cast(text as real), null), first) as rank from came)
    select row_number() over (order by rank) as line, heads
    from began join (select row, group_concat(printf('%06d', rank), '') as rank
                     from (select * from ranked order by row, place) group by row) using (row);

-- ---- Columns.  An absent row counts only if no row was measured; a step compares with the next lower rung that
-- was.

create temp view if not exists found as
    select line, heads, number, (
               select row from fit join shown using (row)
               where (fit.number, compared) = (side.number, 0) and open = json_patch(heads, names)
               order by absent is not null, row desc limit 1) as row
    from line join side where side.compared = 0;

drop table if exists pair;
create temp table pair as
    select line, found.number as number, shows, key, found.row as row, (
               select other.row from fit as other join shown using (row)
               where (other.number, other.compared) = (found.number, 1) and absent is null
                 and open = json_patch(heads, names) and (other.rung is null or other.rung < own.rung)
               order by other.rung desc, other.row desc limit 1) as base
    from found join col using (number) left join shown as own on own.row = found.row
    left join side on (side.number, side.compared) = (found.number, 1);

create temp view if not exists paired as
    select line, number, shows, r.row as row, r.absent as absent, r.json as json, r.idea as idea, r.grown as grown,
           key, b.json as base, json_extract(r.json, '$.' || key) as own,
           1.0 * coalesce(json_extract(r.json, '$.' || key || '.median'), json_extract(r.json, '$.' || key)) as seconds,
           1.0 * coalesce(json_extract(b.json, '$.' || key || '.median'), json_extract(b.json, '$.' || key)) as before,
           coalesce(1.0 * json_extract(b.json, '$.devices') / json_extract(r.json, '$.devices'),
                    1.0 * json_extract(b.json, '$.ranks') / json_extract(r.json, '$.ranks'),
                    1.0 * json_extract(b.json, '$.threads') / json_extract(r.json, '$.threads')) as fewer,
           1.0 * json_extract(r.json, '$.units') / json_extract(b.json, '$.units') as larger
    from pair left join shown as r using (row) left join shown as b on b.row = pair.base;

create temp view if not exists measured as
    select *, case shows
        when 'time' then seconds
        when 'rate' then json_extract(json, '$.units') / seconds
        when 'points/s' then json_extract(json, '$.points') / seconds
        when 'speed-up' then coalesce(speed(base, json, key), before / seconds)
        when 'step' then coalesce(speed(base, json, key), before / seconds)
        when 'efficiency' then before / seconds * fewer
        when 'kept' then before / seconds * fewer * larger
        when 'saved' then 1 - seconds / before
        when 'intensity' then 1.0 * json_extract(json, '$.instructions') / json_extract(json, '$.bytes')
        when 'ceiling' then json_extract(json, '$.ceiling')
        when 'share' then json_extract(json, '$.ceiling_share')
        when 'number' then own
        when 'joules' then own
        when 'part' then own
        when 'different' then json_extract(json, '$.different')
        when 'differing' then 1.0 * json_extract(json, '$.different') / json_extract(json, '$.points')
        end as value
    from paired;

-- "4 x 2" is vector width x interleave count; some compilers report only the bytes of a vector.
create temp view if not exists loop as
    select line, number, case
        when json_extract(json, '$.width') is not null
            then printf('%g x %g', json_extract(json, '$.width'), json_extract(json, '$.interleaved'))
        when json_extract(json, '$.bytes_wide') is not null
            then printf('%g bytes', json_extract(json, '$.bytes_wide'))
        when json_extract(json, '$.vectorised') then 'yes'
        when json_extract(json, '$.unrolled') is not null then 'unrolled'
        when json_extract(json, '$.line') is not null then 'no' else 'none' end as text
    from paired;

insert into heading select place, 1, null, null from head;
insert into cell select 0, place, name, null, null from head;
insert into cell
    select line, place, each.value, iif(each.value glob '*[0-9]*' and json_valid(each.value),
                                        cast(each.value as real), null), null
    from line join json_each(heads) as each join head on head.name = each.key;

create temp view if not exists at as select (select count(*) from head) as first, (select count(*) from col) as columns;

insert into heading select first + number, 0, shows, json_extract(rows, '$.path') from col join at;
insert into cell select 0, first + number, heading, null, null from col join at;
insert into cell
    select line, first + number, case
        when row is null then '-'
        when shows = 'bound' then coalesce(json_extract(ceilings(json), '$.bound_by'), '-')
        when shows = 'loop' then loop.text
        when shows = 'text' then coalesce(own, '')
        when shows = 'idea' then idea
        when shows = 'grown' then coalesce(grown, '')
        when value is null then '-'
        when shows = 'time' then si(value, 's')
        when shows = 'joules' then si(value, 'J')
        when shows = 'points/s' then si(value, '/s')
        when shows in ('rate', 'ceiling') then si(value, coalesce(json_extract(json, '$.rate_unit'), '/s'))
        when shows in ('speed-up', 'step') then coalesce(speed_text(base, json, key), ratio(value))
        when shows in ('efficiency', 'kept', 'saved', 'part') then percent(value)
        when shows = 'share' then marked_share(value)
        when shows = 'intensity' then printf('%.3g', value)
        when shows = 'differing' then printf('%.3f %%', 100 * value)
        else printf('%.10g', value) end, iif(absent is null, value, null),
        coalesce(absent, iif(shows = 'joules' and value is null, json_extract(json, '$.unread'), null))
    from measured join loop using (line, number) join at;

-- ---- The report's column is empty in lines where the request differs from the report's case

insert into heading select first + columns, 0, null, null from at join sheet where report is not null;
insert into cell select 0, first + columns, report, null, null from at join sheet where report is not null;
insert into cell
    select line, first + columns, coalesce(iif(reported, (
               select each.value from study join json_each(study.data, '$.report.lines') as each
               where each.key = (select group_concat(value) from json_each(heads))), null), ''), null, null
    from found left join shown using (row) join at join sheet where number = -1 and report is not null;

-- Marks counts that differ from the others in their line, or from the report's.
with counted as (
    select line, place, value, first_value(value) over (partition by line order by place) as first,
           (select cast(text as real) from cell as report join at where report.line = cell.line and text <> ''
            and report.place = at.first + columns) as reported
    from cell join heading using (place) where line > 0 and value is not null and derived = 'different')
update cell set text = text || '!' from counted
where counted.line = cell.line and counted.place = cell.place and counted.value <> coalesce(reported, first);
