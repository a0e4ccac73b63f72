-- The cases of docs/scale/measure, in its order: what matters most comes first.  predict.sql says what the model expects of them.
--
-- two and four: the efficiency aimed at on two and on four GPUs, in %.  seconds: for both precisions, on one and on two H100s beside 32
-- cores; measured up to the weak case of laplace and for the halos of blur, estimated for the others (the strong case of laplace had not ended after 257).  Most of it is the
-- reference, which all threads of the CPU compute once for each size, and copies between the device and pageable memory.  On the host plugin,
-- where a device is a thread, all cases are small.
create temp table cases(
    place integer primary key, machine, mode, hotspot, params, seconds, two, four);

insert into cases(machine, mode, hotspot, params, seconds, two, four) values
    ('gpu', 'strong', 'mandelbrot', '{"resolution":4000}', 30, 95, 95),
    ('gpu', 'strong', 'julia', '{"size":5000}', 5, 95, null),
    ('gpu', 'strong', 'matmul', '{"n":4096}', 10, 95, 93),
    ('gpu', 'strong', 'blur', '{"width":3840,"height":2160,"passes":100}', 5, 85, null),
    ('gpu', 'strong', 'moldyn', '{"particles":4000000,"steps":10}', 40, 85, 80),
    ('gpu', 'strong', 'dot', '{"n":268435456}', 20, 90, 85),
    ('gpu', 'strong', 'vecadd', '{"n":134217728}', 25, 95, null),
    ('gpu', 'weak', 'blur', '{"width":3840,"height":2160,"passes":100}', 5, 95, 95),
    ('gpu', 'weak', 'moldyn', '{"particles":2000000,"steps":10}', 40, 95, 95),
    ('gpu', 'weak', 'laplace', '{"width":16384,"height":8192,"steps":256}', 215, 95, 95),
    ('gpu', 'halos', 'blur', '{"width":3840,"height":2160,"passes":100}', 5, null, null),
    ('gpu', 'halos', 'laplace', '{"n":16384,"steps":128}', 45, null, null),
    ('gpu', 'strong', 'laplace', '{"n":16384,"steps":1000}', 300, 92, 90),
    ('gpu', 'weak', 'mandelbrot', '{"width":12000,"height":4000}', 10, null, null),
    ('gpu', 'weak', 'matmul', '{"m":2048,"n":4096,"k":4096}', 10, null, null),
    ('gpu', 'weak', 'dot', '{"n":134217728}', 25, null, null),
    ('host', 'strong', 'mandelbrot', '{"resolution":200}', null, null, null),
    ('host', 'strong', 'julia', '{"size":1500}', null, null, null),
    ('host', 'strong', 'matmul', '{"n":384}', null, null, null),
    ('host', 'strong', 'blur', '{"width":600,"height":400,"passes":70}', null, null, null),
    ('host', 'strong', 'moldyn', '{"particles":32000,"steps":3}', null, null, null),
    ('host', 'strong', 'laplace', '{"n":700,"steps":256}', null, null, null),
    ('host', 'strong', 'dot', '{"n":4194304}', null, null, null),
    ('host', 'strong', 'vecadd', '{"n":4194304}', null, null, null),
    ('host', 'weak', 'blur', '{"width":600,"height":200,"passes":70}', null, null, null),
    ('host', 'weak', 'moldyn', '{"particles":16000,"steps":3}', null, null, null),
    ('host', 'weak', 'laplace', '{"width":700,"height":350,"steps":256}', null, null, null),
    ('host', 'halos', 'blur', '{"width":600,"height":400,"passes":70}', null, null, null),
    ('host', 'halos', 'laplace', '{"n":700,"steps":256}', null, null, null),
    ('host', 'weak', 'mandelbrot', '{"width":600,"height":200}', null, null, null),
    ('host', 'weak', 'matmul', '{"m":192,"n":384,"k":384}', null, null, null),
    ('host', 'weak', 'dot', '{"n":4194304}', null, null, null);
