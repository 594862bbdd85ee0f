/// The catalogue of joint types: the motions of each.
#pragma once

#include "limber/model.h"

namespace limber {

/// The motions of `joint`, limits included, or the error without the link's name.
Expected<std::vector<Motion>> motionsOf(const JointDescription& joint, ModelOptions options);

/// `[min, max]`, for messages.
std::string intervalText(const Interval& interval);

}  // namespace limber
