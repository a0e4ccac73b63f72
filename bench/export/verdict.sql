-- Whether nothing was measured, how many offload rows were, and which rows are wrong.
select count(*) filter (where absent is null) = 0,
       count(*) filter (where absent is null and path = 'offload' and peer is null),
       group_concat(name, ', ') filter (where not agrees)
from named;
