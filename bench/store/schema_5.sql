-- Updates schema 4 to 5: the depth of halos, and how devices copy them.
alter table row add column halo_rows integer as (json_extract(json, '$.halo_rows'));
alter table row add column halo_copies text as (json_extract(json, '$.halo_copies'));
