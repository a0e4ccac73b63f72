-- What the model has to know of a case, from its parameters: fill `asked`, and read `stated`.  row_units is right if unit_s is that of
-- terms.sql.
create temp table asked(hotspot, precision, params, primary key (hotspot, precision, params));

create temp view shaped as
    select *, coalesce(params ->> 'width', params ->> 'n', params ->> 'size', 3 * (params ->> 'resolution')) as width,
        coalesce(params ->> 'height', params ->> 'm', params ->> 'n', params ->> 'size', 2 * (params ->> 'resolution')) as height,
        coalesce(params ->> 'steps', params ->> 'passes', 1) as steps, params ->> 'particles' as particles,
        cast(pow((params ->> 'particles') / coalesce(params ->> 'density', 0.8), 1 / 3.0) / coalesce(params ->> 'cutoff', 2.5) as integer) as layers,
        iif(precision = 'float', 4, 8) as bytes
    from asked;

-- The columns of `problem`.  A sample of blur has the 16 bits of its type.
create temp view stated as
    select hotspot, precision, params as size, iif(hotspot = 'moldyn', layers, height) as rows, iif(hotspot = 'dot', 32768, 1) as unit,
        case hotspot when 'matmul' then (params ->> 'n') * coalesce(params ->> 'k', params ->> 'n') when 'moldyn' then 1.0 * particles / layers
            when 'vecadd' then 1 when 'dot' then 1 else width end as row_units,
        iif(hotspot = 'matmul', max(1, (params ->> 'n') / 128), 1) as across,
        iif(hotspot = 'moldyn', 1, 0) + steps as steps,
        case hotspot when 'laplace' then 'deep' when 'blur' then 'deep' when 'moldyn' then 'layer' else 'none' end as halo,
        case hotspot when 'laplace' then width * bytes when 'blur' then 2 * width * coalesce(params ->> 'channels', 3)
            when 'moldyn' then 2.0 * particles / layers * iif(bytes = 4, 32, 56) else 0 end as halo_row_bytes
    from shaped;
