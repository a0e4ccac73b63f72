-- The rows of every kind, unchanged.
select '[' || coalesce(char(10) || group_concat(json, ',' || char(10)) || char(10), '') || ']'
from (select json from row where id in (select max(id) from row group by identity) order by id);
