-- The facts about the machine in page.html, from the rows of all studies that were shown.
create temp table if not exists paged(id integer primary key);
insert or ignore into paged select id from own;

create temp view if not exists facts as
    with those as (select row.* from row join paged using (id)),
    fact as (
        select 'processors' as list, json_object('cpu', cpu, 'cores', cores) as fact, id from those
        where cpu is not null
        union all select 'devices', json_object('device', device), id from those where device is not null
        union all select 'compilers', json_object('compiler', compiler, 'preset', preset, 'version', version,
                                                  'flags', flags), id from those where compiler is not null),
    each as (select list, fact from fact group by list, fact order by min(id))
    select json_object(
        'processors', (select json_group_array(json(fact)) from each where list = 'processors'),
        'devices', (select json_group_array(json(fact)) from each where list = 'devices'),
        'compilers', (select json_group_array(json(fact)) from each where list = 'compilers')) as json;
