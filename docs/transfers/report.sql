-- What docs/transfers/measure has added: whole calls against the bus of the same run.
-- bus: what the bytes take there at least, each way, in ms; of_serial: of the fastest rung's kernel and both ways, one after the
-- other; of_longest: of the longest of the three; x_cuda: how many times as fast as CUDA with the same kind of memory.
with latest as (
    select * from row where absent is null and kind is null and path = 'offload'
        and id in (select max(id) from row where absent is null group by hotspot, coalesce(peer, path), variant,
                   precision, params, host_memory, device, build)),
bytes as (
    select *, coalesce(json_extract(json, '$.map_in_bytes'), 0) as bytes_in,
        coalesce(json_extract(json, '$.map_out_bytes'), 0) as bytes_out,
        json_extract(json, '$.ceiling_to_device_bytes_per_s') as to_device,
        json_extract(json, '$.ceiling_from_device_bytes_per_s') as from_device
    from latest),
times_of as (
    select *, 1e3 * kernel_s as kernel, 1e3 * bytes_in / to_device as bus_in,
        1e3 * bytes_out / from_device as bus_out, 1e3 * total_s as total
    from bytes),
best as (
    select *, (select min(k.kernel) from times_of k where k.peer is null and k.hotspot = t.hotspot
                   and k.precision = t.precision and k.params = t.params) as fastest
    from times_of t)
select hotspot, coalesce(peer, variant) as who, precision,
    coalesce(json_extract(params, '$.passes'), '') as passes, host_memory,
    printf('%.3f', total) as total_ms, printf('%.3f', kernel) as kernel_ms,
    printf('%.3f', bus_in) as bus_in_ms, printf('%.3f', bus_out) as bus_out_ms,
    printf('%.0f %%', 100 * bus_in / (1e3 * map_in_s)) as map_in_of_bus,
    printf('%.0f %%', 100 * bus_out / (1e3 * map_out_s)) as map_out_of_bus,
    printf('%.2f', total / (fastest + bus_in + bus_out)) as of_serial,
    printf('%.2f', total / max(fastest, bus_in, bus_out)) as of_longest,
    coalesce((select printf('%.2f', p.total / t.total) from times_of p
              where p.peer = 'cuda' and p.hotspot = t.hotspot and p.precision = t.precision
                  and p.params = t.params and p.host_memory = t.host_memory), '-') as x_cuda
from best t
order by hotspot, passes, precision, host_memory, peer is not null, t.id;
