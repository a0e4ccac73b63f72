-- Whether nothing was measured, how many rows of offload were, and what is wrong.
select count(*) filter (where absent is null) = 0,
       count(*) filter (where absent is null and path = 'offload' and peer is null),
       group_concat(name, ', ') filter (where not agrees)
from named;
