# toolchains/install.cmake -- what cmake --install gives, wherever that is moved to afterwards.
#
#   bin/triptych              a command for all programs: triptych bench ...
#   libexec/triptych/         the programs
#   lib/                      libtriptych, libtriptych-programs, and what find_package(Triptych) and pkg-config read
#   lib/triptych/             libtriptych-races, with clang: what the audit loads
#   lib/triptych/learn/       the judge of the lessons, in share/triptych/lessons
#   include/triptych/         headers
#   share/triptych/           sources that go into programs of hotspots of one's own
#   share/man/                a page for each program; completion for bash and zsh beside it

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
# Not in CMAKE_INSTALL_LIBDIR: before project() CMake knows no lib/x86_64-linux-gnu and no lib64.
set(package lib/cmake/Triptych)
set(libexec ${CMAKE_INSTALL_LIBEXECDIR}/triptych)
set(share ${CMAKE_INSTALL_DATADIR}/triptych)

# from_to(<variable> <folder> <folder>): the way from one folder of the installation to another.
function(from_to variable from to)
    cmake_path(ABSOLUTE_PATH from BASE_DIRECTORY /prefix)
    cmake_path(ABSOLUTE_PATH to BASE_DIRECTORY /prefix)
    cmake_path(RELATIVE_PATH to BASE_DIRECTORY ${from})
    set(${variable} ${to} PARENT_SCOPE)
endfunction()
from_to(to_libraries ${libexec} ${CMAKE_INSTALL_LIBDIR})
from_to(to_programs ${CMAKE_INSTALL_BINDIR} ${libexec})
from_to(to_libexec ${CMAKE_INSTALL_LIBDIR} ${libexec})
target_compile_definitions(triptych_command PRIVATE TRI_LIBEXEC="${to_libexec}")
set(judge ${CMAKE_INSTALL_LIBDIR}/triptych/learn)
from_to(to_judge ${libexec} ${judge})
from_to(to_lessons ${libexec} ${share}/lessons)
target_compile_definitions(triptych_learn PRIVATE LEARN_TO_LESSONS="${to_lessons}" LEARN_TO_JUDGE="${to_judge}"
    LEARN_INSTRUMENTS="$<TARGET_FILE_NAME:triptych_instruments>")

# --- The command ---------------------------------------------------------------------------------

add_executable(triptych-command bench/main/triptych.c)
set_target_properties(triptych-command PROPERTIES OUTPUT_NAME triptych)
target_compile_definitions(triptych-command PRIVATE TRI_PROGRAMS="${to_programs}")
target_link_libraries(triptych-command PRIVATE triptych_language triptych_generated)

# --- Files ---------------------------------------------------------------------------------------

set_target_properties(triptych PROPERTIES EXPORT_NAME triptych INSTALL_RPATH $ORIGIN)
set_target_properties(triptych-programs PROPERTIES EXPORT_NAME programs INSTALL_RPATH $ORIGIN)
set_target_properties(${programs} PROPERTIES INSTALL_RPATH $ORIGIN/${to_libraries})
# A hotspot's file says "real.h", in here and elsewhere.
target_include_directories(triptych INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/triptych>)

install(TARGETS triptych triptych-programs EXPORT TriptychTargets LIBRARY)
install(TARGETS ${programs} RUNTIME DESTINATION ${libexec})
install(TARGETS triptych-command RUNTIME)
install(TARGETS describe RUNTIME DESTINATION ${package}) # what builds hotspots of one's own runs it
install(DIRECTORY include/triptych TYPE INCLUDE)
install(FILES bench/programs.h src/device/ran_on.h src/hotspots/common/real.h
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/triptych)
if(TRIPTYCH_RACES) # nobody links it
    install(TARGETS triptych-races LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/triptych)
endif()
install(TARGETS learn RUNTIME DESTINATION ${libexec})
install(TARGETS triptych_instruments ARCHIVE DESTINATION ${judge})
install(FILES $<TARGET_OBJECTS:triptych_judge> $<TARGET_OBJECTS:triptych_ompt> DESTINATION ${judge})
install(DIRECTORY lessons/ DESTINATION ${share}/lessons PATTERN lessons/run EXCLUDE PATTERN lessons/learn* EXCLUDE
    PATTERN lessons/judge/*.c EXCLUDE)
if(TRIPTYCH_HAS_MPI)
    install(TARGETS triptych-mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(nvcc)
    install(FILES ${PROJECT_BINARY_DIR}/libtriptych-cuda.so TYPE LIB)
endif()

# --- Manual and completion -----------------------------------------------------------------------

# Pages are what the programs say of themselves. `new` and `check` have few words, which triptych(1) says.
configure_file(toolchains/triptych.1.in ${generated}/triptych.1 @ONLY)
set(pages ${generated}/triptych.1)
foreach(name IN LISTS programs)
    if(name MATCHES "^(new|check)$")
        continue()
    endif()
    set(page ${PROJECT_BINARY_DIR}/man/triptych-${name}.1)
    add_custom_command(OUTPUT ${page} COMMAND ${name} --help=man > ${page} DEPENDS ${name} VERBATIM
        COMMENT "Writing man/triptych-${name}.1")
    list(APPEND pages ${page})
endforeach()
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/man)
add_custom_target(man ALL DEPENDS ${pages})
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES toolchains/completion/triptych.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    RENAME triptych)
install(FILES toolchains/completion/_triptych DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)

# --- For those who build with it -----------------------------------------------------------------

install(EXPORT TriptychTargets NAMESPACE Triptych:: DESTINATION ${package})
set(build_type_flags ${CMAKE_C_FLAGS_${build_type}})
set(compile_object)
if(CMAKE_C_COMPILE_OBJECT MATCHES link-device)
    string(REPLACE ${PROJECT_SOURCE_DIR}/toolchains "\${Triptych_SHARE}" compile_object "${CMAKE_C_COMPILE_OBJECT}")
endif()
configure_package_config_file(toolchains/TriptychConfig.cmake.in ${generated}/TriptychConfig.cmake
    INSTALL_DESTINATION ${package} PATH_VARS share package CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${generated}/TriptychConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/TriptychConfig.cmake ${generated}/TriptychConfigVersion.cmake
    toolchains/TriptychHotspots.cmake toolchains/TriptychCuda.cmake toolchains/cuda.cmake toolchains/find-nvcc.cmake toolchains/ask.cmake
    DESTINATION ${package})
install(FILES bench/main/main.c.in bench/startup/startup.c src/device/startup.h bench/peers/registry/cuda.cu
    toolchains/program.map toolchains/watched.h DESTINATION ${share})
install(PROGRAMS toolchains/link-device toolchains/fetch-cuda toolchains/compile-watched DESTINATION ${share})
install(FILES docs/your-own.md docs/bench.md docs/nvidia.md docs/example.c TYPE DOC)
from_to(pc_prefix ${CMAKE_INSTALL_LIBDIR}/pkgconfig .)
configure_file(toolchains/triptych.pc.in ${generated}/triptych.pc @ONLY)
install(FILES ${generated}/triptych.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

include(packaging/deb/package.cmake)
