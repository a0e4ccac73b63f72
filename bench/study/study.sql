-- A study and the request, as tables.  queries.c has set `study`, its object of studies.json, and SQL functions
-- for values that only C has.

drop table if exists peer;
create temp table peer(hotspot, name, serial integer);
drop table if exists rung; -- of all hotspots, the plain form first
create temp table rung(hotspot, variant, place integer, idea, taken integer);

-- The parameter that grows with devices and ranks.
drop table if exists grown;
create temp table grown(hotspot, name);

-- The axes of the sweep: a row for each name of an axis; `first` is its first name.  If an axis is `held`, the
-- study's rows must have one of its values; else they may have others.
drop table if exists axis;
create temp table axis(number integer, first, name, list, held integer);

-- "a=1,b=2" becomes {"a":"1","b":"2"}.  `rows` has the values of a column's rows, `base` those of the rows that they
-- are compared with; "a=" stands for any value.
drop table if exists col;
create temp table col as
    with listed as (
        select key as number, json_extract(value, '$[0]') as heading, json_extract(value, '$[1]') || ' ' as what,
               '{"' || replace(replace(nullif(json_extract(value, '$[2]'), ''), '=', '":"'), ',', '","') || '"}'
                   as rows,
               '{"' || replace(replace(json_extract(value, '$[3]'), '=', '":"'), ',', '","') || '"}' as over
        from study join json_each(study.data, '$.columns'))
    select number, heading, substr(what, 1, instr(what, ' ') - 1) as shows,
           coalesce(nullif(trim(substr(what, instr(what, ' '))), ''), 'kernel_s') as key,
           coalesce(rows, '{}') as rows, json_patch(coalesce(rows, '{}'), over) as base
    from listed;

-- The values that columns select, by name.
drop table if exists shown_value;
create temp table shown_value as
    select each.key as name, each.value as value, min(number) as first
    from col join json_each(col.rows) as each group by each.key, each.value order by first;

create temp view if not exists down as
    select each.key as place, each.value as name
    from study join json_each('["' || replace(json_extract(data, '$.down'), ',', '","') || '"]') as each;

-- The names whose values the table distinguishes, by lines or by columns.
create temp view if not exists told as select name from shown_value union select name from down;

-- Requested values that no column shows.  `of_shown`: a column shows another requested value of the same name, which
-- is enough for `usual` values.  Peers are not listed as values of --path.
create temp view if not exists unshown as
    select option || value || ': the table of ' || json_extract(data, '$.name') || ' shows ' || name || ' '
               || coalesce((select group_concat(value, ', ') from (
                      select value from shown_value as shown where shown.name = asked.name
                         and not (name = 'path' and value in (select name from peer)) order by first)), '') as text,
           name in (select name from asked as other join shown_value using (name, value)) as of_shown
    from asked join study
    where name in (select name from shown_value) and (name, value) not in (select name, value from shown_value)
      and not (usual and of_shown)
    order by asked.rowid;

-- Heads: the names that identify a line: the study's own, and others with several values that no column distinguishes.
create temp view if not exists head as
    with untold as (
        select first as name, number as place from axis where json_array_length(list) > 1
        group by number having max(name in (select name from told)) = 0
        union all
        select value, 100 + key from json_each('["path","variant","precision"]')
        where value not in (select name from told)
          and (select count(distinct json_extract(said, '$.' || value)) from own) > 1)
    select row_number() over (order by part, place) - 1 as place, name
    from (select 1 as part, place, name from down union all select 2, place, name from untold);

-- The study's table, still empty (sheet.sql).
create temp view if not exists sheet as
    select json_extract(data, '$.name') as name, json_extract(data, '$.report.heading') as report from study;
drop table if exists heading;
create temp table heading(place integer primary key, head integer, derived, path);
drop table if exists cell;
create temp table cell(line integer, place integer, text text, value real, why text, primary key (line, place));

-- A chart of it (chart.sql).
drop table if exists plot;
create temp table plot(chart, hotspot, command);
