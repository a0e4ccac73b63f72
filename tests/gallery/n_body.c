/* Bodies attract each other: their velocities after a short time; a place has x, y, z and the mass. */
#pragma omp declare target
static void attract(int n, const real place[][4], real time, real velocity[3], int i)
{
    for (int j = 0; j < n; j++) {
        real x = place[j][0] - place[i][0], y = place[j][1] - place[i][1], z = place[j][2] - place[i][2];
        real square = x * x + y * y + z * z + (real)0.01, pull = time * place[j][3] / (square * sqrt(square));
        velocity[0] += pull * x;
        velocity[1] += pull * y;
        velocity[2] += pull * z;
    }
}
#pragma omp end declare target

void n_body_reference(int n, real time, const real place[n][4], real velocity[n][3])
{
    for (int i = 0; i < n; i++)
        attract(n, place, time, velocity[i], i);
}

void n_body_simd(int n, real time, const real place[n][4], real velocity[n][3])
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        attract(n, place, time, velocity[i], i);
}

void n_body_offload(int n, real time, const real place[n][4], real velocity[n][3])
{
    #pragma omp target teams distribute parallel for map(to: place[:n]) map(tofrom: velocity[:n])
    for (int i = 0; i < n; i++)
        attract(n, place, time, velocity[i], i);
}
/* wrong, since the velocities do not get there: sed 's/map(tofrom: velocity/map(from: velocity/' */
