/// Checks of sizes, of poses, of links’ names and of loops.
#pragma once

#include "limber/goal.h"
#include "limber/model.h"

namespace limber {

/// tooLarge if `count` exceeds `most`.
std::optional<Error> checkSize(std::size_t count, int most, std::string_view what);

/// tooLarge if a problem cannot have `count` goals and loops together.
std::optional<Error> checkRoom(const Model& model, std::size_t count);

/// notFinite or notUnit, with the pieces of `what` as its name.
std::optional<Error> checkPose(const Pose& pose, std::initializer_list<std::string_view> what);

/// Index of the link with that name, or an error that lists the known names.
Expected<int> linkNamed(const Model& model, std::string_view name);

/// The goal that closes a loop. Errors: unknownLink, badLoop, notFinite, notUnit.
Expected<Goal> closureOf(const Model& model, const LoopDescription& loop);

}  // namespace limber
