-- A study's table as data.  table.c fills it in, and then sheet_look.sql says how it looks.
--
-- Columns have a place from 0 on; the first of them are heads, which say what a line is of.  Line 0 has the
-- headings.  What a cell has in the base unit, to be drawn, is its value; in place of what could not be
-- measured it says why, and shows the number of a note.

drop table if exists line; -- a row for each, of its heads
drop table if exists sheet;
drop table if exists heading;
drop table if exists cell;
create temp table sheet(name text, report text); -- the heading of the report's column, the last
create temp table heading(place integer primary key, head integer, derived integer, path text);
create temp table cell(line integer, place integer, text text, value real, why text, primary key (line, place));
