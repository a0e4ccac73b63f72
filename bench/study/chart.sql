-- A chart's data, as the arrays that chart.gp reads: what it shows of the sheet (sheet.sql).
--
-- Set by chart.c: the chart, as studies.json has it; the hotspot whose lines alone it is of, or null; and the
-- command that gives it again.
create temp table if not exists plot(chart, hotspot, command);

create temp view if not exists curve as
    select place, row_number() over (order by place) as number, path,
           coalesce(json_extract(chart, '$.curves[' || (row_number() over (order by place) - 1) || ']'), text) as name
    from plot join heading on not head and derived = json_extract(chart, '$.shows') join cell using (place)
    where line = 0;

-- The place of the head along x.
create temp view if not exists along as
    select place as x from plot join cell on line = 0 and text = json_extract(chart, '$.head')
    join heading using (place) where head;

create temp view if not exists wanted as
    select line from cell as one, plot where line > 0 and place = 0 and (hotspot is null or not exists (
        select 1 from heading join cell title using (place) join cell own using (place)
        where head and title.line = 0 and title.text = 'hotspot' and own.line = one.line
          and own.text <> hotspot));

-- What panels differ in ("resolution 500"), which is all heads but the one along x.
create temp view if not exists panel_head as
    select place, title.text as name from along, heading join cell title using (place)
    where head and place <> x and title.line = 0 and (
        select count(distinct text) from cell join wanted using (line) where cell.place = heading.place) > 1;

drop view if exists FIGURE; -- another figure's
create temp view FIGURE as
    with usual(shows, y, unit) as (
        values ('time', 'time', 's'), ('rate', 'rate', ''), ('speed-up', 'times as fast', ''),
               ('efficiency', 'efficiency', '%'))
    select json_extract(chart, '$.kind') as KIND, json_extract(chart, '$.title') as CHART,
           coalesce(hotspot, '') as HOTSPOT, command as COMMAND,
           coalesce(json_extract(chart, '$.x'), json_extract(chart, '$.head')) as X_LABEL,
           coalesce(json_extract(chart, '$.y'), y, '') as QUANTITY,
           coalesce(json_extract(chart, '$.unit'), unit, '') as UNIT,
           coalesce(json_extract(chart, '$.log_x'), 0) as LOG_X, coalesce(json_extract(chart, '$.log_y'), 0) as LOG_Y,
           coalesce(json_extract(chart, '$.ideal'), 0) as IDEAL
    from plot left join usual on shows = json_extract(chart, '$.shows');

-- Of what path a curve is, or what it is called if of none.
create temp view if not exists CURVES as select name as NAME, coalesce(path, name) as PATH from curve order by place;

create temp view if not exists LINES as
    select (select coalesce(group_concat(name || ' ' || text, ', '), '') from (
                select name, text from panel_head join cell using (place)
                where cell.line = own.line order by place)) as LINE_PANEL,
           value as AT, text as AT_TEXT
    from along join cell own on place = x join wanted using (line) order by line;

-- Of each line all curves.
create temp view if not exists CELLS as
    select value as VALUE, text as VALUE_TEXT from curve join cell using (place) join wanted using (line)
    order by line, place;
