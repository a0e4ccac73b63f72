# triptych_cuda_library(<name> NVCC <command> <flag>... [ONCE <file.cu>...] [KERNELS <file.cu>...]
#                       [NAMES <folder>] [FIRST <header>] [INCLUDES <folder>...] [EXPORTS <file.map>]): a target <name> to
# link, lib<name>.so, of these files; KERNELS are compiled in both precisions, folder/file.cu with NAMES/folder/names.h, and
# the header before each of them.
# It shows what the linker's version script says, or all.
#
# nvcc links it, too: what compiles C here knows nothing of CUDA's objects, and what looks for device images
# in a program finds its own.

# Compiles the source with these flags and adds the object to `objects`.
macro(_triptych_cuda_object source object)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE _file)
    set(_object ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${object}.o)
    add_custom_command(OUTPUT ${_object} DEPENDS ${_file} ${names} DEPFILE ${_object}.d VERBATIM
        COMMAND ${arg_NVCC} ${folders} ${ARGN} -MD -MF ${_object}.d -c ${_file} -o ${_object})
    list(APPEND objects ${_object})
endmacro()

function(triptych_cuda_library name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "EXPORTS;NAMES;FIRST" "NVCC;ONCE;KERNELS;INCLUDES")
    list(TRANSFORM arg_INCLUDES PREPEND -I OUTPUT_VARIABLE folders)
    set(objects)
    set(names)
    foreach(source IN LISTS arg_ONCE)
        cmake_path(GET source STEM stem)
        _triptych_cuda_object(${source} ${name}_${stem})
    endforeach()
    foreach(source IN LISTS arg_KERNELS)
        cmake_path(GET source STEM stem)
        cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE hotspot)
        cmake_path(GET hotspot PARENT_PATH hotspot)
        cmake_path(GET hotspot FILENAME hotspot)
        set(flags -I${arg_NAMES}/${hotspot})
        if(arg_FIRST)
            list(APPEND flags -include ${arg_FIRST})
        endif()
        set(names ${arg_NAMES}/${hotspot}/names.stamp)
        _triptych_cuda_object(${source} ${name}_${hotspot}_${stem}_float -DREAL_BITS=32 ${flags})
        _triptych_cuda_object(${source} ${name}_${hotspot}_${stem}_double -DREAL_BITS=64 ${flags})
    endforeach()
    set(library ${CMAKE_CURRENT_BINARY_DIR}/lib${name}.so)
    set(exports)
    if(arg_EXPORTS)
        set(exports -Xlinker --version-script=${arg_EXPORTS})
    endif()
    add_custom_command(OUTPUT ${library} DEPENDS ${objects} ${arg_EXPORTS} VERBATIM
        COMMAND ${arg_NVCC} -shared ${exports} ${objects} -o ${library})
    add_custom_target(${name}-file DEPENDS ${library})
    add_library(${name} SHARED IMPORTED)
    set_target_properties(${name} PROPERTIES IMPORTED_LOCATION ${library} IMPORTED_NO_SONAME ON)
    add_dependencies(${name} ${name}-file)
endfunction()
