-- Updates schema 2 to 3: the kind of host memory.  Older rows are all of pageable memory.
alter table row add column
    host_memory text as (coalesce(json_extract(json, '$.host_memory'), 'pageable'));
update row set identity = json_set(identity, '$.host_memory', host_memory) where json_valid(identity);
