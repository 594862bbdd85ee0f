# Fuzzers: a program for each file of tests/fuzz, built by Clang with libFuzzer and sanitizers.
file(GLOB LIMBER_FUZZERS CONFIGURE_DEPENDS tests/fuzz/*.cpp)
foreach(source IN LISTS LIMBER_FUZZERS)
  get_filename_component(name ${source} NAME_WE)
  add_executable(fuzz_${name} ${source})
  target_link_libraries(fuzz_${name} PRIVATE limber::limber)
  target_compile_options(fuzz_${name} PRIVATE ${LIMBER_FLAGS})
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
endforeach()
