/// Quaternion cyclic coordinate descent: from the tips to the base, each joint in turn moves to its own
/// optimum.
///
///   aim      f turns the tool from where it is towards where it should be, as seen from the joint
///   at o:
///            f = (|r||t| + r·t, r × t), not normalised; r = tool − o, t = target − o
///   project  of f, a hinge keeps the turn about its axis w:  θ = 2 atan2(f.xyz · w, f.w)
///   clamp    q ← q + θ inside its interval; a ball inside its swing and twist
///
/// Several tools: their f are added. The lengths |r||t| make Σ f.xyz = Σ r × t, the torque of springs from
/// tools to targets; the joint rests where that is zero, which is where Σ |target − tool|² is smallest. A
/// goal's weight multiplies e, so it counts squared here, as everywhere. A slide, or any coordinate that is
/// not a plain turn, moves by θ = Σ J·e / Σ J·J. Sources: J. Blow, "Inverse Kinematics with Quaternion Joint
/// Limits" (2002); zalo, "Inverse Kinematics" (2019).
#include <algorithm>
#include <vector>

#include "descent/linearisation.h"
#include "descent/move.h"
#include "limber/solve.h"
#include "solvers/solvers.h"

namespace limber::solvers {
namespace {

/// A joint's role for a goal whose tool it carries: move it to its point, turn it, or neither.
enum class Role { point, turn, carry };

/// One goal for one link; `next` is the link's next task.
struct Task {
  int goal;
  Role role;
  int next;
};

/// World from tool, and its target point. The orientation is only updated for goals that need it.
struct Tool : Pose {
  Vec3 wanted = Vec3::Zero();
  bool hasTurn = true;
};

class Ccd final : public Stepper {
 public:
  explicit Ccd(const Problem& problem)
      : firstTask_(problem.model().links.size()), tools_(problem.goals().size()), coupled_(problem.model().nv) {
    const Model& model = problem.model();
    std::size_t most = 0;
    for (const auto& goal : problem.goals()) forEachLinkTowardsRoot(model, goal->link, [&](int) { ++most; });
    tasks_.reserve(most);
    for (const Motion& motion : model.motions) {
      if (motion.mimics) coupled_[motion.vIndex] = true;
    }
  }

  /// With several goals, or with both a point and a turn, a sweep often makes errors worse before later ones
  /// improve them.
  bool goesBack() const override { return isAlone_; }

  void prepare(const Problem& problem, const SolveOptions& options) override {
    stepsSinceSweep_ = 0;
    std::ranges::fill(firstTask_, -1);
    tasks_.clear();
    int aims = 0;
    for (std::size_t g = 0; g < tools_.size(); ++g) {
      const Goal& goal = *problem.goals()[g];
      if (goal.weight == 0) continue;
      addTasks(problem, options, static_cast<int>(g));
      aims += goal.type->hasPoint(goal) + (goal.type->turnCount(goal) > 0);
    }
    isAlone_ = aims == 1;
  }

  double step(Problem& problem, const SolveOptions& options) override {
    const Model& model = problem.model();
    readTools(problem);
    moved_ = 0;
    for (int link = static_cast<int>(model.links.size()); link-- > 0;) {
      for (int m = model.links[link].lastMotion; m-- > model.links[link].firstMotion;) {
        const Motion& motion = model.motions[m];
        if (motion.mimics || isHeld(problem, options, motion)) continue;
        if (coupled_[motion.vIndex]) {
          moveCoupled(problem, options, motion);
        } else if (firstTask_[link] < 0) {
          continue;
        } else if (motion.kind == Motion::Kind::ball) {
          moveBall(problem, options, motion);
        } else if (motion.slides()) {
          moveSlide(problem, options, motion, problem.state.halfTurns[m]);
        } else {
          moveHinge(problem, options, motion, problem.state.halfTurns[m]);
        }
      }
    }
    // Products of half turns lose a digit in some thousand steps, so recompute them now and then.
    if (++stepsSinceSweep_ < 32) {
      sweepFromHalfTurns(problem.state);
    } else {
      sweep(problem.state);
      stepsSinceSweep_ = 0;
    }
    problem.measure();
    return moved_;
  }

 private:
  // --- Roles of joints ---

  /// Counted back from the tool, the first joints that together have the rotational degrees of freedom its
  /// goals need are its wrist and turn it; the joints before them move it to its point. Without a point all
  /// joints turn it; without an orientation all move it to its point. A hinge at the tip about the pointing
  /// axis of the tool does not count.
  void addTasks(const Problem& problem, const SolveOptions& options, int g) {
    const Model& model = problem.model();
    const Goal& goal = *problem.goals()[g];
    const bool hasPoint = goal.type->hasPoint(goal);
    const bool hasTurn = goal.type->turnCount(goal) > 0;
    int wristLeft = wristFreedoms(problem, goal.link);
    bool isTip = true;  // no joint of the wrist passed yet
    forEachLinkTowardsRoot(model, goal.link, [&](int link) {
      const int turns = turningFreedoms(problem, options, model.links[link]);
      const bool isWrist = wristLeft > 0 && turns > 0 && (!isTip || turnsTool(problem, goal.link, link));
      if (isWrist) wristLeft -= turns;
      isTip &= !isWrist;
      Role role = Role::carry;
      if (isWrist && hasTurn) role = Role::turn;
      if (!isWrist && hasPoint) role = Role::point;
      tasks_.push_back({g, role, firstTask_[link]});
      firstTask_[link] = static_cast<int>(tasks_.size()) - 1;
    });
  }

  /// Rotational degrees of freedom that the goals of one link need together.
  static int wristFreedoms(const Problem& problem, int link) {
    int turns = 0;
    bool hasPoint = false;
    for (const auto& goal : problem.goals()) {
      if (goal->weight == 0 || goal->link != link) continue;
      turns += goal->type->turnCount(*goal);
      hasPoint |= goal->type->hasPoint(*goal);
    }
    return hasPoint ? std::min(turns, 3) : std::numeric_limits<int>::max();
  }

  /// Whether the joint of `link` affects an orientation that a goal of `toolLink` needs.
  static bool turnsTool(const Problem& problem, int toolLink, int link) {
    const Link& joint = problem.model().links[link];
    return std::ranges::any_of(problem.goals(), [&](const auto& goal) {
      if (goal->weight == 0 || goal->link != toolLink) return false;
      if (goal->type->angularRows == 0) return false;
      // Inside its room a goal has no rows, but it has a wrist.
      const Pose tool = problem.toolPose(*goal);
      const RowMap map = goal->type->rowMap(hasRoom(*goal) ? nearestExact(*goal, tool) : *goal, tool);
      const Mat3 turns = map.block<3, 3>(goal->type->linearRows, 3);
      for (int m = joint.firstMotion; m < joint.lastMotion; ++m) {
        const Motion& motion = problem.model().motions[m];
        const Vec3& w = problem.state.axes[motion.axisIndex].w;
        if (motion.kind == Motion::Kind::ball || Vec3(turns * w).norm() > 1e-6) return true;
      }
      return false;
    });
  }

  /// Rotational degrees of freedom of a joint that is not fixed and not shared with a mimic.
  int turningFreedoms(const Problem& problem, const SolveOptions& options, const Link& link) const {
    int count = 0;
    for (int m = link.firstMotion; m < link.lastMotion; ++m) {
      const Motion& motion = problem.model().motions[m];
      if (!motion.turns() || coupled_[motion.vIndex] || isHeld(problem, options, motion)) continue;
      for (int k = 0; k < motion.nv(); ++k) count += problem.jointWeights[motion.vIndex + k] > 0;
    }
    return count;
  }

  // --- Aim ---

  /// Calls `each(goal, tool, role)` for every goal to which `link` contributes.
  template <class Each>
  [[gnu::always_inline]] void forTasks(const Problem& problem, int link, Each each) const {
    for (int t = firstTask_[link]; t >= 0; t = tasks_[t].next) {
      const Task& task = tasks_[t];
      if (task.role != Role::carry) each(*problem.goals()[task.goal], tools_[task.goal], task.role);
    }
  }

  static double weightOf(const Goal& goal, Role role) {
    const double weight = role == Role::turn ? goal.angularWeight() : goal.linearWeight();
    return weight * weight;
  }

  /// A rotation has the same weight as a point at the end of the longest chain.
  static double turnScale(const Problem& problem) { return problem.model().size * problem.model().size; }

  /// f of one goal, as seen from the world point `o`.
  static Quat aim(const Problem& problem, const Goal& goal, const Tool& tool, Role role, const Vec3& o) {
    if (role == Role::point) return scaledRotationBetween(tool.p - o, tool.wanted - o);
    Quat turn = goal.type->wantedTurn(goal, tool);
    turn.coeffs() *= std::copysign(turnScale(problem), turn.w());
    return turn;
  }

  // --- Project and clamp ---

  void moveHinge(Problem& problem, const SolveOptions& options, const Motion& motion, HalfTurn& half) {
    const Axis& axis = problem.state.axes[motion.axisIndex];
    double x = 0;  // f.w
    double y = 0;  // f.xyz · w
    forTasks(problem, motion.link, [&](const Goal& goal, const Tool& tool, Role role) {
      const Quat f = aim(problem, goal, tool, role, axis.o);
      const double weight = weightOf(goal, role);
      x += weight * f.w();
      y += weight * f.vec().dot(axis.w);
    });
    const double change = 2 * (x > 0 ? std::atan(y / x) : std::atan2(y, x));
    const double made = moveScrew(problem, options, motion, change, 1);
    if (made == 0) return;
    // x and y are cosine and sine of half the turn, unless a limit, weight or cap has shortened it.
    const double scale = 1 / std::sqrt(x * x + y * y);
    const bool isWhole = std::abs(made - change) < 1e-14 && scale > 0 && std::isfinite(scale);
    turnTools(motion, axis, isWhole ? HalfTurn{scale * x, scale * y} : halfTurn(made), half);
  }

  void moveSlide(Problem& problem, const SolveOptions& options, const Motion& motion, HalfTurn& half) {
    const Axis& axis = problem.state.axes[motion.axisIndex];
    Column column;
    forTasks(problem, motion.link, [&](const Goal& goal, const Tool& tool, Role role) {
      if (role == Role::turn) {
        column.addTurn(problem, goal, tool, axis.w);
      } else {
        column.addPoint(goal, tool, axis.velocityOf(tool.p), norm(axis.w));
      }
    });
    const double made = moveScrew(problem, options, motion, column.step(), unitOf(problem.model(), motion));
    if (made == 0) return;
    for (int t = firstTask_[motion.link]; t >= 0; t = tasks_[t].next) tools_[tasks_[t].goal].p += axis.v * made;
    if (motion.turns()) turnTools(motion, axis, halfTurn(made), half);
  }

  void moveBall(Problem& problem, const SolveOptions& options, const Motion& motion) {
    const Axis* axes = &problem.state.axes[motion.axisIndex];
    Quat sum(0, 0, 0, 0);
    forTasks(problem, motion.link, [&](const Goal& goal, const Tool& tool, Role role) {
      sum.coeffs() += weightOf(goal, role) * aim(problem, goal, tool, role, axes[0].o).coeffs();
    });
    if (sum.coeffs().isZero(0)) return;
    const auto made = changeBall(problem, options, motion, unit(sum));
    if (!made) return;
    moved_ = std::max(moved_, norm(logRotation<double>(*made)));
    const Vec3 v = (Mat3() << axes[0].w, axes[1].w, axes[2].w).finished() * made->vec();
    carryTools(motion.link, axes[0].o, Quat(made->w(), v.x(), v.y(), v.z()));
  }

  /// A coordinate shared by several joints moves tools through all of them, so it takes two full sweeps. With m such
  /// coordinates a step costs O(m n); fingers and grippers have a few.
  void moveCoupled(Problem& problem, const SolveOptions& options, const Motion& leader) {
    sweep(problem.state);
    readTools(problem);
    Column column;
    for (std::size_t g = 0; g < tools_.size(); ++g) {
      const Goal& goal = *problem.goals()[g];
      if (goal.weight == 0) continue;
      Vec3 v = Vec3::Zero();
      Vec3 w = Vec3::Zero();
      double turn = 0;
      for (const Motion& motion : problem.model().motions) {
        const bool carries = motion.link <= goal.link && goal.link < problem.model().links[motion.link].subtreeEnd;
        if (!carries || motion.vIndex != leader.vIndex) continue;
        const Axis& axis = problem.state.axes[motion.axisIndex];
        v += motion.ratio * axis.velocityOf(tools_[g].p);
        w += motion.ratio * axis.w;
        turn += std::abs(motion.ratio) * norm(axis.w);
      }
      if (goal.type->hasPoint(goal)) column.addPoint(goal, tools_[g], v, turn);
      if (goal.type->turnCount(goal) > 0) column.addTurn(problem, goal, tools_[g], w);
    }
    moveScrew(problem, options, leader, column.step(), unitOf(problem.model(), leader));
    sweep(problem.state);
    readTools(problem);
  }

  /// Σ J·e and Σ J·J of one coordinate. A point on a circle curves away from its tangent J, the more so the
  /// larger |e| and `turn`, the radians per unit. Adding |J||e| turn to J·J keeps a step below 1/turn and
  /// vanishes with e.
  struct Column {
    double along = 0;
    double square = 0;

    void addPoint(const Goal& goal, const Tool& tool, const Vec3& J, double turn) {
      const double weight = weightOf(goal, Role::point);
      const Vec3 e = tool.wanted - tool.p;
      along += weight * J.dot(e);
      square += weight * (J.squaredNorm() + turn * norm(J) * norm(e));
    }
    void addTurn(const Problem& problem, const Goal& goal, const Tool& tool, const Vec3& w) {
      const double weight = weightOf(goal, Role::turn) * turnScale(problem);
      along += weight * w.dot(logRotation<double>(goal.type->wantedTurn(goal, tool)));
      square += weight * w.squaredNorm();
    }
    double step() const { return square > 0 ? along / square : 0; }
  };

  double moveScrew(Problem& problem, const SolveOptions& options, const Motion& motion, double change, double unit) {
    const double made = changeScrew(problem, options, motion, change, unit);
    moved_ = std::max(moved_, std::abs(made) / restUnitOf(problem.model(), motion));
    return made;
  }

  // --- Tools ---

  void readTools(const Problem& problem) {
    for (std::size_t g = 0; g < tools_.size(); ++g) {
      const Goal& goal = *problem.goals()[g];
      Tool& tool = tools_[g];
      static_cast<Pose&>(tool) = problem.toolPose(goal);
      tool.wanted = goal.type->wantedPoint(goal, tool);
      tool.hasTurn = goal.type->turnCount(goal) > 0;
    }
  }

  /// Turns the tools that a screw carries, and adds `made` to its half turn: (c, s)(c', s') = (cc' − ss', cs' + sc').
  void turnTools(const Motion& motion, const Axis& axis, const HalfTurn& made, HalfTurn& half) {
    half = {half.cosine * made.cosine - half.sine * made.sine, half.cosine * made.sine + half.sine * made.cosine};
    const Vec3 v = made.sine * axis.w;
    carryTools(motion.link, axis.o, Quat(made.cosine, v.x(), v.y(), v.z()));
  }

  /// Joints later in the sweep are not updated yet, only tools.
  [[gnu::always_inline]] void carryTools(int link, const Vec3& o, const Quat& turn) {
    for (int t = firstTask_[link]; t >= 0; t = tasks_[t].next) {
      Tool& tool = tools_[tasks_[t].goal];
      tool.p = o + turn * Vec3(tool.p - o);
      if (tool.hasTurn) tool.r = turn * tool.r;
    }
  }

  std::vector<int> firstTask_;  ///< first task per link, or −1
  std::vector<Task> tasks_;
  std::vector<Tool> tools_;    ///< world from tool, one per goal, updated as joints move
  std::vector<char> coupled_;  ///< coordinates shared with mimics
  double moved_ = 0;
  bool isAlone_ = false;  ///< a single goal, for either a point or a turn
  int stepsSinceSweep_ = 0;
};

}  // namespace

SolverType ccd() { return makeSolver<Ccd>("ccd", infinity, plainTrees); }

}  // namespace limber::solvers
