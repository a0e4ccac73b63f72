-- Whether nothing was measured, how many offload rows were, or had nothing to do, which rows are wrong, and how many were to be
-- audited and could not be, for want of memory, for instance.
select count(*) filter (where absent is null) = 0,
       count(*) filter (where path = 'offload' and peer is null and
                              (absent is null or 'nothing-to-do' in (select json_extract(value, '$.kind')
                                                                     from json_each(named.json, '$.findings')))),
       group_concat(name, ', ') filter (where not agrees),
       count(*) filter (where absent is null and json_extract(json, '$.audit') = 'off'
                              and json_extract(json, '$.findings[0].kind') = 'not-audited')
from named;
