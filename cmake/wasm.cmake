# The WebAssembly module, limber.wasm, and its loader, limber.js.

# The package has a size budget, spent by measured speed: -O3 for code that every iteration of lm runs, -O2
# for the rest of a solve or a step, -Os for solvers that gain almost as much from it, -Oz for code that runs
# once or rarely.
set_source_files_properties(
  cpp/src/collision/bodies.cpp
  cpp/src/cos_sin.cpp
  cpp/src/goals/orientation.cpp
  cpp/src/goals/pose.cpp
  cpp/src/goals/position.cpp
  cpp/src/judge.cpp
  cpp/src/kinematics.cpp
  cpp/src/linearisation.cpp
  cpp/src/math.cpp
  cpp/src/move.cpp
  cpp/src/solvers/curl.cpp
  cpp/src/solvers/jacobian_stepper.cpp
  cpp/src/solvers/lm.cpp
  cpp/src/solvers/travel.cpp
  PROPERTIES COMPILE_OPTIONS -O3)
set_source_files_properties(
  cpp/src/analytic/nearest.cpp
  cpp/src/analytic/poses.cpp
  cpp/src/analytic/slide_to_point.cpp
  cpp/src/analytic/spherical.cpp
  cpp/src/analytic/three_hinges.cpp
  cpp/src/analytic/three_parallel.cpp
  cpp/src/analytic/three_slides.cpp
  cpp/src/analytic/wave.cpp
  cpp/src/maximal/sparse_ldlt.cpp
  cpp/src/problem.cpp
  cpp/src/solvers/analytic.cpp
  cpp/src/solvers/autodiff.cpp
  cpp/src/solvers/dual_error.cpp
  PROPERTIES COMPILE_OPTIONS -Os)
set_source_files_properties(
  cpp/bindings/bindings.cpp
  cpp/src/analytic/arm.cpp
  cpp/src/analytic/curve.cpp
  cpp/src/analytic/elimination.cpp
  cpp/src/analytic/families.cpp
  cpp/src/analytic/general.cpp
  cpp/src/analytic/redundancy.cpp
  cpp/src/analytic/solutions.cpp
  cpp/src/analytic/swivel.cpp
  cpp/src/analytic/turns.cpp
  cpp/src/batch.cpp
  cpp/src/collision/gjk.cpp
  cpp/src/collision/obstacles.cpp
  cpp/src/collision/penetration.cpp
  cpp/src/collision/segments.cpp
  cpp/src/collision/separation.cpp
  cpp/src/collision/shapes.cpp
  cpp/src/conditioning.cpp
  cpp/src/errors.cpp
  cpp/src/goals/chain.cpp
  cpp/src/goals/distance.cpp
  cpp/src/goals/goals.cpp
  cpp/src/goals/joint.cpp
  cpp/src/goals/look_at.cpp
  cpp/src/itasc/drive.cpp
  cpp/src/itasc/simulation.cpp
  cpp/src/itasc/step.cpp
  cpp/src/joints.cpp
  cpp/src/loops.cpp
  cpp/src/itasc/rates.cpp
  cpp/src/maximal/derivatives.cpp
  cpp/src/maximal/equations.cpp
  cpp/src/maximal/joint_values.cpp
  cpp/src/mobility.cpp
  cpp/src/model.cpp
  cpp/src/options.cpp
  cpp/src/random_pose.cpp
  cpp/src/reach.cpp
  cpp/src/solvers/itasc.cpp
  cpp/src/solvers/maximal.cpp
  cpp/src/solvers/pseudoinverse.cpp
  cpp/src/solvers/ridge.cpp
  cpp/src/solvers/sdls.cpp
  cpp/src/solvers/solvers.cpp
  cpp/src/solvers/svd.cpp
  cpp/src/solvers/transpose.cpp
  PROPERTIES COMPILE_OPTIONS -Oz)

# No run-time types: they are a tenth of the module. Embind makes up type names without them.
set(LIMBER_WASM_FLAGS -O2 -flto -fno-rtti)
target_compile_options(limber PRIVATE ${LIMBER_WASM_FLAGS})
# Parts of Eigen under licences other than the MPL must not compile, so that they do not ship.
target_compile_definitions(limber PRIVATE EIGEN_MPL2_ONLY)

add_executable(limber_wasm cpp/bindings/bindings.cpp)
target_link_libraries(limber_wasm PRIVATE limber)
target_compile_options(limber_wasm PRIVATE ${LIMBER_FLAGS} -fno-exceptions ${LIMBER_WASM_FLAGS})
target_compile_definitions(limber_wasm PRIVATE EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
set_target_properties(limber_wasm PROPERTIES
  OUTPUT_NAME limber
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/modules)
# The stack size is given because its default differs between versions. EMBIND_AOT because a page's content
# security policy may forbid the code that embind otherwise generates at run time. The loader always gets the
# compiled module, so it needs to know neither Node nor its own location.
# -O2, because -Os also selects a C library whose memset goes byte by byte. -O2 is larger, but not once
# compressed.
target_link_options(limber_wasm PRIVATE
  -O2 -flto -fno-exceptions -fno-rtti --bind
  -sMODULARIZE -sEXPORT_ES6 -sUSE_ES6_IMPORT_META=0 -sENVIRONMENT=web,worker
  -sALLOW_MEMORY_GROWTH -sSTACK_SIZE=1MB -sFILESYSTEM=0 -sMALLOC=emmalloc
  -Wl,--wrap=siprintf -sEMBIND_AOT -sEXPORTED_RUNTIME_METHODS=HEAPF64
  -sINCOMING_MODULE_JS_API=instantiateWasm,print,printErr)
# Newer versions may return views that grow with the memory, which browsers refuse in many calls.
file(STRINGS ${EMSCRIPTEN_ROOT_PATH}/src/settings.js LIMBER_GROWABLE REGEX "^var GROWABLE_ARRAYBUFFERS")
if(LIMBER_GROWABLE)
  target_link_options(limber_wasm PRIVATE -sGROWABLE_ARRAYBUFFERS=0)
endif()

# Decoder for the compressed module inside the package. It is instantiated by hand, without a loader. Its
# first page holds its tables and its stack, so the caller may use all memory after it.
add_executable(limber_lzma cpp/carry/lzma.cpp)
target_compile_features(limber_lzma PRIVATE cxx_std_23)
target_compile_options(limber_lzma PRIVATE ${LIMBER_FLAGS} -fno-exceptions -fno-rtti -Oz)
set_target_properties(limber_lzma PROPERTIES
  OUTPUT_NAME lzma
  SUFFIX .wasm
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/modules)
target_link_options(limber_lzma PRIVATE
  -Oz -fno-exceptions -fno-rtti --no-entry
  -sSTANDALONE_WASM -sSTACK_SIZE=1KB -sINITIAL_MEMORY=64KB -sALLOW_MEMORY_GROWTH -sEXPORTED_FUNCTIONS=_decode)
