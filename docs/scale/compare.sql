-- What docs/scale/measure has added for `over`, beside the model.  Messages are as measured alone, compute is that of one device of the
-- same run: what is predicted is how they combine.  Least times of all repetitions.
create temp view measured as
    select id, hotspot, precision, params, coalesce(devices, ranks) as n,
        json_extract(json, '$.kernel_s.min') as seconds, halo_s, ran_on, cores, agrees,
        case hotspot when 'matmul' then '$.m' when 'moldyn' then '$.particles' when 'dot' then '$.n' when 'vecadd' then '$.n' else '$.height' end as rows_at,
        hotspot = 'laplace' and params ->> 'height' = 128 as message
    from row, over
    where absent is null and kind is null and peer is null and path = 'offload' and halo_rows is null and iif(ranks is null, 'devices', 'ranks') = name
        and id in (select max(id) from row where absent is null and halo_rows is null group by hotspot, variant, precision, params, devices, ranks);

insert into devices select distinct n from measured;

-- On the host plugin a device is a thread: nothing but rows and messages takes time, and devices share the
-- processors; ranks have some each.
update kernel set start_s = 0, pass_s = 0, tile_rows = 1, slots = 1, lone_s = 0, pack_s = 0, undivided_s = 0, join_s = 0
    where not exists (select 1 from measured where ran_on = 'gpu');
update machine set sync_s = 0, processors = (select max(cores) * iif(name = 'ranks', max(n), 1) from measured, over)
    where not exists (select 1 from measured where ran_on = 'gpu');

-- Nine exchanges of 64 rows, of few bytes and of many.
create temp table message as
    select 64 * 8 * (params ->> 'width') as bytes, halo_s / 9 as seconds from measured where message and n = 2;
update machine set copy_s = few.seconds, link = (many.bytes - few.bytes) / max(many.seconds - few.seconds, 1e-9)
    from message as few join message as many on few.bytes < many.bytes;

-- A unit of work is a second: that of a row and step is what one device takes, but for what a region takes besides.
update kernel set lone_s = lone_s / unit_s, unit_s = 1;
insert into asked select hotspot, precision, params from measured where n = 1 and not message;
insert into problem select hotspot, precision, size, rows, unit, 0, across, steps, halo, halo_row_bytes from stated;
create temp table fixed as
    select hotspot, precision, size, compute_s, steps * rows_of_tiles as units from predicted
    join tiled using (hotspot, precision, size, mode, n) where n = 1 and mode = 'strong';
update problem set row_units = (measured.seconds - fixed.compute_s) / fixed.units
    from measured join fixed on (fixed.hotspot, fixed.precision, fixed.size) = (measured.hotspot, measured.precision, measured.params)
    where measured.n = 1 and (problem.hotspot, problem.precision, problem.size) = (fixed.hotspot, fixed.precision, fixed.size);

.print Messages alone
select bytes, printf('%.1f us', 1e6 * seconds) as "an exchange" from message;

.print Predicted and measured
select e.hotspot, e.precision, e.mode, e.n, printf('%.3f', 1e3 * e.seconds) as "predicted, ms",
    printf('%.3f', 1e3 * m.seconds) as "measured, ms", printf('%+.0f %%', 100 * (e.seconds / m.seconds - 1)) as "off by",
    printf('%.0f %%', 100 * e.efficiency) as "efficiency: predicted",
    printf('%.0f %%', 100 * one.seconds / m.seconds / iif(e.mode = 'strong', e.n, 1)) as measured, printf('%.3f', 1e3 * m.halo_s) as "halos, ms",
    iif(m.agrees, 'same', 'OTHER') as bits
from efficiency as e join measured as one on (one.hotspot, one.precision, one.params, one.n) = (e.hotspot, e.precision, e.size, 1)
join measured as m on (m.hotspot, m.precision, m.n) = (e.hotspot, e.precision, e.n)
    and m.params = iif(e.mode = 'strong', e.size, json_set(e.size, one.rows_at, e.n * (e.size ->> one.rows_at)))
where e.n > 1 order by e.hotspot, e.mode, e.precision, e.n;
