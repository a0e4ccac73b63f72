-- Whether nothing was measured, how many offload rows were, or had nothing to do, and which rows are wrong.
select count(*) filter (where absent is null) = 0,
       count(*) filter (where (absent is null or absent like '%there is nothing to do') and path = 'offload'
                              and peer is null),
       group_concat(name, ', ') filter (where not agrees)
from named;
