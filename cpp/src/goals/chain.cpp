#include <array>
#include <bit>
#include <cmath>

#include "goals/goals.h"
#include "goals/least_turn.h"
#include "linear/damped.h"
#include "linear/singular_values.h"
#include "numbers/random.h"

namespace limber::goals {
namespace {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

/// Index in Goal::parameters of the room of each joint.
constexpr int withinAt = 12;

constexpr std::array<std::string_view, 6> jointNames = {"transX", "transY", "transZ", "rotX", "rotY", "rotZ"};

/// The virtual joint at a place of the chain, as an index of jointNames; the first for values that
/// Chain::check refuses.
int jointAt(const Goal& goal, int place) {
  const double joint = goal.parameters[place];
  return joint >= 0 && joint < 6 ? static_cast<int>(joint) : 0;
}
bool isTurn(const Goal& goal, int place) { return jointAt(goal, place) >= 3; }
bool isWanted(const Goal& goal, int place) { return goal.parameters[6 + place] != 0; }

/// The end of the virtual chain for given values, and J_f: per joint, the velocity [of its origin; angular],
/// in the target's frame.
struct Feature {
  Pose end;
  Mat6 jacobian;

  Feature(const Goal& goal, const Vec6& x) {
    std::array<Vec3, 6> axis, origin;
    for (int i = 0; i < 6; ++i) {
      const Vec3 along = Vec3::Unit(jointAt(goal, i) % 3);
      axis[i] = end.r * along;
      origin[i] = end.p;
      if (isTurn(goal, i)) {
        end.r = end.r * expRotation<double>(x[i] * along);
      } else {
        end.p += x[i] * axis[i];
      }
    }
    end.r.normalize();
    for (int i = 0; i < 6; ++i) {
      const bool turns = isTurn(goal, i);
      jacobian.col(i).head<3>() = turns ? axis[i].cross(end.p - origin[i]) : axis[i];
      jacobian.col(i).tail<3>() = turns ? axis[i] : Vec3(Vec3::Zero());
    }
  }
};

/// The length that divides rows and slides of a chain.
double lengthOf(const Goal& goal, const Vec6& x, const Pose& tool) {
  double most = norm(tool.p);
  for (int i = 0; i < 6; ++i) {
    if (!isTurn(goal, i)) most = std::max(most, std::abs(x[i]));
  }
  return most > 0 ? most : 1;
}

/// Error from the chain's end to the tool, and J_f, both dimensionless.
struct Gape {
  Vec6 left;
  Mat6 jacobian;
  Vec6 unit;  ///< of each joint

  Gape(const Goal& goal, const Vec6& x, const Pose& tool, double length) {
    const Feature feature(goal, x);
    left.head<3>() = (tool.p - feature.end.p) / length;
    left.tail<3>() = logRotation<double>(tool.r * feature.end.r.conjugate());
    jacobian = feature.jacobian;
    jacobian.topRows<3>() /= length;
    for (int i = 0; i < 6; ++i) {
      unit[i] = isTurn(goal, i) ? 1 : length;
      jacobian.col(i) *= unit[i];
    }
  }
};

constexpr double rounding = 1e-15;
constexpr double closed = 1e-9;
constexpr int mostSteps = 50;
/// Starts in addition to that from Goal::memory; a chain that could not be closed gets fewer.
constexpr int mostStarts = 24, fewStarts = 2;

/// Index in Goal::memory of a decaying count of failed closings; the values of the six joints come before it.
constexpr int failures = 6;
/// Factor on the count after each successful closing.
constexpr double remembered = 0.9;
constexpr std::uint64_t often = 32;

/// Reused, because a goal's error must not allocate.
thread_local struct {
  SingularValues svd{6, 6};
  Damped damped{6, 6};
  Eigen::VectorXd step{6};
} memory;

/// Newton's method, damped while far away: x ← x + (J_fᵀJ_f + μI)⁻¹ J_fᵀ left, μ = s |left|², with larger s
/// after a step that does not help. Returns the remaining gap.
double closeFrom(const Goal& goal, const Pose& tool, double length, Vec6& x) {
  Gape gape(goal, x, tool, length);
  double left = gape.left.norm();
  double strength = 1e-3;
  for (int i = 0; i < mostSteps && left > rounding && strength < 1e8; ++i) {
    memory.damped.solve(gape.jacobian, gape.left, Damping{strength * left * left + 1e-14}, memory.step);
    const Vec6 next = x + gape.unit.cwiseProduct(memory.step);
    const Gape then(goal, next, tool, length);
    const double after = then.left.norm();
    if (!(after < left)) {
      // Closed to rounding.
      if (left < closed) break;
      strength *= 10;
      continue;
    }
    x = next;
    gape = then;
    left = after;
    strength = std::max(strength * 0.1, 1e-3);
  }
  return left;
}

void takeOffWholeTurns(const Goal& goal, Vec6& x) {
  for (int i = 0; i < 6; ++i) {
    if (isTurn(goal, i)) x[i] = std::remainder(x[i], 2 * pi);
  }
}

/// Values at which the chain ends at the tool, or as near to it as possible.
struct Closing {
  Vec6 x;
  bool isClosed;
};

/// Newton's method from `goal.memory`, so that the values change continuously; if that fails, from up to
/// `starts` random starts, drawn from `seed`.
Closing closeWith(const Goal& goal, const Pose& tool, int starts, std::uint64_t seed) {
  Vec6 best = Eigen::Map<const Vec6>(goal.memory.data());
  if (!tool.p.allFinite() || !tool.r.coeffs().allFinite()) return {best, false};
  const double length = lengthOf(goal, best, tool);
  double left = closeFrom(goal, tool, length, best);
  Random random(seed);
  for (int k = 0; k < starts && !(left < closed); ++k) {
    Vec6 x;
    for (int i = 0; i < 6; ++i) x[i] = isTurn(goal, i) ? random.between(-pi, pi) : random.between(-length, length);
    const double gape = closeFrom(goal, tool, length, x);
    if (!(gape < left)) continue;
    left = gape;
    best = x;
  }
  takeOffWholeTurns(goal, best);
  return {best, left < closed};
}

/// Many starts if the chain was closed last time. A chain that may never close gets a few per step, different
/// ones each time; later only at its 32nd, 64th, 128th … failure, and none between, so that a small problem
/// cannot take seconds.
Closing closeAtStep(const Goal& goal, const Pose& tool) {
  const auto failed = static_cast<std::uint64_t>(goal.memory[failures]);
  const int starts = failed == 0 ? mostStarts : failed < often || std::has_single_bit(failed) ? fewStarts : 0;
  return closeWith(goal, tool, starts, 1 + failed);
}
Vec6 closeChain(const Goal& goal, const Pose& tool) {
  return closeWith(goal, tool, goal.memory[failures] >= 1 ? 0 : mostStarts, 1).x;
}

/// J_f⁺ without directions that hardly move the chain.
Mat6 inverseAt(const Goal& goal, const Vec6& x, const Pose& tool) {
  const double length = lengthOf(goal, x, tool);
  const Gape gape(goal, x, tool, length);
  SingularValues& svd = memory.svd;
  svd.compute(gape.jacobian);
  Mat6 inverse = Mat6::Zero();
  svd.forEachMode(1e-8 * svd.sigma(0), [&](double sigma, const auto& u, const auto& scaledV) {
    for (int i = 0; i < 6; ++i) inverse.col(i) += u[i] / (sigma * sigma) * scaledV;
  });
  inverse = gape.unit.asDiagonal() * inverse;
  inverse.leftCols<3>() /= length;
  return inverse;
}

/// Calls `take(row, joint)` for every chosen joint: slides in the first three rows, turns in the last.
template <class F>
void forEachRow(const Goal& goal, F&& take) {
  int slide = 0;
  int turn = 3;
  for (int i = 0; i < 6; ++i) {
    if (!isWanted(goal, i)) continue;
    const int row = isTurn(goal, i) ? turn++ : slide++;
    // Chain::check refuses more than there are rows.
    if (row < (isTurn(goal, i) ? 6 : 3)) take(row, i);
  }
}

/// Values of some of six virtual joints Xf from the target's frame to the tool: e = yd − y, less their room, y = C_f
/// Xf. With V = J_f dXf/dt, −∂e/∂V = C_f J_f⁻¹.
struct Chain {
  static constexpr const char* name = "chain";
  static constexpr int targetSize = 6, linearRows = 3, angularRows = 3;
  static constexpr bool needsJacobian = true;

  /// The joints in order from the target's frame, and the indices of the chosen ones.
  static constexpr std::array parameters = {choiceField("chain", 0, 6, jointNames, {0, 1, 2, 3, 4, 5}),
                                            setField("rows", 6, 6, {}, {1, 1, 1, 1, 1, 1}), withinField(withinAt, 6)};

  static std::optional<Error> check(const Goal& goal, const Model&);
  static void follow(Goal& goal, const State&, const Pose& tool);
  static void forget(Goal& goal) { goal.memory.fill(0); }

  template <class S>
  static void error(const Aim<S>& aim, const PoseT<S>& tool, S* e) {
    const Goal& goal = aim.goal;
    std::fill_n(e, 6, 0.0);
    const Vec6 x = closeChain(goal, tool);
    forEachRow(goal, [&](int row, int joint) {
      const double left = goal.target[joint] - x[joint];
      e[row] = isTurn(goal, joint) ? left - 2 * pi * std::round(left / (2 * pi)) : left;
    });
  }

  static RowMap rowMap(const Aim<double>& aim, const Pose& tool) {
    const Mat6 inverse = inverseAt(aim.goal, closeChain(aim.goal, tool), tool);
    RowMap map = RowMap::Zero();
    forEachRow(aim.goal, [&](int row, int joint) { map.row(row) = inverse.row(joint); });
    return map;
  }

  static bool hasRoom(const Goal& goal) { return !areExact(goal, withinAt, 6); }
  static Room room(const Goal& goal) {
    Room room{.rows = {}, .areOnCircle = true};
    forEachRow(goal, [&](int row, int joint) { room.rows[row] = roomAt(goal, withinAt + 2 * joint); });
    return room;
  }
  static void close(Goal& goal) { closeRoom(goal, withinAt, 6); }

  /// The tool's pose with the target values; other values are unchanged.
  static Pose wanted(const Goal& goal, const Pose& tool) {
    Vec6 x = closeChain(goal, tool);
    std::array<double, 6> e;
    if (hasRoom(goal)) leave(goal, tool, e.data(), nullptr);
    forEachRow(goal, [&](int row, int joint) { x[joint] = hasRoom(goal) ? x[joint] + e[row] : goal.target[joint]; });
    return Feature(goal, x).end;
  }
  static bool hasPoint(const Goal&) { return true; }
  static Vec3 wantedPoint(const Goal& goal, const Pose& tool) { return wanted(goal, tool).p; }
  static int turnCount(const Goal&) { return 3; }
  static Quat wantedTurn(const Goal& goal, const Pose& tool) { return wanted(goal, tool).r * tool.r.conjugate(); }

  static void targetAt(const Goal& goal, const Pose& tool, double* target) {
    Eigen::Map<Vec6>{target} = closeChain(goal, tool);
  }
};

/// Error of the chosen values, slides relative to `length`.
double distanceLeft(const Goal& goal, const Vec6& x, double length) {
  double square = 0;
  forEachRow(goal, [&](int, int joint) {
    const double left = goal.target[joint] - x[joint];
    const double e = isTurn(goal, joint) ? std::remainder(left, 2 * pi) : left / length;
    square += e * e;
  });
  return std::sqrt(square);
}

/// A chain can end at the tool in several ways: turns by π about x, y and z cancel, and a slide can go backwards. Far
/// from the target, another way may be nearer.
void Chain::follow(Goal& goal, const State&, const Pose& tool) {
  auto [x, isClosed] = closeAtStep(goal, tool);
  const double length = lengthOf(goal, x, tool);
  double left = distanceLeft(goal, x, length);
  if (left > 1 && std::isfinite(left)) {
    bool isBackwards = false;
    Vec6 y = x;
    forEachRow(goal, [&](int, int joint) {
      y[joint] = goal.target[joint];
      isBackwards |= !isTurn(goal, joint) && x[joint] * goal.target[joint] < 0;
    });
    Random random(2);
    for (int tries = isBackwards ? 12 : 1; tries > 0; --tries) {
      const bool closes = closeFrom(goal, tool, length, y) < closed;
      const double otherLeft = distanceLeft(goal, y, length);
      // Only if twice as near, or forwards, so that it does not switch back.
      if (closes && otherLeft < (isBackwards ? 1 : 0.5) * left) {
        x = y;
        left = otherLeft;
      }
      for (int i = 0; i < 6; ++i) {
        if (isTurn(goal, i)) y[i] = random.between(-pi, pi);
        if (!isTurn(goal, i)) y[i] = goal.target[i];
      }
    }
    takeOffWholeTurns(goal, x);
  }
  Eigen::Map<Vec6>{goal.memory.data()} = x;
  goal.memory[failures] = isClosed ? remembered * goal.memory[failures] : goal.memory[failures] + 1;
}

/// Whether the chain has six degrees of freedom.
bool isComplete(const Goal& goal) {
  Random random(1);
  for (int tries = 0; tries < 4; ++tries) {
    Vec6 x;
    for (double& value : x) value = random.between(-1, 1);
    memory.svd.compute(Feature(goal, x).jacobian);
    if (memory.svd.sigma(5) > 1e-6 * memory.svd.sigma(0)) return true;
  }
  return false;
}

std::optional<Error> Chain::check(const Goal& goal, const Model&) {
  int slides = 0;
  int turns = 0;
  for (int i = 0; i < 6; ++i) {
    if (isWanted(goal, i)) ++(isTurn(goal, i) ? turns : slides);
  }
  if (slides > 3 || turns > 3) {
    return makeError(ErrorCode::badGoal, {"the chain has targets for ", text(slides), " slides and ", text(turns),
                                          " turns; give three of each at most, and another goal for the rest"});
  }
  if (!isComplete(goal)) {
    return makeError(ErrorCode::badGoal, {"the chain's six joints cannot reach every pose; give six that can, as three "
                                          "slides and three turns about different axes"});
  }
  return std::nullopt;
}

}  // namespace

GoalType chain() { return makeType<Chain>(); }

}  // namespace limber::goals
