-- Updates schema 5 to 6: which devices, the time on one of them, and efficiency.
alter table row add column device_numbers text as (json_extract(json, '$.device_numbers'));
alter table row add column t1_s real as (json_extract(json, '$.t1_s'));
alter table row add column efficiency real as (json_extract(json, '$.efficiency'));
