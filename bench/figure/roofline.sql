-- The data of a roofline of the rows in `chosen_row`: the last five views are the arrays of roofline.gp.

-- The rates of a row; if its ceilings are known, these, and its share of the one that binds.
drop table if exists drawn;
create temp table drawn as
    with known as (select row.*, ceilings(json) as known from row join chosen_row using (id)),
    under as (
        select *, 1.0 * json_extract(json, '$.instructions') as instructions,
               1.0 * json_extract(json, '$.bytes') as bytes, json_extract(known, '$.arithmetic') as arithmetic,
               iif(known is null, null, json_extract(json, '$.ceiling_bytes_per_s')) as bandwidth,
               json_extract(known, '$.unit') as unit from known)
    select *, coalesce(peer, path) as who, coalesce(' ' || variant, '') as rung,
           instructions / bytes as per_byte, instructions / kernel_s as per_second,
           si(arithmetic, iif(unit = 'fma+add', 'instructions', unit) || '/s') as arithmetic_text,
           si(bandwidth, 'B/s') as bandwidth_text, marked_share(json_extract(known, '$.seconds') / kernel_s) as share
    from under order by id;

-- The settings of a row: parameters and launch settings.  The CPU's threads do not matter in a row of a
-- device.
drop table if exists setting;
create temp table setting(row, place, name, value, primary key(row, name));
insert into setting
    select drawn.id, each.id, each.key, each.value from drawn, json_each(drawn.json, '$.params') as each;
insert or ignore into setting
    select id, 1000, 'input', input from drawn
    union all
    select id, 1000 + place, name, iif(name = 'devices', coalesce(device_numbers, value), value)
    from launch join drawn using (id);

create temp view if not exists said as
    select *, name || '=' || case typeof(value) when 'real' then printf('%.10g', value)
                                                when 'null' then '-' else value end as text
    from setting;

-- The settings that distinguish a row from others of its kind: for each of these, the first that differs.
drop table if exists telling;
create temp table telling as
    select distinct a.id as row, (
        select mine.name
        from setting as mine left join setting as other on other.row = b.id and other.name = mine.name
        where mine.row = a.id and mine.value is not other.value order by mine.place limit 1) as name
    from drawn as a join drawn as b using (hotspot, who, rung, precision);

-- Of rows with the same launch settings, the last ceilings count; rows with equal ceilings share a roof.
drop table if exists ceiling;
create temp table ceiling as
    select max(id) as id, who, precision, arithmetic, bandwidth, arithmetic_text, bandwidth_text
    from drawn where arithmetic is not null
    group by who, rung, precision, device_numbers,
             (select group_concat(name || '=' || value) from launch where launch.id = drawn.id);

create temp view if not exists roof as
    select min(id) as id, who, precision, arithmetic, bandwidth, arithmetic_text from ceiling
    group by precision, arithmetic, bandwidth;

drop table if exists look;
create temp table look as select who from drawn group by who order by min(id);

-- ---- The arrays of roofline.gp

create temp view if not exists PATHS as select who as PATH from look;

drop view if exists undrawn; -- another figure's
create temp view undrawn as
    select 'nothing of it could be measured here' as text where not exists (select 1 from drawn)
    union all
    select printf('%.200s:%d: no row has ceilings, which roofs are made of', coalesce(file, 'row'), coalesce(line, id))
    from drawn where not exists (select 1 from ceiling);

drop view if exists FIGURE;
create temp view FIGURE as
    select 'Roofline of ' || case when count(distinct hotspot) > 1 then 'several hotspots'
                                  else hotspot end as TITLE,
           case when count(distinct hotspot) > 1 then '' else (
               select coalesce(group_concat(text, ', '), '')
               from (select text from said
                     where row = (select min(id) from drawn) and place < 1000 and not exists (
                         select 1 from drawn left join setting as other
                             on other.row = drawn.id and other.name = said.name
                         where other.value is not said.value)
                     order by place)) end as SETTINGS
    from drawn;

-- From the lowest to the highest; POINT_FROM_RIGHT lists their numbers from right to left.
create temp view if not exists POINTS as
    with point as (
        select *, row_number() over (order by per_second, id) as up,
               row_number() over (order by per_byte desc, id) as from_right
        from drawn where per_second > 0)
    select here.per_byte as POINT_X, here.per_second as POINT_Y, there.up as POINT_FROM_RIGHT,
           here.precision = 'float' as POINT_FLOAT,
           (select rowid from look where look.who = here.who) as POINT_PATH,
           case when (select count(distinct hotspot) from drawn) > 1 then here.hotspot || ' '
                else '' end || here.who || here.rung || ' ' || here.precision || (
               select coalesce(group_concat(' ' || text, ''), '')
               from (select text from said join telling using (row, name)
                     where row = here.id order by place))
               || iif(here.arithmetic is null, '', ', ' || here.share) as POINT_LABEL
    from point as here join point as there on there.from_right = here.up
    order by here.up;

-- From the lowest to the highest.
create temp view if not exists ROOFS as
    select arithmetic as ROOF_TOP, bandwidth as ROOF_BYTES, precision = 'float' as ROOF_FLOAT,
           (select rowid from look where look.who = roof.who) as ROOF_PATH,
           (select group_concat(who, ', ')
            from (select who from ceiling where (precision, arithmetic, bandwidth)
                      = (roof.precision, roof.arithmetic, roof.bandwidth)
                  group by who order by min(id)))
               || ' ' || precision || (
               select coalesce(max(' ' || text), '') from said join telling using (row, name)
               where row = roof.id and name = 'threads')
               || ' ' || arithmetic_text as ROOF_LABEL
    from roof order by arithmetic, id;

-- From the flattest to the steepest.
create temp view if not exists SLOPES as
    select distinct bandwidth as SLOPE, bandwidth_text as SLOPE_TEXT from ceiling order by bandwidth;
