/// Arms with fewer joints than their goals ask for, such as five hinges for a pose: the freedoms to leave free, so that
/// the others can be met in closed form. A pose that meets all is among those that meet these.
#pragma once

#include <span>

#include "closed_form/row/lines.h"

namespace limber::analytic {

/// Of up to six, one bit each.
using Freedoms = unsigned;

/// Five hinges turn the tool about all but one axis, which turns with the arm: a choice that is singular in one pose is
/// not in another.
inline constexpr int mostChoices = 3;

/// Writes choices of `asked` (turns about the tool's point and slides, as lines at zero) to leave free, so that as many
/// as there are joints remain, which the joints can meet in most poses. Returns how many; 0 if the joints depend on one
/// another. Turns are rather left free than slides.
int choicesOf(std::span<const Line> joints, std::span<const Line> asked, const Vec3& tip, double size,
              std::span<Freedoms, mostChoices> choices);

}  // namespace limber::analytic
