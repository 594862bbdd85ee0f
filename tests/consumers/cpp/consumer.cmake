# A program in a project that gets limber, included before that. The end of the project checks what it has got.
get_directory_property(before COMPILE_OPTIONS)
set(flags_before "${CMAKE_CXX_FLAGS}")
set(consumer "${CMAKE_CURRENT_LIST_DIR}")
cmake_language(DEFER CALL include "${consumer}/check.cmake")
