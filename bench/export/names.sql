-- The exported rows of times, each with a name.  Of a repeated measurement, only the last row is exported.
create temp table chosen as
    select *, hotspot || '.' || coalesce(peer, path) || '.' || coalesce(variant, '-') || '.' || precision
        as contender
    from row where kind is null and id in (select max(id) from row group by identity);

-- The values in the rows' identities, and those in which rows of one contender differ.
create temp table said as
    select chosen.id as id, contender, key, coalesce(atom, '-') as value
    from chosen, json_tree(iif(device_numbers is null, identity, json_set(identity, '$.device_numbers', device_numbers)))
        as s
    where s.type not in ('object', 'array');
create index temp.said_of on said(id);
create temp table differs as
    select contender, key from said group by contender, key having min(value) <> max(value);

-- The values that differ complete the name: "dot.simd.plain.float.n=1000".  Infinite times become null.
create temp table named as
    select *, contender || coalesce((
            select group_concat('.' || key || '=' || value, '') from said join differs using(contender, key)
            where said.id = chosen.id), '') as name,
        nullif(1e3 * kernel_s, 9e999) as kernel_ms,
        nullif(1e3 * json_extract(json, '$.kernel_s.min'), 9e999) as kernel_min_ms,
        nullif(1e3 * json_extract(json, '$.kernel_s.max'), 9e999) as kernel_max_ms
    from chosen order by id;
