/* The programs, each as a function that main() calls with its arguments, and whose answer it returns. */
#ifndef TRI_PROGRAMS_H
#define TRI_PROGRAMS_H

int tri_bench(int argc, char **argv);
int tri_compare(int argc, char **argv);
int tri_doctor(int argc, char **argv);
int tri_draw(int argc, char **argv);
int tri_explore(int argc, char **argv);
int tri_new(int argc, char **argv);
int tri_render(int argc, char **argv);
int tri_study(int argc, char **argv);
int tri_verdict(int argc, char **argv);
int tri_versus(int argc, char **argv);

/* Names the compile_commands.json of the build that has compiled hotspots of one's own: study remarks asks the
 * compiler with it. */
void tri_commands_use(const char *file);

#endif
