/// Reads URDF, the Unified Robot Description Format of ROS: https://wiki.ros.org/urdf/XML
///
/// Part of a separate library, `limber::urdf`, built with `-DLIMBER_URDF=ON`, which needs libxml2. It reads the same
/// files as `fromURDF` in TypeScript, with the same warnings and errors, but no visuals.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "limber/description.h"
#include "limber/error.h"

namespace limber {

/// How the root link is attached to the world: fixed at the origin by default. For a mobile robot set `rootJoint.type`
/// to `"free"`.
struct UrdfOptions {
  Pose rootOrigin;
  JointDescription rootJoint;
};

/// A mesh of a `<collision>`, which is in a file of its own: to be fitted by shapes.
struct UrdfMesh {
  std::string link = {};
  std::string file = {};
  Vec3 scale = Vec3::Ones();
  Pose pose = {};  ///< in the link's frame
};

struct UrdfModel {
  /// Boxes, cylinders, spheres and capsules of `<collision>` are in LinkDescription::collision.
  ModelDescription description;
  std::vector<UrdfMesh> collisionMeshes = {};
  /// What was ignored or looks like a mistake: one sentence each, with the line number.
  std::vector<std::string> warnings;
};

/// Reads a robot from the text of a URDF file, in UTF-8. Links keep their names; the name of the joint above a link is
/// in `joint.name`. Z is up, as usual in ROS.
///
/// Defaults follow the specification: an origin is the identity, an axis is X, and a missing `lower` or `upper` is 0. A
/// bound of 1e9 or more means no limit. Tags that do not affect kinematics are ignored. Errors are `badUrdf`; the text
/// names the line and the element and says how to correct it.
Expected<UrdfModel> readUrdf(std::string_view text, const UrdfOptions& options = {});

}  // namespace limber
