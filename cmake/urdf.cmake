# limber::urdf reads URDF files with libxml2 (Debian: libxml2-dev).
find_package(LibXml2 REQUIRED)
add_library(limber_urdf STATIC
  cpp/src/urdf/text.cpp
  cpp/src/urdf/xml.cpp
  cpp/src/urdf/collision.cpp
  cpp/src/urdf/joint.cpp
  cpp/src/urdf/read.cpp)
add_library(limber::urdf ALIAS limber_urdf)
set_target_properties(limber_urdf PROPERTIES EXPORT_NAME urdf CXX_EXTENSIONS OFF)
target_include_directories(limber_urdf PRIVATE cpp/src)
target_link_libraries(limber_urdf PUBLIC limber PRIVATE LibXml2::LibXml2)
target_compile_options(limber_urdf PRIVATE ${LIMBER_FLAGS} -fno-exceptions)
if(LIMBER_INSTALL)
  include(GNUInstallDirs)
  install(TARGETS limber_urdf EXPORT limber ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
