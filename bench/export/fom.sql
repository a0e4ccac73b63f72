-- A line for each row: the median of the kernel's times.
select 'FOM ' || name || ': ' || printf('%.6f', kernel_ms) || ' ms'
from named where kernel_ms is not null order by id;
