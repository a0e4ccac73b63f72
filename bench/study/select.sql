-- Selects the study's rows into `own`.  queries.c has made the tables of study.sql, and the functions asked() and
-- reported().

-- Parameters in the form of --set.
create temp view if not exists setting_of_row as
    select row.id as id, each.key as name,
           each.key || '=' || iif(each.type = 'real', printf('%!.17g', each.value), each.value) as text
    from row join json_each(row.params) as each;

-- The names of the study's axes in studies.json, whatever the request.
create temp view if not exists own_axis as
    select name.value as name
    from study join json_each(data, '$.axes') as axis
    join json_each('["' || replace(substr(axis.value, 1, instr(axis.value, '=') - 1), ':', '","') || '"]') as name;

-- Where nobody says with which settings, rows that are read may have any, but those of a hotspot the same.
drop table if exists as_it_is;
create temp table as_it_is as
    select hotspot from row join study on kind is json_extract(data, '$.kind')
                                       or (kind is null and json_extract(data, '$.kind') = 'card')
    where exists (select 1 from any_settings)
    group by hotspot having min(params) = max(params) and max(input) is null;

drop table if exists own;
create temp table own as
    -- asked() and reported() give the identities of the requested case and of the report's case, with the row's values
    -- on the axes.
    with candidate as materialized (
        select row.*, coalesce(peer, path) as who, data as study,
               asked(hotspot, (select group_concat(text) from setting_of_row where setting_of_row.id = row.id
                               and (name in (select name from axis) or row.hotspot in (select hotspot from as_it_is))),
                     iif(json_extract(data, '$.weak'), coalesce(devices, ranks, 1), 1)) as wanted,
               coalesce(peer, path) in ('reference', 'origin')
                   or exists (select 1 from peer as own where serial and own.hotspot = row.hotspot
                              and own.name = row.peer) as serial
        from row join study on kind is json_extract(data, '$.kind')
             or (kind is null and json_extract(data, '$.kind') = 'card') -- rows of times have cards, too
        where device_numbers is null -- as a study measures: on the first ones
          and ('path', who) in (select name, value from asked)
          and ('hotspot', hotspot) in (select name, value from asked)
          and (precision = 'both' or ('precision', precision) in (select name, value from asked))
          -- Peers, the reference, the origin and rows of old programs have no variant.
          and (peer is not null or variant is null
               or (hotspot, variant) in (select hotspot, variant from rung where taken))
          and not exists (select 1 from asked where (name = 'build' and value is not build)
                                                    or (name = 'processor' and value is not cpu))),
    -- A launch setting that does not apply to a row is null.
    launched as (
        select *, (select json_group_object(name, iif(serial and name = 'threads', null, value)) from launch
                   where launch.id = candidate.id) as launch,
               json_object('threads', serial or who = 'offload', 'offload', who <> 'offload',
                           'variants', who not in ('simd', 'avx2', 'offload'),
                           'parts', coalesce(devices, ranks) is null) as apart
        from candidate
        where json_extract(wanted, '$.params') = params and json_extract(wanted, '$.input') is input),
    -- Leaves out rows with launch settings that are on no axis, and rows without a value on an axis that applies to
    -- them.
    known as (
        select * from launched where not exists (
            select 1 from json_each(launch) as own join run_setting as of on of.name = own.key
            left join axis on axis.name = own.key
            where case when axis.name is null then own.key <> 'threads' and own.value is not null
                       when own.value is null then own.key <> 'threads' and not json_extract(apart, '$.' || concerns)
                       else held and not exists (select 1 from json_each(list) as item where
                                                    own.value in (item.value, cast(item.value as numeric))) end)
          -- The parameters of one axis must have equal values.
          and not exists (
            select 1 from axis left join json_each(params) as own on own.key = axis.name
            where name not in (select key from json_each(launch))
              and not coalesce(own.value = json_extract(params, '$."' || first || '"')
                                   and (not held or exists (
                                        select 1 from json_each(list) as item
                                        where own.value in (item.value, cast(item.value as numeric)))), 0))),
    -- A line of the table is a row, or an element of a list in a row.
    element as (
        select known.*, each.key as key,
               json_patch(known.json, iif(each.type = 'object', each.value, '{}')) as own_json
        from known left join json_each(known.json, '$.' || json_extract(study, '$.list')) as each)
    select id, hotspot, variant, device, serial, absent, own_json as json,
           json_patch(own_json, json_patch(params, json_patch(
               (select json_group_object(name, value) from launch
                where launch.id = element.id and name <> 'threads' and value is not null),
               json_object('path', who)))) as said, -- all that it has a name for
           wanted = reported(hotspot, (select group_concat(text) from setting_of_row
                                       where setting_of_row.id = element.id and name in (select name from own_axis)), 1)
               as reported
    from element order by id, key;

delete from chosen_row;
insert or ignore into chosen_row select id from own;

-- The settings of these rows that are not the usual ones: "vecadd n=1000; laplace n=100,steps=7".
create temp view if not exists with_settings as
    with those as (select id, hotspot, asked(hotspot, null, 1) as usual from row
                   where id in (select id from own) and hotspot in (select hotspot from as_it_is)),
    other as (select distinct hotspot, setting.name as name, setting.text as text
              from those join setting_of_row as setting using (id)
              where json_extract((select params from row where row.id = those.id), '$."' || setting.name || '"')
                    is not json_extract(usual, '$.params."' || setting.name || '"')),
    each as (select hotspot || ' ' || group_concat(text) as text from other group by hotspot)
    select 'with ' || group_concat(text, '; ') as text from each having count(*) > 0;
