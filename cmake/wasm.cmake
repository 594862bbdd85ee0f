# The WebAssembly module, limber.wasm, and its loader, limber.js.

# The package has a size budget, spent by measured speed: -O3 for code that every iteration of lm runs, -O2
# for the rest of a solve or a step, -Os for solvers that gain almost as much from it, -Oz for all other code,
# which runs once or rarely.
set(LIMBER_O3
    collision/bodies collision/gjk collision/separation descent/distance descent/jacobian_stepper descent/linearisation
    descent/travel goals/pose goals/position model/kinematics numbers/cos_sin numbers/math solvers/lm solvers/lm/descent)
set(LIMBER_O2
    collision/segments collision/shapes collision/tree descent/move)
set(LIMBER_Os
    closed_form/families/spherical closed_form/families/three_parallel closed_form/row/arm_errors
    closed_form/row/closure closed_form/row/lines closed_form/row/nearest closed_form/row/poses
    descent/avoidance goals/orientation model/limits solvers/ccd solvers/fabrik)

# No run-time types, and none of the names that embind makes up without them: a tenth of the module.
set(LIMBER_WASM_FLAGS -flto -fno-rtti)

# Only code for two numbers at once (numbers/lanes.h) uses SIMD: elsewhere it costs CCD a fifth. Without LTO, which would
# give every function the features of all; so the inner loop is inlined here.
function(limber_simd options)
  list(TRANSFORM ARGN REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/cpp/src/\\1.cpp")
  set_source_files_properties(${ARGN} PROPERTIES
    COMPILE_OPTIONS "-msimd128;-fno-lto;${options}" SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
limber_simd("" closed_form/row/closure closed_form/row/nearest closed_form/row/poses closed_form/seven/curve
  goals/direction goals/distance goals/look_at goals/orientation goals/pose goals/position solvers/analytic
  solvers/lm/arm solvers/lm/search)
limber_simd("-mllvm;-inline-threshold=2000" solvers/lm/descent)

add_executable(limber_wasm cpp/bindings/bindings.cpp)
set_target_properties(limber_wasm PROPERTIES
  OUTPUT_NAME limber
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/modules)
limber_library(limber_wasm)
target_compile_options(limber_wasm PRIVATE ${LIMBER_WASM_FLAGS} -Oz)
target_compile_definitions(limber_wasm PRIVATE EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)

set(LIMBER_Oz ${LIMBER_SOURCES})
foreach(level O3 O2 Os Oz)
  if(NOT level STREQUAL Oz)
    list(TRANSFORM LIMBER_${level} REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/cpp/src/\\1.cpp")
    list(REMOVE_ITEM LIMBER_Oz ${LIMBER_${level}})
  endif()
  add_library(limber_${level} OBJECT ${LIMBER_${level}})
  limber_library(limber_${level})
  target_compile_options(limber_${level} PRIVATE ${LIMBER_WASM_FLAGS} -${level})
  # Parts of Eigen under licences other than the MPL must not compile, so that they do not ship.
  target_compile_definitions(limber_${level} PRIVATE EIGEN_MPL2_ONLY)
  target_link_libraries(limber_wasm PRIVATE limber_${level})
endforeach()

# The stack size is given because its default differs between versions. EMBIND_AOT because a page's content
# security policy may forbid the code that embind otherwise generates at run time. The loader always gets the
# compiled module, so it needs to know neither Node nor its own location.
# -O2, because -Os also selects a C library whose memset goes byte by byte. -O2 is larger, but not once
# compressed. Then Binaryen's -O3, which folds constants into the offsets of loads: nothing but the last kilobyte of
# the stack lies so low that such an address could wrap around.
target_link_options(limber_wasm PRIVATE
  -O2 -sBINARYEN_EXTRA_PASSES=--low-memory-unused,-O3 -flto -fno-exceptions -fno-rtti --bind
  -sMODULARIZE -sEXPORT_ES6 -sUSE_ES6_IMPORT_META=0 -sENVIRONMENT=web,worker
  -sALLOW_MEMORY_GROWTH -sSTACK_SIZE=1MB -sFILESYSTEM=0 -sMALLOC=emmalloc
  -Wl,--wrap=siprintf -sEMBIND_AOT -sEXPORTED_RUNTIME_METHODS=HEAPF64
  -sINCOMING_MODULE_JS_API=instantiateWasm,print,printErr)
# Newer versions may return views that grow with the memory, which browsers refuse in many calls.
file(STRINGS ${EMSCRIPTEN_ROOT_PATH}/src/settings.js LIMBER_GROWABLE REGEX "^var GROWABLE_ARRAYBUFFERS")
if(LIMBER_GROWABLE)
  target_link_options(limber_wasm PRIVATE -sGROWABLE_ARRAYBUFFERS=0)
endif()

# The core's tables, for scripts/core-types.mjs; see cpp/bindings/tables.cpp. Linked quickly, because nothing runs it again.
add_executable(limber_tables cpp/bindings/tables.cpp)
limber_library(limber_tables)
target_compile_options(limber_tables PRIVATE ${LIMBER_WASM_FLAGS} -O0)
target_compile_definitions(limber_tables PRIVATE EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
set_target_properties(limber_tables PROPERTIES
  OUTPUT_NAME tables
  SUFFIX .wasm
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/modules)
target_link_libraries(limber_tables PRIVATE limber_O3 limber_O2 limber_Os limber_Oz)
target_link_options(limber_tables PRIVATE
  -O0 -flto -Wl,--lto-O0 -fno-exceptions -fno-rtti --no-entry -sSTANDALONE_WASM -sSTACK_SIZE=1MB
  -sALLOW_MEMORY_GROWTH -sEXPORTED_FUNCTIONS=_tables)

# Decoder for the compressed module inside the package, and its counterpart for the build. They are instantiated
# by hand, without a loader. Their first page holds their tables and their stack, so the caller may use all
# memory after it.
function(limber_carrier name exports)
  add_executable(limber_${name} ${ARGN})
  target_compile_features(limber_${name} PRIVATE cxx_std_23)
  target_compile_options(limber_${name} PRIVATE ${LIMBER_FLAGS} -fno-exceptions -fno-rtti -mbulk-memory -Oz)
  set_target_properties(limber_${name} PROPERTIES
    OUTPUT_NAME ${name}
    SUFFIX .wasm
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/modules)
  target_link_options(limber_${name} PRIVATE
    -Oz -fno-exceptions -fno-rtti --no-entry
    -sSTANDALONE_WASM -sSTACK_SIZE=1KB -sINITIAL_MEMORY=64KB -sALLOW_MEMORY_GROWTH -sEXPORTED_FUNCTIONS=${exports})
endfunction()
limber_carrier(unpack _decode,_join cpp/carry/lzma.cpp cpp/carry/join.cpp)
limber_carrier(split _split,_streamCount cpp/carry/split.cpp)
