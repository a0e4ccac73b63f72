-- The verdict as the JSON document that verdict.html is filled with; after judge.sql.

-- A cell's class: faster than CUDA, wrong (it does not work), or absent (nobody has tried, or it cannot be had here).
create temp view page_cell as
    select machine, problem, variant, column,
           json_object('text', text, 'note', note,
                       'class', case when outcome = 'ok' then iif(speed > 1, 'faster', null)
                                     when outcome in ('not-run', 'cannot-run') then 'absent' else 'wrong' end) as json
    from mark;

create temp view page_line as
    select best.machine as machine, problem.number as place, telling.id as id,
           json_object('heads', json_array(json_object('text', problem_name.name, 'class', 'words'),
                                       json_object('text', telling.variant, 'class', 'words')),
                       'group', json(iif(telling.id = (select min(id) from telling as t
                                                       where t.hotspot = telling.hotspot), 'true', 'false')),
                       'cells', json((select json_group_array(json(json))
                                      from (select json from page_cell
                                            where page_cell.machine = best.machine
                                              and page_cell.problem = problem.number
                                              and page_cell.variant = telling.variant
                                            order by column)))) as json
    from best join problem on problem.number = best.problem join problem_name using (number)
         join telling using (hotspot);

create temp view page_pp as
    select place, id,
           json_object('heads', json_array(json_object('text', name, 'class', 'words'),
                                       json_object('text', variant, 'class', 'words')),
                       'group', json(iif(first, 'true', 'false')),
                       'cells', json_group_array(json(cell))) as json
    from (select place, id, name, variant, column, id = min(id) over (partition by place) as first,
                 json_object('text', pp, 'class', case pp when '0.000' then 'wrong' when 'unknown' then 'absent' end)
                     as cell
          from pp_cell order by place, id, column)
    group by place, id;

create temp view page_headings as
    select json_group_array(json_object('text', text, 'class', class)) as json from (
        select 1 as part, 0 as number, 'problem' as text, 'words' as class
        union all select 2, 0, 'variant', 'words'
        union all select 3, number, name, null from compiler order by part, number);

create temp view page_machine as
    select id, json_object('name', name, 'caption', 'Speed of each compiler on ' || name,
                           'headings', json(page_headings.json),
                           'lines', json((select json_group_array(json(json))
                                          from (select json from page_line where machine = name
                                                order by place, id)))) as json
    from machine join page_headings;

create temp view page_note as
    select number, json_object('number', number, 'compiler', compiler, 'reason', reason) as json from note;

create temp view page_portability as
    select json_object('caption', 'Performance portability', 'headings', json(page_headings.json),
                       'lines', json((select json_group_array(json(json))
                                      from (select json from page_pp order by place, id)))) as json
    from page_headings where (select count(*) from machine) > 1;

create temp view page as
    select json_object(
        'page', 'compilers',
        'headings', json((select json_group_array(text) from heading)),
        'machines', json((select json_group_array(json(json)) from (select json from page_machine order by id))),
        'notes', json((select json_group_array(json(json)) from (select json from page_note order by number))),
        'portability', json((select json from page_portability))) as json;
