# triptych_add_hotspots(<name> <file.c>... [PEERS <file.c>...] [CUDA <file.cu>...]): the programs <name>-bench,
# <name>-compare, <name>-render and <name>-study over the hotspots of these files and their peers, and the
# target <name>-hotspots, which a program of one's own links to call them.
#
# file.c is one hotspot, called file: its paths and its table, as in src/hotspots/vecadd/vecadd.c. A file of peers
# has an array of the file's name, see triptych/peer.h, and what it says in CUDA is in the .cu files; where
# there is no nvcc, these are left out and bench says why.

include(${CMAKE_CURRENT_LIST_DIR}/TriptychCuda.cmake)
set(_triptych_folder ${CMAKE_CURRENT_LIST_DIR})

# Targets are called after it, and there is one of each.
function(_triptych_check_name name)
    if(NOT name MATCHES "^[A-Za-z0-9_-]+$")
        message(FATAL_ERROR " triptych_add_hotspots(${name}): programs are called like that, with -bench and so on after "
            "it, so it has to be of letters, digits, _ and -")
    elseif(TARGET ${name}-hotspots)
        message(FATAL_ERROR " triptych_add_hotspots(${name}): is here twice")
    endif()
endfunction()

# Fails where the project has another compiler: bits, flags and device images are the package's.
function(_triptych_check_compiler)
    if(NOT CMAKE_C_COMPILER_ID)
        message(FATAL_ERROR " triptych_add_hotspots() takes a compiler for C: write it after project(), whose LANGUAGES "
            "have C")
    elseif(NOT CMAKE_C_COMPILER_ID STREQUAL Triptych_COMPILER_ID OR
       NOT CMAKE_C_COMPILER_VERSION STREQUAL Triptych_COMPILER_VERSION)
        # CMake breaks no line that begins with a blank.
        message(FATAL_ERROR " Triptych was built by ${Triptych_COMPILER_ID} ${Triptych_COMPILER_VERSION}, and this is "
            "${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}: write find_package(Triptych) before project(), or "
            "configure anew with -DCMAKE_C_COMPILER=${Triptych_COMPILER}")
    elseif(CMAKE_CXX_COMPILER_ID AND NOT CMAKE_CXX_COMPILER_ID STREQUAL Triptych_COMPILER_ID)
        message(FATAL_ERROR " Triptych was built by ${Triptych_COMPILER_ID}, and C++ is by ${CMAKE_CXX_COMPILER_ID}, which "
            "links another OpenMP: configure anew without CXX and CMAKE_CXX_COMPILER")
    endif()
endfunction()

# clang takes three programs of CUDA for device code: where Triptych's are not here, another toolkit that fits.
macro(_triptych_find_cuda)
    # What if() matches is in CMAKE_MATCH_1 after the whole of its condition.
    string(REGEX MATCH "--cuda-path=[^;]*" named "${Triptych_OPTIONS}")
    string(REPLACE "--cuda-path=" "" named "${named}")
    if(named AND NOT EXISTS "${named}/bin/ptxas")
        string(REGEX MATCHALL "sm_[0-9a-z]+" archs "${Triptych_OPTIONS}")
        include(${_triptych_folder}/cuda.cmake)
        find_cuda(${Triptych_COMPILER_VERSION} ${archs})
        if(NOT cuda_root)
            list(JOIN archs " " archs)
            list(PREPEND cuda_rejected "no ${named}")
            list(JOIN cuda_rejected ", " cuda_rejected)
            message(FATAL_ERROR " Found no CUDA toolkit that clang ${Triptych_COMPILER_VERSION} can use for ${archs} "
                "(${cuda_rejected}): run ${Triptych_SHARE}/fetch-cuda DIR, which installs nothing, and configure anew "
                "with -DTRIPTYCH_CUDA_ROOT=DIR")
        endif()
        string(REPLACE "${named}" "${cuda_root}" Triptych_OPTIONS "${Triptych_OPTIONS}")
    endif()
endmacro()

# What is named has to be there, and once: else C or the linker would say so in many lines.
function(_triptych_check_files name)
    if(NOT arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR " triptych_add_hotspots(${name}): names no file that describes a hotspot")
    endif()
    set(names)
    foreach(source IN LISTS arg_UNPARSED_ARGUMENTS arg_PEERS arg_CUDA)
        cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE file)
        cmake_path(GET source EXTENSION LAST_ONLY ending)
        set(wanted .c)
        if(source IN_LIST arg_CUDA)
            set(wanted .cu)
        endif()
        if(NOT EXISTS "${file}" OR IS_DIRECTORY "${file}")
            message(FATAL_ERROR " triptych_add_hotspots(${name}): there is no ${source}")
        elseif(NOT ending STREQUAL wanted)
            message(FATAL_ERROR " triptych_add_hotspots(${name}): ${source} is no ${wanted} file: hotspots and peers are in "
                "C, and only what follows CUDA is in CUDA")
        endif()
    endforeach()
    foreach(source IN LISTS arg_UNPARSED_ARGUMENTS arg_PEERS)
        cmake_path(GET source STEM stem)
        if(stem IN_LIST names)
            message(FATAL_ERROR " triptych_add_hotspots(${name}): two files are called "
                "${stem}, and so are in C what they define")
        endif()
        list(APPEND names ${stem})
    endforeach()
endfunction()

# What a file is called in C.
function(_triptych_name_of variable source)
    cmake_path(GET source STEM name)
    if(NOT name MATCHES "^[a-z][a-z0-9_]*$")
        message(FATAL_ERROR " ${source}: its hotspot or peers are called like the file, so that has to be a name in C: "
            "a to z, 0 to 9 and _")
    endif()
    set(${variable} ${name} PARENT_SCOPE)
endfunction()

# What the hotspots are compiled with, as rows quote it: a text in C.
function(_triptych_flags_of variable)
    set(usual ${Triptych_FLAGS})
    if(CMAKE_BUILD_TYPE)
        string(TOUPPER ${CMAKE_BUILD_TYPE} build_type)
        set(usual ${CMAKE_C_FLAGS_${build_type}})
    endif()
    set(flags ${CMAKE_C_FLAGS} ${usual} ${Triptych_OPTIONS})
    string(REGEX REPLACE ";(SHELL:)?" " " flags "${flags}")
    string(REGEX REPLACE "([\\\"])" "\\\\\\1" flags "${flags}")
    set(${variable} "${flags}" PARENT_SCOPE)
endfunction()

# The main function of all programs of `arg_...`: hotspots and peers are lists in C. The names in them are weak, so that
# a file of peers which lacks its own is told by the program, in one line that says what is missing, and not by the linker.
function(_triptych_write_main file no_cuda)
    set(declarations)
    set(entries)
    set(peers)
    foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
        _triptych_name_of(name ${source})
        string(APPEND declarations "extern const struct tri_entry ${name}_entry;\n")
        string(APPEND entries "    &${name}_entry,\n")
    endforeach()
    foreach(source IN LISTS arg_PEERS)
        _triptych_name_of(name ${source})
        string(APPEND declarations "extern const struct tri_peer ${name}_float[] __attribute__((weak)), ${name}_double[] __attribute__((weak));\n")
        string(APPEND peers "    { { ${name}_float, ${name}_double }, \"${name}.c\" },\n")
    endforeach()
    _triptych_flags_of(flags)
    configure_file(${Triptych_SHARE}/main.c.in ${file} @ONLY)
endfunction()

# What these files define has a name for each precision: <folder>/names.h, by which files of the source folder's name in
# CUDA find it, too. What calls a hotspot's paths is a file of `signatures`.
function(_triptych_describe name signatures)
    cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME source)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/${name}-names/${source})
    set(files)
    foreach(file IN LISTS arg_UNPARSED_ARGUMENTS arg_PEERS arg_CUDA)
        cmake_path(ABSOLUTE_PATH file)
        list(APPEND files ${file})
    endforeach()
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(OUTPUT ${folder}/names.stamp BYPRODUCTS ${folder}/names.h DEPENDS ${files} ${Triptych_DESCRIBE} VERBATIM
        COMMAND ${Triptych_DESCRIBE} names ${files} > ${folder}/names.new
        COMMAND ${CMAKE_COMMAND} -E copy_if_different ${folder}/names.new ${folder}/names.h
        COMMAND ${CMAKE_COMMAND} -E touch ${folder}/names.stamp)
    set(written)
    foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
        _triptych_name_of(hotspot ${source})
        cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE file)
        set(signature ${CMAKE_CURRENT_BINARY_DIR}/${name}-names/${hotspot}_signature.c)
        add_custom_command(OUTPUT ${signature} DEPENDS ${file} ${Triptych_DESCRIBE} VERBATIM
            COMMAND ${Triptych_DESCRIBE} paths ${hotspot} ${file} > ${signature}.new
            COMMAND ${CMAKE_COMMAND} -E rename ${signature}.new ${signature})
        list(APPEND written ${signature})
    endforeach()
    # Before all that is compiled: by make, targets that are built at once would each write them.
    add_custom_target(${name}-names DEPENDS ${folder}/names.stamp ${written})
    set(${signatures} ${written} PARENT_SCOPE)
endfunction()

# A sanitizer's runtime is not for devices: with it, hotspots have their paths on the host only.
macro(_triptych_leave_out_device)
    set(host_only)
    if("${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${CMAKE_BUILD_TYPE}}" MATCHES "-fsanitize")
        set(host_only TRIPTYCH_HOST_ONLY)
        set(Triptych_RACES)
        foreach(options IN ITEMS Triptych_OPTIONS Triptych_LINK_OPTIONS)
            list(FILTER ${options} EXCLUDE REGEX "openmp-target|offload|--cuda-path")
        endforeach()
    endif()
endmacro()

# Objects of one precision.
function(_triptych_compile name target precision)
    set(bits_float 32)
    set(bits_double 64)
    add_library(${target} OBJECT ${ARGN})
    target_compile_features(${target} PRIVATE c_std_17)
    target_compile_definitions(${target} PRIVATE REAL_BITS=${bits_${precision}} ${host_only})
    target_compile_options(${target} PRIVATE ${Triptych_WARNINGS} ${Triptych_OPTIONS})
    cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME source)
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${name}-names/${source})
    # First in each file, whether it says so or not: all of it has the names of the precision.
    target_compile_options(${target} PRIVATE "SHELL:-include triptych/real.h")
    add_dependencies(${target} ${name}-names)
    if(NOT CMAKE_BUILD_TYPE)
        target_compile_options(${target} PRIVATE ${Triptych_FLAGS})
    endif()
    target_link_libraries(${target} PRIVATE Triptych::triptych)
endfunction()

# Compiles all of `arg_...` and the `signatures` into <name>-hotspots, which is to be linked; `has_cuda` is 1 or 0.
function(_triptych_add_objects name has_cuda)
    add_library(${name}-hotspots INTERFACE)
    set_source_files_properties(${signatures} PROPERTIES COMPILE_OPTIONS "${Triptych_NO_REGION}"
        COMPILE_DEFINITIONS TRI_NO_INTRINSICS)
    foreach(precision IN ITEMS float double)
        set(target ${name}-${precision})
        _triptych_compile(${name} ${target} ${precision} ${arg_UNPARSED_ARGUMENTS} ${arg_PEERS} ${signatures})
        set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS ON) # study remarks reads them
        target_compile_definitions(${target} PRIVATE TRIPTYCH_CUDA_PEERS=${has_cuda})
        if(Triptych_RACES)
            target_compile_definitions(${target} PRIVATE TRI_RACES="lib${name}-races.so")
        endif()
        target_sources(${name}-hotspots INTERFACE $<TARGET_OBJECTS:${target}>)
    endforeach()
    target_link_options(${name}-hotspots INTERFACE ${Triptych_LINK_OPTIONS})
    target_link_libraries(${name}-hotspots INTERFACE Triptych::triptych ${Triptych_LINK_LIBRARY} m)
endfunction()

# The hotspots once more, so that they tell what they access, which the audit loads: lib<name>-races.so, in the folder of the
# programs.  It has no code for devices, and what it uses of Triptych is in the program.
function(_triptych_add_races name)
    add_library(${name}-races MODULE)
    set_target_properties(${name}-races PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
    list(FILTER Triptych_OPTIONS EXCLUDE REGEX "openmp-target|offload|--cuda-path")
    foreach(precision IN ITEMS float double)
        set(target ${name}-races-${precision})
        _triptych_compile(${name} ${target} ${precision} ${arg_UNPARSED_ARGUMENTS} ${signatures})
        target_compile_options(${target} PRIVATE ${Triptych_RACES} -fPIC) # behind others that say how to optimise
        target_compile_options(${target} PRIVATE "SHELL:-include ${Triptych_SHARE}/watched.h")
        set_property(TARGET ${target} PROPERTY C_COMPILER_LAUNCHER
            ${Triptych_SHARE}/compile-watched ${Triptych_DESCRIBE} ${CMAKE_C_COMPILER_LAUNCHER})
        target_sources(${name}-races PRIVATE $<TARGET_OBJECTS:${target}>)
    endforeach()
    target_link_options(${name}-races PRIVATE -fopenmp ${Triptych_WRAPPED} -Wl,-Bsymbolic)
    target_link_libraries(${name}-races PRIVATE m)
endfunction()

function(_triptych_add_programs name)
    foreach(program IN ITEMS bench compare render study)
        set(target ${name}-${program})
        add_executable(${target} ${CMAKE_CURRENT_BINARY_DIR}/${name}-main.c ${Triptych_SHARE}/startup.c)
        target_compile_features(${target} PRIVATE c_std_17)
        target_compile_definitions(${target} PRIVATE TRI_PROGRAM=tri_${program} TRI_PROGRAM_NAME="${target}" ${host_only})
        target_include_directories(${target} PRIVATE ${Triptych_SHARE})
        target_link_libraries(${target} PRIVATE ${name}-hotspots Triptych::programs)
        if(NOT host_only) # a sanitizer's functions take the place of others
            target_link_options(${target} PRIVATE -Wl,--version-script=${Triptych_SHARE}/program.map)
        endif()
        if(Triptych_RACES)
            add_dependencies(${target} ${name}-races)
        endif()
    endforeach()
endfunction()

# Whether the CUDA files of `arg_CUDA` can be compiled, 1 or 0, and if not, why.  The nvcc is Triptych's, or where it had none
# or that is not here, one of this machine.
macro(_triptych_find_nvcc)
    set(no_cuda "triptych_add_hotspots() names no file in CUDA")
    if(arg_CUDA)
        set(no_cuda)
        set(nvcc ${Triptych_NVCC})
        list(POP_FRONT nvcc command)
        if(NOT command OR NOT EXISTS "${command}")
            include(${_triptych_folder}/find-nvcc.cmake)
            find_nvcc()
            set(Triptych_NVCC ${nvcc})
            set(no_cuda ${nvcc_defect})
        endif()
    endif()
    string(COMPARE EQUAL "${no_cuda}" "" has_cuda)
endmacro()

function(triptych_add_hotspots name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PEERS;CUDA")
    _triptych_check_name("${name}")
    _triptych_check_compiler()
    _triptych_check_files(${name})
    _triptych_find_cuda()
    _triptych_find_nvcc()
    _triptych_leave_out_device()
    _triptych_describe(${name} signatures)
    _triptych_add_objects(${name} ${has_cuda})
    if(Triptych_RACES)
        _triptych_add_races(${name})
    endif()
    _triptych_write_main(${CMAKE_CURRENT_BINARY_DIR}/${name}-main.c "${no_cuda}")
    if(has_cuda)
        # The CUDA runtime is one of this library's own, so the memory space of its peers is in it, too: before the package's.
        # It is called libtriptych-…, so that it counts in what rows say of the build.
        triptych_cuda_library(triptych-${name}-cuda NVCC ${Triptych_NVCC} ONCE ${Triptych_SHARE}/cuda.cu KERNELS ${arg_CUDA}
            NAMES ${CMAKE_CURRENT_BINARY_DIR}/${name}-names FIRST ${Triptych_INCLUDE}/triptych/real.h
            INCLUDES ${Triptych_INCLUDE} ${Triptych_INCLUDE}/triptych ${Triptych_SHARE} ${CMAKE_CURRENT_SOURCE_DIR})
        target_link_libraries(${name}-hotspots INTERFACE triptych-${name}-cuda)
    endif()
    _triptych_add_programs(${name})
endfunction()
