-- What the model expects of the cases of docs/scale/measure on GPUs, beside the targets.  From the root of the repository:
--     cat docs/scale/{model,terms,problems,cases,predict}.sql | sqlite3 -box
insert into devices values (1), (2), (4), (8);
insert into asked
    select distinct hotspot, precision, params from cases, (select 'float' as precision union all select 'double') where machine = 'gpu' and mode <> 'halos';
insert into problem select * from stated;

create temp view expected as
    select place, hotspot, params, cases.mode, precision, two, four, json_group_object(n, json_array(1e3 * efficiency.seconds, 100 * efficiency)) as at
    from cases join efficiency using (hotspot, mode) where machine = 'gpu' and params = size group by place, precision;

select mode, hotspot, (select group_concat(key || '=' || value) from json_each(params)) as "--set", precision,
    printf('%.3g', at ->> '$.1[0]') as "1, ms", printf('%.3g', at ->> '$.2[0]') as "2, ms", printf('%.3g', at ->> '$.4[0]') as "4, ms",
    printf('%.3g', at ->> '$.8[0]') as "8, ms", printf('%.0f %%', at ->> '$.2[1]') as "2", coalesce(two || ' %', '') as target,
    printf('%.0f %%', at ->> '$.4[1]') as "4", coalesce(four || ' %', '') as target, printf('%.0f %%', at ->> '$.8[1]') as "8"
from expected order by mode, place, precision desc;
