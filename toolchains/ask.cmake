# ask(<variable> <command>...): what the command prints, or "" when it cannot run.
function(ask variable)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE answer ERROR_QUIET RESULT_VARIABLE status
        OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT status STREQUAL 0)
        set(answer)
    endif()
    set(${variable} "${answer}" PARENT_SCOPE)
endfunction()
