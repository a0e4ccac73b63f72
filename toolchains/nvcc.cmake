# toolchains/nvcc.cmake -- CUDA's own compiler, for the peers of bench that are written in CUDA.
#
# Nothing else needs it: where no nvcc works, those peers are left out and bench says why.

include(${CMAKE_CURRENT_LIST_DIR}/find-nvcc.cmake)

set(TRIPTYCH_PEERS_CUDA AUTO CACHE STRING "Peers in CUDA: AUTO, where an nvcc works, or OFF")

set(nvcc)
if(NOT TRIPTYCH_PEERS_CUDA)
    set(nvcc_defect "TRIPTYCH_PEERS_CUDA is ${TRIPTYCH_PEERS_CUDA}")
elseif(CMAKE_C_FLAGS MATCHES "-fsanitize")
    set(nvcc_defect "this is a build with sanitizers")
else()
    find_nvcc()
endif()
set(TRIPTYCH_NO_CUDA_PEERS "${nvcc_defect}")
set(TRIPTYCH_CUDA_PEERS 0)
if(nvcc)
    set(TRIPTYCH_CUDA_PEERS 1)
endif()
