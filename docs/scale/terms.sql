-- The terms of GPUs, for h200.sql and compare.sql.
--
-- Measured: a copy between two H200s of one host by omp_target_memcpy (17 us up to 1 MiB, 380 GB/s above), the bus (54 GB/s).
-- Published by NVIDIA: NVLink has 450 GB/s each way (the measured 380 are used) and connects the eight GPUs of an HGX H100 or H200; a
-- port of ConnectX-7 (NDR InfiniBand) has 400 Gb/s, one for each GPU.  Assumed: 5 us for a message there, 5 us for a barrier,
-- times log2 n.  Between nodes, halos are staged through the memory of the hosts.
insert into machine values (17e-6, 380e9, 8, 5e-6, 50e9, 54e9, 1, 5e-6, 9e9);

-- Variant `tuned`, fitted to points of h200.sql: the smallest and the largest of a hotspot and precision, but laplace's start, which is
-- that of a run of three steps (src/hotspots/laplace/notes.md).  lone_s: of mandelbrot's longest row, 9000 of the 24 million points that
-- never escape, which one of 132 multiprocessors computes.  Tiles: of matmul, 128 x 128 (double: 64 x 128), one on a
-- multiprocessor at a time.  Not measured but estimated: moldyn's packing (three regions) and what a device does for particles
-- that are not in its slab (reading their positions twice), and what the host of dot does at the end: a sum of blocks.  (Twice the time on
-- two H100s, less that on one, a region and two barriers, leaves 3 to 12 us in float; fastest repetitions.)
insert into kernel values
    ('vecadd', 'float', 14.4e-6, 0, 1, 3.918e-12, 1, 1, 0, 0, 0, 0),
    ('vecadd', 'double', 15.3e-6, 0, 1, 7.792e-12, 1, 1, 0, 0, 0, 0),
    ('dot', 'float', 16.6e-6, 0, 1, 2.673e-12, 1, 1, 0, 0, 0, 3.0e-14),
    ('dot', 'double', 16.9e-6, 0, 1, 5.130e-12, 1, 1, 0, 0, 0, 6.0e-14),
    ('mandelbrot', 'float', 35.5e-6, 0, 1, 4.140e-11, 1, 1, 16.4e-9, 0, 0, 0),
    ('mandelbrot', 'double', 41.2e-6, 0, 1, 7.936e-11, 1, 1, 31.4e-9, 0, 0, 0),
    ('julia', 'float', 16e-6, 0, 1, 4.160e-12, 1, 1, 0, 0, 0, 0),
    ('julia', 'double', 16e-6, 0, 1, 5.600e-12, 1, 1, 0, 0, 0, 0),
    ('matmul', 'float', 16e-6, 0, 1, 4.366e-14, 128, 132, 0, 0, 0, 0),
    ('matmul', 'double', 16e-6, 0, 1, 9.883e-14, 64, 132, 0, 0, 0, 0),
    ('laplace', 'float', 38e-6, 4.35e-6, 8, 4.66e-13, 1, 1, 0, 0, 0, 0),
    ('laplace', 'double', 38e-6, 3.31e-6, 8, 9.13e-13, 1, 1, 0, 0, 0, 0),
    ('blur', 'float', 45e-6, 7e-6, 8, 1.203e-12, 1, 1, 0, 0, 0, 0),
    ('blur', 'double', 45e-6, 7e-6, 8, 1.203e-12, 1, 1, 0, 0, 0, 0),
    ('moldyn', 'float', 0, 123e-6, 1, 3.84e-10, 1, 1, 0, 60e-6, 30e-6, 0),
    ('moldyn', 'double', 0, 130e-6, 1, 5.97e-10, 1, 1, 0, 60e-6, 60e-6, 0);

