/// The one change of a model after it was built.
#pragma once

#include "limber/model.h"

namespace limber {

/// Moves a link's joint in its parent and sets its turn axis; quaternion and axis have unit length. Only for a model
/// that is shared with no one, like a character's. Its size and reach, and scales like them that solvers keep, stay as
/// built.
void moveJoint(const Model& model, int link, const Pose& parentFromJoint, const Vec3& axis);

}  // namespace limber
