-- The data of a chart of the study's table (sheet.sql), as the arrays that chart.gp reads.
--
-- `plot` has been set: the chart's object in studies.json; the hotspot that it is limited to, or null; and the
-- command that repeats it.

create temp view if not exists curve as
    select place, row_number() over (order by place) as number, path,
           coalesce(json_extract(chart, '$.curves[' || (row_number() over (order by place) - 1) || ']'), text) as name
    from plot join heading on not head and derived = json_extract(chart, '$.shows') join cell using (place)
    where line = 0;

-- The place of the head that is the x axis.
create temp view if not exists along as
    select place as x from plot join cell on line = 0 and text = json_extract(chart, '$.head')
    join heading using (place) where head;

create temp view if not exists wanted as
    select line from cell as one, plot where line > 0 and place = 0 and (hotspot is null or not exists (
        select 1 from heading join cell title using (place) join cell own using (place)
        where head and title.line = 0 and title.text = 'hotspot' and own.line = one.line
          and own.text <> hotspot));

-- The heads that distinguish panels ("resolution 500"): all but the one of the x axis.
create temp view if not exists panel_head as
    select place, title.text as name from along, heading join cell title using (place)
    where head and place <> x and title.line = 0 and (
        select count(distinct text) from cell join wanted using (line) where cell.place = heading.place) > 1;

-- The x of a line.  Lines whose head is no number, and those of bars and heat maps, are placed side by side.
create temp view if not exists placed as
    with titled as (
        select line, value, text, json_extract(chart, '$.kind') <> 'curves' or count(*) over () > count(value) over ()
                   as side_by_side,
               (select coalesce(group_concat(name || ' ' || text, ', '), '') from (
                    select name, text from panel_head join cell using (place)
                    where cell.line = own.line order by place)) as panel
        from plot join along join cell own on place = x join wanted using (line))
    select line, text, panel, side_by_side, min(line) over (partition by panel) as first,
           iif(side_by_side, row_number() over (partition by panel order by line), value) as x
    from titled;

-- The points of all curves.  Shares are drawn as percentages.
create temp view if not exists point as
    select first, line, place, x, text, iif(UNIT = '%', 100, 1) * value as value
    from chart_setting join curve join (select line, place, value, text from cell) using (place)
    join (select line, x, first from placed) using (line);

create temp view if not exists chart_setting as
    with usual(shows, y, unit) as (
        values ('time', 'time', 's'), ('rate', 'rate', ''), ('speed-up', 'times as fast', ''),
               ('efficiency', 'efficiency', '%'), ('kept', 'efficiency', '%'))
    select json_extract(chart, '$.kind') as KIND, json_extract(chart, '$.title') as CHART,
           coalesce(hotspot, '') as HOTSPOT, command as COMMAND,
           coalesce(json_extract(chart, '$.x'), json_extract(chart, '$.head')) as X_LABEL,
           coalesce(json_extract(chart, '$.y'), y, '') as QUANTITY,
           coalesce(json_extract(chart, '$.unit'), unit, '') as UNIT,
           coalesce(json_extract(chart, '$.log_x'), 0) as LOG_X, coalesce(json_extract(chart, '$.log_y'), 0) as LOG_Y,
           coalesce(json_extract(chart, '$.ideal'), 0) as IDEAL
    from plot left join usual on shows = json_extract(chart, '$.shows');

-- ---- The arrays of chart.gp, panel by panel, in the order of the panels' first lines

-- Axes cover all measured points of all panels.
drop view if exists FIGURE; -- another figure's, as `undrawn` is
create temp view FIGURE as
    select chart_setting.*, max(side_by_side) as CATEGORIES, (select max(x) from placed) as MOST_IN_PANEL,
           (select min(x) from point where value is not null) as X_LOW,
           (select max(x) from point where value is not null) as X_HIGH,
           (select min(value) from point) as LEAST, (select max(value) from point) as MOST
    from chart_setting join placed;

-- The path of a curve, or its name if it has none.
create temp view if not exists CURVES as
    select name as NAME, coalesce(path, name) as PATH,
           (select count(value) > 0 from point where point.place = curve.place) as MEASURED
    from curve order by place;

create temp view if not exists LINES as
    select text as AT_TEXT, x as X, dense_rank() over (order by first) as "IN" from placed order by first, line;

create temp view if not exists PANELS as select panel as PANEL from placed group by first order by first;

create temp view if not exists CELLS as
    select value as VALUE, text as VALUE_TEXT from point order by first, line, place;

drop view if exists undrawn;
create temp view undrawn as
    select 'study ' || name || ': its table has no ' || json_extract(chart, '$.head') as text
    from sheet join plot where not exists (select 1 from along)
    union all
    select 'nothing of it could be measured here' where not exists (select 1 from CELLS where VALUE is not null);
