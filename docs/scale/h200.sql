-- 1 to 1024 H200s: efficiency predicted from what was measured on one.  From the root of the repository:
--     cat docs/scale/model.sql docs/scale/terms.sql docs/scale/h200.sql | sqlite3 -box
insert into devices values (1), (2), (4), (8), (16), (32), (64), (128), (256), (512), (1024);

-- ---- Points measured on one GPU; us.  A part's work on n devices is that of a smaller case on one.

create temp table point(hotspot, size, rows, row_units, across, steps, float, double, source);
insert into point values
    ('vecadd', 'n=2^24', 16777216, 1, 1, 1, 80.1, 146, 'src/hotspots/vecadd/notes.md'),
    ('vecadd', 'n=2^26', 67108864, 1, 1, 1, 287, 549, 'docs/compilers/clang19.jsonl'),
    ('vecadd', 'n=2^28', 268435456, 1, 1, 1, 1066, 2107, 'src/hotspots/vecadd/notes.md'),
    ('dot', 'n=2^24', 16777216, 1, 1, 1, 61.4, 103, 'src/hotspots/dot/notes.md'),
    ('dot', 'n=2^27', 134217728, 1, 1, 1, 381, 715, 'docs/compilers/clang19.jsonl'),
    ('dot', 'n=2^28', 268435456, 1, 1, 1, 734, 1394, 'src/hotspots/dot/notes.md'),
    ('mandelbrot', 'resolution=250', 500, 750, 1, 1, 51, 71, 'src/hotspots/mandelbrot/notes.md'),
    ('mandelbrot', 'resolution=500', 1000, 1500, 1, 1, 104, 182, 'src/hotspots/mandelbrot/notes.md'),
    ('mandelbrot', 'resolution=1000', 2000, 3000, 1, 1, 301, 564, 'src/hotspots/mandelbrot/notes.md'),
    ('mandelbrot', 'resolution=2000', 4000, 6000, 1, 1, 1050, 2000, 'src/hotspots/mandelbrot/notes.md'),
    ('mandelbrot', 'resolution=4000', 8000, 12000, 1, 1, 4010, 7660, 'docs/measured.md'),
    ('julia', 'size=1', 1, 1, 1, 1, 16, 16, 'src/hotspots/julia/notes.md'),
    ('julia', 'size=5000', 5000, 5000, 1, 1, 120, 156, 'docs/compilers/clang19.jsonl'),
    ('matmul', 'n=1536', 1536, 1536 * 1536, 12, 1, 318, 557, 'docs/compilers/clang19.jsonl'),
    ('matmul', 'n=4096', 4096, 4096 * 4096, 32, 1, 3110, 7020, 'docs/measured.md (H200)'),
    ('laplace', 'n=1000,steps=500', 1000, 1000, 1, 500, 545, 703, 'src/hotspots/laplace/notes.md'),
    ('laplace', 'n=4000,steps=40', 4000, 4000, 1, 40, 368, 659, 'docs/compilers/clang19.jsonl'),
    ('laplace', 'n=6000,steps=104', 6000, 6000, 1, 104, 1840, 3500, 'src/hotspots/laplace/notes.md'),
    ('blur', '1920x1080,passes=100', 1080, 1920, 1, 100, 382, null, 'src/hotspots/blur/notes.md'),
    ('blur', '3840x2160,passes=32', 2160, 3840, 1, 32, 392, 407, 'docs/compilers/clang19.jsonl'),
    ('blur', '3840x2160,passes=100', 2160, 3840, 1, 100, 1130, null, 'src/hotspots/blur/notes.md'),
    ('moldyn', 'particles=250007,steps=1', 1, 250007, 1, 2, 438, 558, 'docs/compilers/clang19.jsonl'),
    ('moldyn', 'particles=1000003,steps=2', 1, 1000003, 1, 3, 1520, 2180, 'docs/measured.md (H200)');
create temp view measured_point as
    select point.*, precision, iif(precision = 'float', float, double) as us from point, (
        select 'float' as precision union all select 'double') where us is not null;

insert into problem
    select hotspot, precision, size, rows, 1, row_units, across, steps, 'none', 0 from measured_point;

.print Compute: the model against points measured on one GPU (an H100, but where an H200 is named)
create temp view checked as
    select hotspot, size, max(source) as source, max(iif(precision = 'float', us, 0)) as float, max(iif(precision = 'double', us, 0)) as double,
        1e6 * max(iif(precision = 'float', compute_s, 0)) as float_model, 1e6 * max(iif(precision = 'double', compute_s, 0)) as double_model
    from measured_point join predicted using (hotspot, precision, size) where n = 1 and mode = 'strong' group by hotspot, size;
select hotspot, size, printf('%g', float) as float, printf('%.0f', float_model) as model, printf('%+.0f %%', 100 * (float_model / float - 1)) as off,
    iif(double, printf('%g', double), '-') as double, iif(double, printf('%.0f', double_model), '-') as model,
    iif(double, printf('%+.0f %%', 100 * (double_model / double - 1)), '-') as off, source
from checked order by hotspot, checked.float;

delete from problem;
insert into problem select value ->> 0, precision, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, (value ->> 8) * case
        when precision = 'float' or value ->> 0 = 'blur' then 1 when value ->> 0 = 'moldyn' then 56 / 32.0 else 2 end
    from (select 'float' as precision union all select 'double'), json_each('[
    ["mandelbrot", "resolution=4000", 8000, 1, 12000, 1, 1, "none", 0],
    ["julia", "size=5000", 5000, 1, 5000, 1, 1, "none", 0],
    ["vecadd", "n=268435456", 268435456, 1, 1, 1, 1, "none", 0],
    ["dot", "n=268435456", 268435456, 32768, 1, 1, 1, "none", 0],
    ["matmul", "n=4096", 4096, 1, 16777216, 32, 1, "none", 0],
    ["matmul", "n=16384", 16384, 1, 268435456, 128, 1, "none", 0],
    ["laplace", "n=16384,steps=1000", 16384, 1, 16384, 1, 1000, "deep", 65536],
    ["blur", "3840x2160,passes=100", 2160, 1, 3840, 1, 100, "deep", 23040],
    ["moldyn", "particles=4000000,steps=10", 68, 1, 58824, 1, 11, "layer", 3764706]]');

create temp view curve as
    select hotspot, precision, size, mode, 1e3 * max(iif(n = 1, seconds, 0)) as one, max(iif(efficiency >= 0.9, n, 0)) as good,
        max(iif(efficiency >= 0.5, n, 0)) as half, max(n) as most, json_group_object(n, efficiency) as at
    from efficiency group by hotspot, precision, size, mode;

create temp view shown as
    select mode, hotspot, size, precision, printf('%.3g', one) as "1, ms",
        printf('%.0f', 100 * (at ->> '$.2')) as "2", printf('%.0f', 100 * (at ->> '$.4')) as "4", printf('%.0f', 100 * (at ->> '$.8')) as "8",
        printf('%.0f', 100 * (at ->> '$.16')) as "16", printf('%.0f', 100 * (at ->> '$.32')) as "32", printf('%.0f', 100 * (at ->> '$.64')) as "64",
        printf('%.0f', 100 * (at ->> '$.128')) as "128", printf('%.0f', 100 * (at ->> '$.256')) as "256", printf('%.0f', 100 * (at ->> '$.512')) as "512",
        printf('%.0f', 100 * (at ->> '$.1024')) as "1024", good as "90 % to", half as "50 % to", most as "divides to"
    from curve;

.print
.print Strong: efficiency in %
select * from shown where mode = 'strong';
.print
.print Weak: efficiency in %
select * from shown where mode = 'weak';
.print
.print What the largest part waits for at the end: shares of the time, strong, float
select hotspot, size, n, printf('%.3g', 1e3 * seconds) as ms, printf('%.0f %%', 100 * compute_s / seconds) as compute,
    printf('%.0f %%', 100 * exchange_s / seconds) as exchange, printf('%.0f %%', 100 * other_s / seconds) as other
from efficiency where mode = 'strong' and precision = 'float' and n in (2, 8, 64, 1024) order by hotspot, size, n;
