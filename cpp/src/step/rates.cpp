#include "step/rates.h"

#include <algorithm>

#include "descent/move.h"

namespace limber {
namespace {

/// Tiny, as in LoopRows.
constexpr Damping loopDamping{1e-20, 1e-14};

/// Joints are taken out as long as no goal misses its rate by a tenth of it more; squared.
constexpr double missPart = 1e-2;

int loopRows(const Problem& problem) { return static_cast<int>(problem.errors.size()) - problem.rows(); }

}  // namespace

Rates::Rates(const Problem& problem)
    : lin_(problem),
      loops_(problem),
      avoidance_(problem),
      modes_(problem.rows(), problem.model().nv),
      damped_(loopRows(problem), problem.model().nv),
      levels_(problem),
      A_(problem.rows(), problem.model().nv),
      error_(problem.rows()),
      near_(problem.rows()),
      feed_(problem.rows()),
      wanted_(problem.rows()),
      loopA_(loopRows(problem), problem.model().nv),
      gape_(loopRows(problem)),
      x_(problem.model().nv),
      fixed_(problem.model().nv),
      free_(problem.model().nv),
      before_(problem.model().nv),
      mayMiss_(problem.rows() + 1),
      bounds_(problem.model()),
      sides_(problem.rows()),
      foreseen_(problem.rows()),
      isOn_(problem.rows()),
      velocity_(problem.model().nv) {}

void Rates::prepare(const Problem& problem, const SolveOptions& options) {
  lin_.prepare(problem, options);
  loops_.prepare(problem, options);
  avoidance_.prepare(problem, options);
}

void Rates::readSides(const Problem& problem, std::vector<Side>& sides) const {
  std::ranges::fill(sides, Side::exact);
  for (const auto& block : lin_.blocks()) {
    std::array<double, maxRows> e;
    if (block.hasRoom) readEdges(*block.goal, problem.toolInTarget(*block.goal), e.data(), &sides[block.row]);
  }
}

/// Whether a row is inside its room.
bool Rates::isKept(int row) const { return insideBy(sides_[row], error_[row]) > 0; }

void Rates::linearise(const Problem& problem, const SolveOptions& options, double maxError) {
  lin_.readError(problem, error_);
  readSides(problem, sides_);
  near_ = error_;
  // Room that is left is not shortened, and shortens nothing.
  for (int row = 0; row < lin_.rows(); ++row) near_[row] = isKept(row) ? 0 : near_[row];
  clampErrors(lin_, near_, options.maxError == automatic ? maxError : options.maxError);
  for (int row = 0; row < lin_.rows(); ++row) near_[row] = isKept(row) ? error_[row] : near_[row];
  lin_.readJacobian(problem, false);
  A_.topRows(lin_.rows()) = lin_.J();
  if (!hasLoops()) return;
  loops_.read(problem);
  loopA_.topRows(loops_.rows().rows()) = loops_.rows().J();
}

void Rates::foresee(const Problem& problem, bool feedForward, double h) {
  feed_.setZero();
  if (hasLoops()) loops_.rows().readError(problem, gape_);
  if (!feedForward) return;
  lin_.readError(problem, feed_);
  const double halfTurn = pi * turnWeightOf(problem.model());
  for (const auto& block : lin_.blocks()) {
    auto change = feed_.segment(block.row, block.rows);
    change -= error_.segment(block.row, block.rows);
    // Angles wrap at half a turn.
    for (int i = block.goal->type->linearRows; i < block.rows; i += 3) {
      auto turn = change.segment<3>(i);
      if (turn.norm() > halfTurn * block.angularWeight) turn.setZero();
    }
    change /= h;
  }
  // Another edge is nearer then; neither is near.
  readSides(problem, foreseen_);
  for (int row = 0; row < lin_.rows(); ++row) {
    if (foreseen_[row] != sides_[row]) feed_[row] = 0;
  }
}

/// K e + ẏ.
bool Rates::feedBack(const SolveOptions& options, double h, bool feeds) {
  bool isLowered = false;
  const double fed = feeds;
  double square = 0;
  for (const auto& block : lin_.blocks()) {
    const double gain = block.goal->gain >= 0 ? block.goal->gain : options.gain;
    isLowered |= gain * h > 1 + 1e-9;
    const double K = std::min({gain, 1 / h, mostGain_});
    const auto e = near_.segment(block.row, block.rows);
    wanted_.segment(block.row, block.rows) = K * e + fed * feed_.segment(block.row, block.rows);
    double left = 0;
    for (int i = 0; block.hasRoom && i < block.rows; ++i) left += isKept(block.row + i) ? 0 : e[i] * e[i];
    square += K * h * K * h * (block.hasRoom ? left : e.squaredNorm());
  }
  // What bounds delay overshoots as a longer step would. Before obstacles they need joints that are quick to brake.
  const double delay = motionBounds && !avoidance_.isOn() ? motionBounds->delay() / h : 0;
  damping_ = dampingOf(options, std::sqrt(square) * (1 + delay));
  return isLowered;
}

void Rates::limitGain(const Problem& problem, const SolveOptions& options, double h) {
  mostGain_ = infinity;
  avoidance_.motionBounds = motionBounds;
  if (!motionBounds) return;
  release(problem, options);
  feedBack(options, h, false);
  build(h);
  solve(problem, options);
  const double gain = std::min(options.gain, 1 / h);
  mostGain_ = motionBounds->gainFor(readVelocity(), 1 / gain, gain, false);
}

/// Whether velocities would follow too late for the gain, as where a target shakes: they would overshoot, again and
/// again.
bool Rates::lowersGain(double gain) {
  if (!motionBounds) return false;
  const double K = motionBounds->gainToReach(readVelocity());
  if (!(K < std::min(gain, mostGain_))) return false;
  mostGain_ = K;
  return true;
}

/// No coordinate is locked, no edge on.
void Rates::release(const Problem& problem, const SolveOptions& options) {
  fixed_.setZero();
  free_.setOnes();
  bounds_.read(problem, options, lin_.scale);
  for (int row = 0; row < lin_.rows(); ++row) isOn_[row] = !isEdge(sides_[row]);
}

bool Rates::find(const Problem& problem, const SolveOptions& options, double h) {
  const bool isLowered = feedBack(options, h);
  const double gain = std::min(options.gain, 1 / h);
  release(problem, options);
  if (avoidance_.isOn()) avoidance_.look(problem);
  isTakenOut_ = false;
  // Each pass locks at least one coordinate or adds a bound.
  const int most = lin_.columns() + lin_.rows() + Avoidance::roomFor(problem);
  for (int turns = most; turns >= 0; --turns) {
    build(h);
    solve(problem, options);
    if (turns == most && lowersGain(gain)) {
      feedBack(options, h);
      build(h);
      solve(problem, options);
    }
    if (options.restGain > 0) addRest(problem, options, h);
    x_ += fixed_;
    const bool locks = options.limits && lock(problem, h);
    if (avoidance_.isOn() && turns == most) avoidance_.lookAhead(problem, velocity_ = h * readVelocity());
    const bool bounds = avoidance_.isOn() && avoidance_.bound(problem, lin_.scale, x_, gain);
    if (!activate() && !locks && !bounds && !takeOut(problem, h)) break;
  }
  readVelocity();
  if (avoidance_.isOn()) velocity_ *= avoidance_.part(problem, x_ = h * velocity_);
  if (motionBounds) keepBounds();
  fastest_ = 0;
  for (const Motion& motion : problem.model().motions) {
    if (motion.mimics) continue;
    const double speed = motion.kind == Motion::Kind::ball
                             ? velocity_.segment<3>(motion.vIndex).norm()
                             : std::abs(velocity_[motion.vIndex]) / unitOf(problem.model(), motion);
    fastest_ = std::max(fastest_, speed);
  }
  if (fastest_ > options.maxVelocity && !motionBounds) {
    velocity_ *= options.maxVelocity / fastest_;
    fastest_ = options.maxVelocity;
  }
  return isLowered;
}

/// The rows to solve: zero inside rooms, and in locked coordinates.
void Rates::build(double h) {
  lin_.J() = A_.topRows(lin_.rows());
  lin_.e() = wanted_.head(lin_.rows());
  for (int row = 0; row < lin_.rows(); ++row) {
    if (isOn_[row]) continue;
    lin_.J().row(row).setZero();
    lin_.e()[row] = 0;
  }
  moveLocked(lin_.J(), lin_.e());
  if (!hasLoops()) return;
  Linearisation& loops = loops_.rows();
  loops.J() = loopA_.topRows(loops.rows());
  loops.e() = gape_.head(loops.rows()) / h;
  moveLocked(loops.J(), loops.e());
}

/// Locked coordinates go to the right-hand side: b − A x_fixed, and their columns are zero.
template <class Rows, class Vector>
void Rates::moveLocked(Rows&& rows, Vector&& b) {
  for (int c = 0; c < rows.cols(); ++c) {
    if (fixed_[c] != 0) b -= fixed_[c] * rows.col(c);
    if (free_[c] == 0) rows.col(c).setZero();
  }
  bounds_.removeFrom(rows);
}

void Rates::solve(const Problem& problem, const SolveOptions& options) {
  x_.setZero();
  levels_.higher.clear();
  if (hasLoops()) {
    const Linearisation& loops = loops_.rows();
    damped_.solve(loops.J(), loops.e(), loopDamping, x_);
    levels_.higher.add(loops.J());
  }
  avoidance_.start(levels_.higher, x_, [&](auto&& rows, auto&& wanted) { moveLocked(rows, wanted); });
  levels_.solve(lin_, lin_.levels(), options.restGain > 0, x_, [&](const auto& J, const auto& b, int, auto& x) {
    modes_.solve(J, b, problem.jointWeights, options, damping_, options.maxVelocity, x);
  });
}

/// Adds the pull towards the rest posture, in the null space of all goals.
void Rates::addRest(const Problem& problem, const SolveOptions& options, double h) {
  levels_.readRest(problem, options.restGain, h * lin_.scale);
  auto& pull = levels_.part();
  for (int v = 0; v < pull.size(); ++v) pull[v] *= free_[v];
  bounds_.removeFromVector(pull);
  levels_.addRest(x_);
}

/// A ball that only reaches its limits within the substep is clamped there and locked in the next, because limits of
/// balls are curved.
bool Rates::lock(const Problem& problem, double h) {
  bool locks = bounds_.hold(x_);
  for (const Motion& motion : problem.model().motions) {
    if (!motion.mimics && motion.kind == Motion::Kind::screw) locks |= lockScrew(problem, motion, h);
  }
  return locks;
}

bool Rates::lockScrew(const Problem& problem, const Motion& motion, double h) {
  const int v = motion.vIndex;
  const double scale = lin_.scale[v];
  if (scale == 0 || free_[v] == 0) return false;
  const double q = problem.state.q[motion.qIndex];
  const double next = q + h * scale * x_[v];
  if (motionBounds) {
    const double speed = motionBounds->brake(v, scale * x_[v]);
    if (speed == scale * x_[v]) return false;
    fixed_[v] = speed / scale;
  } else {
    if (next >= motion.limits.min && next <= motion.limits.max) return false;
    fixed_[v] = (clampScrew(motion, next) - q) / (h * scale);
  }
  free_[v] = 0;
  return true;
}

const Eigen::VectorXd& Rates::readVelocity() { return velocity_ = lin_.scale.cwiseProduct(x_); }

/// Locks the hinge or slide that exceeds its velocity most at that velocity, for the rest to be solved again (Flacco et
/// al. 2012). Where that leaves too few, a goal or a loop misses its rate by more, and the last is released. Balls
/// stay: what holds one at its limits needs all of its coordinates.
bool Rates::takeOut(const Problem& problem, double h) {
  if (!motionBounds) return false;
  if (missesMore(h)) {
    x_ = before_;
    return false;
  }
  readVelocity();
  double most = 1;
  int at = -1;
  for (const Motion& motion : problem.model().motions) {
    const int v = motion.vIndex;
    const double ratio = std::abs(velocity_[v]) / motionBounds->most(v);
    if (motion.kind != Motion::Kind::screw || free_[v] == 0 || !(ratio > most)) continue;
    most = ratio;
    at = v;
  }
  if (at < 0) return false;
  before_ = x_;
  fixed_[at] = x_[at] / most;
  free_[at] = 0;
  return isTakenOut_ = true;
}

/// Whether a goal or the loops miss their rates by more than before any coordinate was taken out.
bool Rates::missesMore(double h) {
  const double rounding = 1e-16 * x_.squaredNorm();
  double* most = mayMiss_.data();
  bool misses = false;
  const auto look = [&](const auto& A, const auto& wanted, double seconds, int first, int rows, const char* isOn) {
    double miss = 0;
    double square = 0;
    for (int row = first; row < first + rows; ++row) {
      if (isOn && !isOn[row]) continue;
      const double rate = wanted[row] / seconds;
      const double left = A.row(row).dot(x_) - rate;
      miss += left * left;
      square += rate * rate;
    }
    if (!isTakenOut_) *most = miss + missPart * square + rounding;
    misses |= miss > *most++;
  };
  for (const auto& block : lin_.blocks()) look(A_, wanted_, 1, block.row, block.rows, isOn_.data());
  if (hasLoops()) look(loopA_, gape_, h, 0, static_cast<int>(loops_.rows().rows()), nullptr);
  return misses;
}

/// By one factor to the largest velocities, so that tools keep their directions; then each coordinate to the velocity
/// that it can reach.
void Rates::keepBounds() {
  double part = 1;
  for (int v = 0; v < velocity_.size(); ++v) {
    if (velocity_[v] != 0) part = std::min(part, motionBounds->most(v) / std::abs(velocity_[v]));
  }
  for (int v = 0; v < velocity_.size(); ++v) {
    if (lin_.scale[v] > 0) velocity_[v] = motionBounds->reach(v, part * velocity_[v]);
  }
}

/// Adds edges of rooms that q̇ would pass or approach too fast.
bool Rates::activate() {
  bool isNew = false;
  for (int row = 0; row < lin_.rows(); ++row) {
    if (isOn_[row]) continue;
    const double rate = A_.row(row).dot(x_);
    const double beyond = rate - wanted_[row];
    // An upper edge: d' ≤ K (d* − d) + ẏ.
    if (insideBy(sides_[row], beyond) <= 1e-12 * (1 + std::abs(rate))) continue;
    isOn_[row] = true;
    isNew = true;
  }
  return isNew;
}

}  // namespace limber
