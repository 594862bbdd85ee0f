#include "solvers/autodiff/dual_error.h"

#include <algorithm>

#include "descent/linearisation.h"

namespace limber::solvers {
namespace {

/// Error beyond which a goal counts by its distance.
constexpr double farAway = 10;

/// `weight` · e, split into a part of at most `farAway` and the rest, also if the product overflows.
struct Pull {
  Vec3 counts;
  Vec3 beyond;
};
Pull pullOf(double weight, const Vec3& e) {
  const Vec3 whole = weight * e;
  if (!(weight * norm(e) > farAway)) return {whole, Vec3::Zero()};
  const Vec3 counts = farAway * unit(e);
  return {counts, whole - counts};
}

}  // namespace

DualError::DualError(const Problem& problem)
    : scale(problem.model().nv),
      perReach_(1 / problem.model().reach),
      perTurn_(turnWeightOf(problem.model())),
      pull_(problem.rows()),
      shift_(problem.rows()),
      q_(problem.model().nq),
      dq_(problem.model().nv),
      poses_(problem.model().links.size()) {
  const Model& model = problem.model();
  std::size_t most = 0;
  for (const auto& goal : problem.goals()) forEachMotionTowardsRoot(model, goal->link, [&](const Motion&) { ++most; });
  carried_.reserve(most);
  wishes_.reserve(problem.goals().size());
  movers_.reserve(model.motions.size());
}

void DualError::prepare(const Problem& problem, const SolveOptions& options) {
  readScale(problem, options, scale);
  wishes_.clear();
  double greatest = 0;
  for (const auto& goal : problem.goals()) {
    if (!(goal->weight > 0)) continue;
    wishes_.push_back({goal.get(), {}});
    greatest = std::max({greatest, goal->linearWeight(), goal->angularWeight()});
  }
  // Weights are relative to the largest, or a goal of large weight would count as far away.
  greatest_ = greatest > 0 ? greatest : 1;
  findMovers(problem);
}

void DualError::findMovers(const Problem& problem) {
  const Model& model = problem.model();
  movers_.clear();
  carried_.clear();
  for (std::size_t m = 0; m < model.motions.size(); ++m) {
    const Motion& motion = model.motions[m];
    if (scale.segment(motion.vIndex, motion.nv()).isZero(0)) continue;
    const int first = static_cast<int>(carried_.size());
    for (std::size_t w = 0; w < wishes_.size(); ++w) {
      const int link = wishes_[w].goal->link;
      if (link >= motion.link && link < model.links[motion.link].subtreeEnd) carried_.push_back(static_cast<int>(w));
    }
    const int last = static_cast<int>(carried_.size());
    if (last > first) movers_.push_back({static_cast<int>(m), first, last});
  }
}

double DualError::rowWeight(const Goal& goal, int row) const {
  return row < goal.type->linearRows ? goal.linearWeight() / greatest_ * perReach_
                                     : goal.angularWeight() / greatest_ * perTurn_;
}

void DualError::read(const Problem& problem) {
  for (Wish& wish : wishes_) {
    const Goal& goal = *wish.goal;
    wish.tool = problem.toolPose(goal);
    for (int row = 0; row < goal.type->rows(); row += 3) {
      const int at = goal.firstRow + row;
      const Eigen::Map<const Vec3> e(problem.errors.data() + at);
      const Pull pull = pullOf(rowWeight(goal, row), e);
      pull_.segment<3>(at) = pull.counts;
      shift_.segment<3>(at) = pull.beyond;
    }
  }
}

double DualError::change(const Problem& problem) const {
  // ½(a² − b²) as ½(a − b)(a + b), which is accurate for nearly equal a and b. The square about the shifted target
  // bounds Huber's loss from above.
  double twice = 0;
  for (const Wish& wish : wishes_) {
    const Goal& goal = *wish.goal;
    for (int row = 0; row < goal.type->rows(); ++row) {
      const int at = goal.firstRow + row;
      const double now = rowWeight(goal, row) * problem.errors[at] - shift_[at];
      twice += (now - pull_[at]) * (now + pull_[at]);
    }
  }
  return 0.5 * twice;
}

void DualError::findGradient(const Problem& problem, Eigen::VectorXd& g) {
  g.setZero();
  std::ranges::copy(problem.state.q, q_.begin());
  std::ranges::transform(problem.state.poses, poses_.begin(), [](const Pose& pose) { return pose.cast<Dual>(); });
  for (const Mover& mover : movers_) addSlopes(problem, mover, g);
}

/// A motion moves everything it carries as one rigid body, so only its link's pose needs dual numbers. Mimics
/// add to their leader's coordinate.
void DualError::addSlopes(const Problem& problem, const Mover& mover, Eigen::VectorXd& g) {
  const Model& model = problem.model();
  const Motion& motion = model.motions[mover.motion];
  std::array<PoseT<Dual>, 3> moved;
  for (int k = 0; k < motion.nv(); ++k) {
    std::array<Dual, 3> step;
    step[k].derivative = scale[motion.vIndex + k];
    integrate(motion, step.data(), &q_[motion.qIndex]);
    moved[k] = linkPose(model, motion.link, q_.data(), poses_.data());
    std::copy_n(&problem.state.q[motion.qIndex], motion.nq(), &q_[motion.qIndex]);
  }
  const Pose linkFromWorld = problem.state.poses[motion.link].inverse();
  for (int i = mover.first; i < mover.last; ++i) {
    const Wish& wish = wishes_[carried_[i]];
    const PoseT<Dual> linkFromTool = (linkFromWorld * wish.tool).cast<Dual>();
    for (int k = 0; k < motion.nv(); ++k) g[motion.vIndex + k] -= pullAlong(*wish.goal, moved[k] * linkFromTool);
  }
}

double DualError::pullAlong(const Goal& goal, const PoseT<Dual>& tool) const {
  std::array<Dual, maxRows> e;
  goal.type->dualError(goal, tool, e.data());
  double sum = 0;
  for (int row = 0; row < goal.type->rows(); ++row)
    sum -= pull_[goal.firstRow + row] * rowWeight(goal, row) * e[row].derivative;
  return sum;
}

double DualError::curvatureAlong(const Problem& problem, const Eigen::VectorXd& x) {
  const Model& model = problem.model();
  for (int v = 0; v < model.nv; ++v) dq_[v] = Dual(0, scale[v] * x[v]);
  std::ranges::copy(problem.state.q, q_.begin());
  integrate(model, dq_.data(), q_.data());
  forwardKinematics(model, q_.data(), poses_.data());
  double square = 0;
  for (const Wish& wish : wishes_) {
    const Goal& goal = *wish.goal;
    std::array<Dual, maxRows> e;
    goal.type->dualError(goal, poses_[goal.link] * goal.linkFromTool.cast<Dual>(), e.data());
    for (int row = 0; row < goal.type->rows(); ++row) {
      const double slope = rowWeight(goal, row) * e[row].derivative;
      square += slope * slope;
    }
  }
  return square;
}

}  // namespace limber::solvers
