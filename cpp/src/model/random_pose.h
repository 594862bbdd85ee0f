/// Random poses and random offsets, to escape local minima.
#pragma once

#include <algorithm>
#include <span>

#include "limber/model.h"
#include "numbers/random.h"

namespace limber {

/// Moves every coordinate by a uniform offset of up to `amplitude` times its range: the width of its limits, at most
/// half a turn; the reach for a slide without limits; a rotation of up to π for a ball. Offsets are multiplied by the
/// joint weights (nv numbers).
void addRandomOffsets(const Model& model, std::span<const double> jointWeights, double amplitude, Random& random,
                      double* q);

/// Draws every coordinate uniformly within its limits: up to half a turn either way for a turn without
/// limits, up to the reach for a slide without limits, and a random rotation for a ball, then clamped.
/// Coordinates of joint weight 0 stay. `part`, from 0 to 1: fraction of the limits, about their middle, to
/// draw from, for slides and for turns limited to less than a whole turn.
void drawPose(const Model& model, std::span<const double> jointWeights, bool limits, Random& random, double* q,
              double part = 1);

/// The fraction of the limits from which restart k of `find` draws: descents often end at a limit, so first from their
/// middle. Chosen for the least work to random poses on eight arms.
inline double partOfRestart(int k) { return std::min(1.0, 0.5 + 0.05 * k); }

}  // namespace limber
