# packaging/deb/package.cmake -- a package for Debian and its like: cpack -G DEB in the build folder of the preset
# "package".  What it depends on is read out of the programs.

set(deb ${CMAKE_CURRENT_LIST_DIR})
set(CPACK_PACKAGE_NAME triptych)
set(installed "${PROJECT_BINARY_DIR};${PROJECT_NAME};ALL;/")
set(description "The same loop written for a GPU, for the threads and vector units of a
CPU, and in AVX2 intrinsics, compared bit for bit with a reference and
measured against what the machine can do. Offload to NVIDIA GPUs takes
their driver. Hotspots of your own are built with what is in here.")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
if(TRIPTYCH_ISA STREQUAL x86-64-v4)
    # The libraries alone, beside those for all processors: the loader takes them where the processor has the instructions.
    set(CPACK_PACKAGE_NAME triptych-${TRIPTYCH_ISA})
    install(TARGETS triptych triptych-programs LIBRARY COMPONENT level EXCLUDE_FROM_ALL
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/glibc-hwcaps/${TRIPTYCH_ISA} NAMELINK_SKIP)
    set(installed "${PROJECT_BINARY_DIR};${PROJECT_NAME};level;/")
    set(CPACK_DEBIAN_PACKAGE_DEPENDS "triptych (= ${PROJECT_VERSION})")
    set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS OFF) # who links them depends on the other package
    set(description "Libraries that are loaded on processors with AVX-512, in the place of
those of the package triptych.")
elseif(NOT TRIPTYCH_ISA STREQUAL x86-64-v3) # in the place of the one for all machines
    set(CPACK_PACKAGE_NAME triptych-${TRIPTYCH_ISA})
    set(CPACK_DEBIAN_PACKAGE_PROVIDES triptych)
    set(CPACK_DEBIAN_PACKAGE_CONFLICTS triptych)
    set(CPACK_DEBIAN_PACKAGE_REPLACES triptych)
endif()

# What Debian wants to find beside them.
configure_file(${deb}/changelog.in ${generated}/deb/changelog @ONLY)
file(CONFIGURE OUTPUT ${generated}/deb/triggers CONTENT "activate-noawait ldconfig\n")
set(doc ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_PACKAGE_NAME})
install(FILES ${deb}/copyright ${generated}/deb/changelog DESTINATION ${doc} COMPONENT deb EXCLUDE_FROM_ALL)
install(FILES ${deb}/overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME ${CPACK_PACKAGE_NAME}
    COMPONENT deb EXCLUDE_FROM_ALL)
set(CPACK_INSTALL_CMAKE_PROJECTS "${installed};${PROJECT_BINARY_DIR};${PROJECT_NAME};deb;/")
set(CPACK_PRE_BUILD_SCRIPTS ${deb}/finish.cmake)

set(CPACK_PACKAGE_CONTACT "The Triptych developers <triptych@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "compute hotspots in OpenMP offload, OpenMP SIMD and AVX2")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "${description}")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${generated}/deb/triggers)
if(NOT TRIPTYCH_ISA STREQUAL x86-64-v4)
    # What figures take, looking into rows, a window, and hotspots of one's own.
    string(REPLACE " " ", " suggested
        "gnuplot-nox sqlite3 libsdl2-2.0-0 libsdl2-gfx-1.0-0 cmake ninja-build ${TRIPTYCH_PACKAGES}")
    set(CPACK_DEBIAN_PACKAGE_SUGGESTS "${suggested}")
endif()
include(CPack)
