-- Updates schema 3 to 4: MPI ranks.
alter table row add column ranks integer as (json_extract(json, '$.ranks'));
alter table row add column nodes integer as (json_extract(json, '$.nodes'));
alter table row add column halo text as (json_extract(json, '$.halo'));
