# The WebAssembly modules: limber.wasm with SIMD, and limber-scalar.wasm for engines without it. Both have the same
# loader, limber.js, which scripts/carry.mjs checks. limber-constraints.wasm has everything, for every engine, and a
# loader of its own: the package's budget has no room for it in the others.

# What runs once a model or a goal, or gains nothing from speed, is compiled for size: the package has a budget. The
# rest is -O2, because -O3 is larger and not faster.
set_source_files_properties(
  cpp/bindings/bindings.cpp
  cpp/src/conditioning.cpp
  cpp/src/errors.cpp
  cpp/src/joints.cpp
  cpp/src/model.cpp
  cpp/src/options.cpp
  cpp/src/random_pose.cpp
  cpp/src/reach.cpp
  cpp/src/solvable.cpp
  cpp/src/goals/goals.cpp
  cpp/src/solvers/solvers.cpp
  PROPERTIES COMPILE_OPTIONS -Oz)
set_source_files_properties(
  cpp/src/linearisation.cpp
  cpp/src/problem.cpp
  cpp/src/solve.cpp
  cpp/src/goals/direction.cpp
  cpp/src/goals/orientation.cpp
  cpp/src/goals/pose.cpp
  cpp/src/solvers/autodiff.cpp
  cpp/src/solvers/curl.cpp
  cpp/src/solvers/dls.cpp
  cpp/src/solvers/dual_error.cpp
  cpp/src/solvers/fabrik.cpp
  cpp/src/solvers/jacobian_stepper.cpp
  cpp/src/solvers/lm.cpp
  cpp/src/solvers/pseudoinverse.cpp
  cpp/src/solvers/sdls.cpp
  cpp/src/solvers/svd.cpp
  cpp/src/solvers/transpose.cpp
  PROPERTIES COMPILE_OPTIONS -Os)

# Without run-time types embind makes up names of its own: they are a tenth of the module.
set(LIMBER_WASM_FLAGS -O2 -flto -fno-rtti)

function(limber_module name output)
  limber_library(${name} ${LIMBER_WASM_FLAGS} ${ARGN})
  list(FILTER ARGN EXCLUDE REGEX "[.]cpp$")
  add_executable(${name}_wasm cpp/bindings/bindings.cpp)
  target_link_libraries(${name}_wasm PRIVATE ${name})
  target_compile_options(${name}_wasm PRIVATE ${LIMBER_FLAGS} -fno-exceptions ${LIMBER_WASM_FLAGS} ${ARGN})
  target_compile_definitions(${name}_wasm PRIVATE EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
  set_target_properties(${name}_wasm PROPERTIES
    OUTPUT_NAME ${output}
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/modules)
  # The stack size is named because its default differs between versions. EMBIND_AOT because a page's content security
  # policy may forbid the code that embind otherwise makes at run time. The loader is always handed the compiled
  # module, so it needs to know neither Node nor where it lies itself.
  target_link_options(${name}_wasm PRIVATE
    -O3 -flto -fno-exceptions -fno-rtti ${ARGN} --bind
    -sMODULARIZE -sEXPORT_ES6 -sUSE_ES6_IMPORT_META=0 -sENVIRONMENT=web,worker
    -sALLOW_MEMORY_GROWTH -sSTACK_SIZE=1MB -sFILESYSTEM=0 -sMALLOC=emmalloc
    -sEMBIND_AOT -sEXPORTED_RUNTIME_METHODS=HEAPF64
    -sINCOMING_MODULE_JS_API=instantiateWasm,print,printErr)
  # Newer versions may hand out views that grow with the memory, which browsers refuse in many calls.
  file(STRINGS ${EMSCRIPTEN_ROOT_PATH}/src/settings.js LIMBER_GROWABLE REGEX "^var GROWABLE_ARRAYBUFFERS")
  if(LIMBER_GROWABLE)
    target_link_options(${name}_wasm PRIVATE -sGROWABLE_ARRAYBUFFERS=0)
  endif()
endfunction()

limber_module(limber limber -msimd128 -DLIMBER_CONSTRAINTS=0)
limber_module(limber_scalar limber-scalar -DLIMBER_CONSTRAINTS=0)
limber_module(limber_constraints limber-constraints ${LIMBER_CONSTRAINT_SOURCES})
