/* The programs, each as a function that main() calls with its arguments, and whose answer it returns. */
#pragma once

int tri_bench(int argc, char **argv);
int tri_check(int argc, char **argv);
int tri_compare(int argc, char **argv);
int tri_doctor(int argc, char **argv);
int tri_draw(int argc, char **argv);
int tri_explore(int argc, char **argv);
int tri_new(int argc, char **argv);
int tri_render(int argc, char **argv);
int tri_study(int argc, char **argv);
int tri_verdict(int argc, char **argv);
int tri_versus(int argc, char **argv);

/* What hotspots of one's own were compiled with: the compile_commands.json of their build, by which study remarks asks
 * the compiler, and its flags, which rows quote.  Both texts have to outlive their use. */
void tri_compiled_use(const char *commands, const char *flags);
