-- Updates schema 1 to 2: several devices.
alter table row add column devices integer as (json_extract(json, '$.devices'));
alter table row add column halo_s real as (json_extract(json, '$.halo_s'));
