/// Every pose of an arm that meets its goals, in closed form.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/problem.h"

namespace limber {

/// Seven hinges have curves of poses. One number picks a slice of them: the value of a hinge, or the swivel of the
/// elbow about the line from shoulder to wrist, for arms whose first three axes meet and whose last three.
struct Redundancy {
  static constexpr int swivel = -1;
  /// Of the hinge with this place in q (see Motion::qIndex), or `swivel`.
  int qIndex = swivel;
  /// Radians. The swivel's is counted about that line, as seen along it clockwise, from where the elbow is on the side
  /// to which the first axis points: 0 is elbow up for an arm that stands upright.
  double value = 0;
};

struct SolutionOptions {
  /// Only poses within the limits, with every whole turn of a hinge that they allow.
  bool limits = true;
  /// Of the nearest so many are kept; 1 or more.
  int most = 64;
  /// For seven hinges: the slice; without it, the one through the pose that is nearest to state.q.
  std::optional<Redundancy> redundancy = {};
  /// Without a redundancy: whether to find Solutions::intervals, which takes longer than all else.
  bool intervals = true;
  /// Metres to keep between what must not touch: poses that do come first. automatic: all are alike.
  double clearance = automatic;
  /// Milliseconds after which no further slice of seven hinges is tried; less than 1 elsewhere. With it the same input
  /// may give other results on another machine.
  double maxTime = infinity;
};

/// All poses that meet the goals of a problem, nearest to state.q first. Kept by the caller and refilled: it allocates
/// only where it grows.
struct Solutions {
  int count = 0;
  /// count × nq numbers. Coordinates that no goal needs, and those of weight 0, are as in state.q.
  std::vector<double> q;
  /// count × nv numbers: the direction in which a pose can move on without leaving its goals, as at a singularity;
  /// zeros where it stands alone.
  std::vector<double> selfMotion;
  /// With a clearance, how many are clear; they come first. Otherwise `count`.
  int clearCount = 0;
  /// Every isolated pose, of seven hinges every one of the slice, is among them: none is missing, and none was left out
  /// for `most`.
  bool complete = false;
  /// Seven hinges: Redundancy::qIndex of the slice, or nothing.
  std::optional<int> parameter;
  /// Pairs, from and to, of the parameter's values for which there are poses, ascending; a swivel or a joint without
  /// limits may have the last one begin below π and end above. Empty with a redundancy, and for fewer hinges.
  std::vector<double> intervals;
  /// What was recognised, such as "three axes that meet"; empty where nothing could be solved.
  std::string_view family;
  /// Null, or why nothing could be found, or not all within maxTime. Valid until the next call.
  const char* reason = nullptr;

  /// Working memory: a pose with its whole turns, and how far it is from state.q.
  struct Candidate {
    bool collides = false;
    double cost;
    int pose;
    std::array<double, 7> values;
    auto operator<=>(const Candidate&) const = default;
  };
  std::vector<Candidate> nearest;
  std::string text;  ///< of a reason
};

/// Refills `solutions`; state.q stays as it is. Where goals ask for as many degrees of freedom as there are free joints
/// between the root and their link, all solutions are found: those of three axes that meet, of three parallel ones and
/// of three slides from equations of second degree, others of six hinges by elimination (Raghavan and Roth 1993). Other
/// slides are refused. Each meets its goals to 1e-10 of
/// the size and 1e-10 rad, and what world coordinates are rounded to, some 4e-10 m at 500 km from the world's origin.
/// Where that is more than a millionth of the size, the arm is refused. The distance to state.q is √Σ (Δqᵢ)²/wᵢ, with w
/// the joint weights.
void findSolutions(Problem& problem, const SolutionOptions& options, Solutions& solutions);

}  // namespace limber
