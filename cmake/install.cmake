# cmake --install puts the library, its headers and the files for find_package(limber CONFIG) below the
# prefix.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(LIMBER_CONFIG_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/limber)

install(TARGETS limber EXPORT limber ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY cpp/include/limber DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT limber NAMESPACE limber:: FILE limber-targets.cmake DESTINATION ${LIMBER_CONFIG_DIR})

# While the major version is 0, each minor version may break compatibility.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/limber-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(
  FILES cmake/limber-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/limber-config-version.cmake
  DESTINATION ${LIMBER_CONFIG_DIR})
