/// Reads URDF, the Unified Robot Description Format of ROS: https://wiki.ros.org/urdf/XML
///
/// In a library of its own, `limber::urdf`, which is built with `-DLIMBER_URDF=ON` and needs libxml2. The same files
/// are read as by `fromURDF` in TypeScript, with the same warnings and errors; visuals are not read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "limber/description.h"
#include "limber/error.h"

namespace limber {

/// How the root link is attached to the world; by default it is fixed at the origin. For a robot that moves about, set
/// `rootJoint.type` to `"free"`.
struct UrdfOptions {
  Pose rootOrigin;
  JointDescription rootJoint;
};

struct UrdfModel {
  ModelDescription description;
  /// What was ignored or looks like a mistake, a sentence each with its line.
  std::vector<std::string> warnings;
};

/// Reads a robot from the text of a URDF file, in UTF-8. Links keep their names; the name of the joint above a link is
/// in `joint.name`. By ROS's convention Z is up.
///
/// Defaults are those of the specification: an origin is the identity, an axis is X, and a missing `lower` or `upper`
/// is 0. A bound of 1e9 or more means no limit. Tags that say nothing about how links move are ignored. Fails with
/// `badUrdf`; the text names the line and the element, and says how to correct it.
Expected<UrdfModel> readUrdf(std::string_view text, const UrdfOptions& options = {});

}  // namespace limber
