/// lm's damping, one rule for all widths: μ|e|²s², where s² is the mean of J Jᵀ's diagonal; see solvers/lm.cpp.
#pragma once

#include "linear/damped.h"
#include "numbers/lanes.h"

namespace limber::arms {

/// Of one iteration.
inline constexpr int mostDampings = 8;
/// Chosen with the factors below for the fewest iterations to random poses on eleven arms.
inline constexpr double firstDamping = 0.3;

template <class S>
S dampingOf(const S& mu, const S& errorSquare, const S& meanSquare) {
  return S(1e-14) + mu * errorSquare * meanSquare;
}

template <class S, class Condition>
S nextDamping(const S& mu, const Condition& isBetter) {
  return choose(isBetter, larger(S(S(0.3) * mu), S(1e-12)), smaller(S(S(4) * mu), S(1e12)));
}

}  // namespace limber::arms
