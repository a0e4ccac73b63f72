-- A chart's data, as the arrays that chart.gp reads: what it shows of the sheet (sheet.sql).
--
-- Set by chart.c: what the columns show that are drawn, and what they are called, as a list; the hotspot whose
-- lines alone it is of, or null; and the place of the head along x.
create temp table if not exists plot(shows integer, hotspot text, x integer, names text);

create temp view if not exists curve as
    select place, row_number() over (order by place) as number, path,
           coalesce(json_extract(names, '$[' || (row_number() over (order by place) - 1) || ']'), text) as name
    from plot join heading on not head and derived = shows join cell using (place) where line = 0;

create temp view if not exists wanted as
    select line from cell as one, plot where line > 0 and place = 0 and (hotspot is null or not exists (
        select 1 from heading join cell title using (place) join cell own using (place)
        where head and title.line = 0 and title.text = 'hotspot' and own.line = one.line
          and own.text <> hotspot));

-- What panels differ in ("resolution 500"), which is all heads but the one along x.
create temp view if not exists panel_head as
    select place, title.text as name from plot, heading join cell title using (place)
    where head and place <> x and title.line = 0 and (
        select count(distinct text) from cell join wanted using (line) where cell.place = heading.place) > 1;

-- Of what path a curve is, or what it is called if of none.
create temp view if not exists CURVES as select name as NAME, coalesce(path, name) as PATH from curve order by place;

create temp view if not exists LINES as
    select (select coalesce(group_concat(name || ' ' || text, ', '), '') from (
                select name, text from panel_head join cell using (place)
                where cell.line = own.line order by place)) as LINE_PANEL,
           value as AT, text as AT_TEXT
    from plot join cell own on place = x join wanted using (line) order by line;

-- Of each line all curves.
create temp view if not exists CELLS as
    select value as VALUE, text as VALUE_TEXT from curve join cell using (place) join wanted using (line)
    order by line, place;
