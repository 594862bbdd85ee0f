/// Every pose of an arm that meets its goals, in closed form.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/problem.h"

namespace limber {

/// Seven hinges have curves of poses. One number picks a slice of them: the value of a hinge, or the swivel
/// of the elbow about the line from shoulder to wrist, for arms whose first three and last three axes meet.
struct Redundancy {
  static constexpr int swivel = -1;
  /// The hinge's Motion::qIndex, or `swivel`.
  int qIndex = swivel;
  /// Radians. The swivel is counted about that line, clockwise as seen along it, from where the elbow is on
  /// the side to which the first axis points: 0 is elbow up for an arm that stands upright.
  double value = 0;
};

struct SolutionOptions {
  /// Only poses within the limits, including every allowed whole turn of each hinge.
  bool limits = true;
  /// Largest number of poses to keep, nearest first; 1 or more.
  int most = 64;
  /// For seven hinges: the slice. Default: the slice through the pose nearest to state.q.
  std::optional<Redundancy> redundancy = {};
  /// Without a redundancy: whether to find Solutions::intervals, which takes longer than everything else.
  bool intervals = true;
  /// Metres to keep between bodies: poses that do come first. automatic: collisions are ignored.
  double clearance = automatic;
  /// If no pose is exact, those are listed that meet every goal within these: metres, automatic: 1e-4 of the model's
  /// size; and radians, automatic: 1e-3.
  double tolerance = automatic;
  double angleTolerance = automatic;
  /// Milliseconds after which no further slice of seven hinges is tried; other arms take less than 1. If
  /// finite, the results depend on the machine's speed.
  double maxTime = infinity;
};

/// All poses that meet the goals of a problem, nearest to state.q first. Kept by the caller and refilled:
/// allocates only when it grows.
struct Solutions {
  int count = 0;
  /// count × nq numbers. Coordinates that no goal needs, and those of weight 0, are as in state.q.
  std::vector<double> q;
  /// count × nv numbers: the direction in which a pose can move while its goals stay met, as at a
  /// singularity; zeros for an isolated pose.
  std::vector<double> selfMotion;
  /// With a clearance, the number of collision-free poses, which come first. Otherwise `count`.
  int clearCount = 0;
  /// Whether all isolated poses are included (for seven hinges, all of the slice): none was missed, none left
  /// out because of `most`.
  bool complete = false;
  /// Seven hinges: Redundancy::qIndex of the slice, or nothing.
  std::optional<int> parameter;
  /// Pairs (from, to) of the parameter's values that have poses, ascending. For a swivel or a joint without
  /// limits the last pair may begin below π and end above it. Empty with a redundancy, and for fewer hinges.
  std::vector<double> intervals;
  /// The recognised family, such as "three axes that meet"; empty if nothing could be solved.
  std::string_view family;
  /// Null, or why nothing could be found, or not all within maxTime, or that no pose is exact, or that the hinges
  /// depend on one another. Valid until the next call.
  const char* reason = nullptr;

  /// Working memory: a pose with its whole turns, and its distance from state.q.
  struct Candidate {
    bool collides = false;
    double cost;
    int pose;
    std::array<double, 7> values;
    auto operator<=>(const Candidate&) const = default;
  };
  std::vector<Candidate> nearest;
  std::string text;  ///< buffer for `reason`
};

/// Refills `solutions` and leaves state.q unchanged. Finds all solutions if goals constrain as many degrees
/// of freedom as there are free joints between the root and their link, or more, and then those poses that happen to
/// meet all: with three axes that meet, three
/// parallel axes or three slides from quadratic equations, for other arms of six hinges by elimination
/// (Raghavan and Roth 1993). Refuses other arms with slides. Each solution meets its goals to 1e-10 of the
/// size and 1e-10 rad, plus the rounding of world coordinates, some 4e-10 m at 500 km from the world's
/// origin. If that exceeds a millionth of the size, the arm is refused. Where none does, because the target was rounded
/// at the edge of what the arm reaches, those are listed that are within the tolerances; that there is none is said to
/// be certain only if none is. The distance to state.q is
/// √Σ (Δqᵢ)²/wᵢ, with w the joint weights.
void findSolutions(Problem& problem, const SolutionOptions& options, Solutions& solutions);

}  // namespace limber
