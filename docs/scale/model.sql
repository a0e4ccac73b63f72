-- What a hotspot should take on n devices: compute, halos, latency.  h200.sql and compare.sql fill the tables; the model is the view
-- `predicted`.  Times are in seconds, rates in bytes per second.

-- Messages between parts on one node take copy_s + bytes / link.  Those between nodes take net_s + bytes / net and, if staged,
-- a copy to the host's memory and one from it.
create temp table machine(
    copy_s, link, per_node, net_s, net, bus, staged,
    sync_s,        -- until all parts are at the same point: times log2 n, rounded up
    processors);   -- of all parts together, where they share some

-- On one device.
create temp table kernel(
    hotspot, precision,
    start_s,                  -- of a region
    pass_s, steps_per_pass,   -- of a pass over the data, which is several steps of a tuned stencil
    unit_s,                   -- of a unit of work
    tile_rows, slots,         -- of the result, as tiles: their height, and how many are computed at a time
    lone_s,                   -- of a unit of work in a row that one multiprocessor computes alone; 0: rows are shared
    pack_s,                   -- of packing and unpacking what is exchanged
    undivided_s,              -- of what each device does for the whole, in each step
    join_s,                   -- of what the host does at the end, for a unit
    primary key (hotspot, precision));

-- Rows are divided in bands that begin at multiples of `unit`.  A row is row_units of work in each step, and `across` tiles.
-- halo: 'none'; 'deep', of up to 104 rows, exchanged after as many steps; 'layer', exchanged after each step.
create temp table problem(
    hotspot, precision, size, rows, unit, row_units, across, steps, halo, halo_row_bytes,
    primary key (hotspot, precision, size));

create temp table devices(n);

-- Weak: n times as many rows.  Particles fill a cube, whose layers become more and larger.
create temp view scaled as
    select problem.*, n, mode, iif(mode = 'strong', 1, n) as times, case
            when mode = 'strong' then rows
            when halo = 'layer' then cast(rows * pow(n, 1 / 3.0) + 1e-6 as integer)
            else rows * n end as all_rows
    from problem, devices, (select 'strong' as mode union all select 'weak');

-- The largest part: its own rows, and those that it computes, its halos among them.
create temp view part as
    select *, iif(halo = 'deep' and n > 1, min(104, all_rows / n, steps), steps) as depth, min(n - 1, 2) as sides,
        1.0 * rows * times / all_rows * row_units as units_of_row,
        1.0 * rows * times / all_rows * halo_row_bytes as bytes_of_row,
        ((all_rows + unit - 1) / unit + n - 1) / n * unit as own
    from scaled where (all_rows + unit - 1) / unit >= n;

create temp view rounds as
    select *, own + iif(halo = 'deep', sides * depth, 0) as held, (steps + depth - 1) / depth as regions,
        case when n = 1 or halo = 'none' then 0 when halo = 'layer' then steps - 1 else (steps - 1) / depth end as exchanges,
        iif(halo = 'deep', depth, 1) * bytes_of_row as bytes
    from part;

-- A tile that is begun is computed completely, and so is a round of tiles.
create temp view tiled as
    select *, ((held + tile_rows - 1) / tile_rows * across + slots - 1) / slots * (1.0 * slots * tile_rows / across) as rows_of_tiles
    from rounds join kernel using (hotspot, precision);

create temp view predicted as
    select hotspot, precision, size, mode, n,
        max(1, 1.0 * n / processors) * (
            regions * start_s
            + (steps / depth * ((depth + steps_per_pass - 1) / steps_per_pass)
               + (steps % depth + steps_per_pass - 1) / steps_per_pass) * pass_s
            + steps * units_of_row * max(rows_of_tiles * unit_s, lone_s)) as compute_s,
        exchanges * (pack_s + sides * iif(n <= per_node, copy_s + bytes / link,
                                          net_s + bytes / net + staged * 2 * (copy_s + bytes / bus)))
            as exchange_s,
        iif(n > 1, times * (steps * undivided_s + rows * row_units * join_s) + (exchanges + 1) * sync_s * ceil(log2(n)), 0) as other_s
    from tiled, machine;

-- Efficiency: the time of one device, divided by n times that of n for the same problem, or by that of n for n times as large a one.
create temp view efficiency as
    select p.*, p.compute_s + p.exchange_s + p.other_s as seconds,
        one.compute_s / (p.compute_s + p.exchange_s + p.other_s) / iif(p.mode = 'strong', p.n, 1) as efficiency
    from predicted as p join predicted as one using (hotspot, precision, size, mode) where one.n = 1;
