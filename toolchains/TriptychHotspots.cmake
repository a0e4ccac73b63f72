# triptych_add_hotspots(<name> <file.c>...): the programs <name>-bench, <name>-compare, <name>-render and
# <name>-study over the hotspots of these files. Each describes one, as src/hotspots/vecadd.c does: what file.c
# has is called file, in both precisions.

# Fails where the project has another compiler: bits, flags and device images are the package's.
function(_triptych_check_compiler)
    if(NOT CMAKE_C_COMPILER_ID STREQUAL Triptych_COMPILER_ID OR
       NOT CMAKE_C_COMPILER_VERSION STREQUAL Triptych_COMPILER_VERSION)
        message(FATAL_ERROR "Triptych was built by ${Triptych_COMPILER_ID} ${Triptych_COMPILER_VERSION}, and "
            "this is ${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}: configure anew with "
            "-DCMAKE_C_COMPILER=${Triptych_COMPILER}")
    endif()
endfunction()

# A list of the hotspots, in C.
function(_triptych_write_list file)
    set(declarations)
    set(entries)
    foreach(source IN LISTS ARGN)
        cmake_path(GET source STEM name)
        string(APPEND declarations "extern const struct tri_hotspot ${name}_float, ${name}_double;\n")
        string(APPEND entries "    { { &${name}_float, &${name}_double }, \"${name}.c\" },\n")
    endforeach()
    configure_file(${Triptych_SHARE}/main.c.in ${file} @ONLY)
endfunction()

function(triptych_add_hotspots name)
    _triptych_check_compiler()
    set(objects)
    set(bits_float 32)
    set(bits_double 64)
    foreach(precision IN ITEMS float double)
        set(target ${name}-${precision})
        add_library(${target} OBJECT ${ARGN})
        target_compile_features(${target} PRIVATE c_std_17)
        target_compile_definitions(${target} PRIVATE REAL_BITS=${bits_${precision}})
        target_compile_options(${target} PRIVATE ${Triptych_OPTIONS})
        target_link_libraries(${target} PRIVATE Triptych::triptych)
        list(APPEND objects $<TARGET_OBJECTS:${target}>)
    endforeach()
    _triptych_write_list(${CMAKE_CURRENT_BINARY_DIR}/${name}-main.c ${ARGN})
    foreach(program IN ITEMS bench compare render study)
        set(target ${name}-${program})
        add_executable(${target} ${CMAKE_CURRENT_BINARY_DIR}/${name}-main.c ${Triptych_SHARE}/startup.c ${objects})
        target_compile_features(${target} PRIVATE c_std_17)
        target_compile_definitions(${target} PRIVATE TRI_PROGRAM=tri_${program} TRI_PROGRAM_NAME="${target}")
        target_include_directories(${target} PRIVATE ${Triptych_SHARE})
        target_link_options(${target} PRIVATE ${Triptych_LINK_OPTIONS})
        target_link_libraries(${target} PRIVATE Triptych::programs Triptych::triptych ${Triptych_LINK_LIBRARY} m)
    endforeach()
endfunction()
