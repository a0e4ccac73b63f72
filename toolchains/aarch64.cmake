# toolchains/aarch64.cmake -- GCC for 64-bit Arm on another machine: Debian's cross compiler, and its libraries of arm64.
# What the build itself runs (describe, pages of the manual) and the tests run under qemu's user mode.

include(${CMAKE_CURRENT_LIST_DIR}/common.cmake)

find_program(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
find_program(CMAKE_CROSSCOMPILING_EMULATOR NAMES qemu-aarch64-static qemu-aarch64)
foreach(needed IN ITEMS CMAKE_C_COMPILER CMAKE_CROSSCOMPILING_EMULATOR)
    if(NOT ${needed})
        problem("no aarch64-linux-gnu-gcc, or no qemu-aarch64-static, in PATH"
            "${TRIPTYCH_PRESET} builds with the one, and runs what it has built with the other"
            "apt-get install gcc-aarch64-linux-gnu qemu-user-static, after dpkg --add-architecture arm64")
    endif()
endforeach()
set(TRIPTYCH_FOREIGN :arm64)
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/aarch64-linux-gnu/pkgconfig)

include(${CMAKE_CURRENT_LIST_DIR}/gcc.cmake)
