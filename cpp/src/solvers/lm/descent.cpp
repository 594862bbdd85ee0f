#include "solvers/lm/descent.h"

#include <algorithm>
#include <utility>

#include "problem/reached.h"
#include "solvers/lm/damping.h"

namespace limber::arms {
namespace {

constexpr int mostHolds = 8;
/// Reaches. An arm stays within one of its base, so no error grows to ten.
constexpr double farthest = 7;

/// In both lanes.
bool isZero(const Mat3T<Lanes>& a) {
  Mask isMore = maskOf(false, false);
  for (const Lanes& each : a.reshaped()) isMore |= !(abs(each) <= Lanes(0));
  return !any(isMore);
}

PoseT<Lanes> poseOf(const Frame<Lanes>& frame) { return {frame.p, quaternionOf(frame)}; }

}  // namespace

void PairOfDescents::prepare(const Problem& problem, const SolveOptions& options) {
  problem_ = &problem;
  options_ = &options;
  goal_ = &arm_.goal();
  rows_ = goal_->type->rows();
  linear_ = goal_->type->linearRows;
  const double linear = linear_ > 0 ? goal_->linearWeight() : 0;
  const double angular = linear_ < rows_ ? goal_->angularWeight() : 0;
  const double largest = std::max(linear, angular);
  perReach_ = largest > 0 ? linear / largest / problem.model().reach : 0;
  perTurn_ = largest > 0 ? angular / largest * turnWeightOf(problem.model()) : 0;
  maxError_ = options.maxError == automatic ? 1 : options.maxError;
  for (int i = 0; i < arm_.count(); ++i) {
    lower_[i] = arm_[i].limits.min;
    upper_[i] = arm_[i].limits.max;
  }
}

void PairOfDescents::load(int lane, const double* q, const double* target, const Plan::Descent& descent,
                          const Deadline& deadline) {
  // An idle lane does the same, because stale numbers may be slow.
  const bool isAlone = !lanes_[1 - lane].isLive;
  const auto set = [&](Lanes& to, double number) {
    to.set(lane, number);
    if (isAlone) to.set(1 - lane, number);
  };
  for (int i = 0; i < arm_.count(); ++i) set(at_[now_].q[i], q[arm_[i].qIndex]);
  std::array<double, 7> unitTarget{};
  std::copy_n(target, goal_->type->targetSize, unitTarget.begin());
  if (const int at = goal_->type->quaternionAt; at >= 0) writeQuat(unit(readQuat(target + at)), &unitTarget[at]);
  for (int k = 0; k < 7; ++k) set(target_[k], unitTarget[k]);
  set(mu_, firstDamping);
  lanes_[lane] = {.isLive = true, .isFresh = true, .isLoaded = true, .descent = descent, .deadline = deadline};
}

int PairOfDescents::run() {
  for (;;) {
    if (lanes_[0].isLoaded || lanes_[1].isLoaded) look(at_[now_]);
    for (int lane = 0; lane < 2; ++lane) {
      if (std::exchange(lanes_[lane].isLoaded, false)) begin(lane);
      if (lanes_[lane].isLive && lanes_[lane].isFresh && isOver(lane)) {
        lanes_[lane].isLive = false;
        return lane;
      }
    }
    tryStep();
  }
}

/// The sweep and the errors at a pose. A lane that stays gets the bits that it has. Not inlined, because two copies
/// within run() make WebAssembly a tenth slower.
[[gnu::noinline]] void PairOfDescents::look(At& at) {
  arm_.sweep(at.q.data(), at.sweep);
  measure(at.sweep, at.errors);
}

void PairOfDescents::begin(int lane) {
  Lane& it = lanes_[lane];
  const Errors& now = at_[now_].errors;
  const Residual left = {now.distance[lane], now.angle[lane]};
  it.end.isFar = !(perReach_ * left.distance <= farthest);
  it.end.start.read(*problem_, *goal_, left, *options_);
  const auto isNearGoal = [&] { return isNear(*problem_, *goal_, left); };
  it.end.progress.begin(it.end.start, it.descent.isImpatient(*options_, isNearGoal));
}

void PairOfDescents::measure(const Sweep<Lanes>& at, Errors& to) const {
  std::array<Lanes, maxRows> e{};
  goal_->type->laneRows({*goal_, target_.data()}, poseOf(at.tool), e.data(), to.map);
  const auto square = [&](int first, int last) {
    Lanes sum = 0;
    for (int i = first; i < last; ++i) sum += e[i] * e[i];
    return sum;
  };
  to.distance = sqrt(square(0, linear_));
  to.angle = sqrt(square(linear_, rows_));
  to.square = 0;
  for (int i = 0; i < rows_; ++i) {
    const Lanes unit = i < linear_ ? perReach_ : perTurn_;
    to.e[i] = unit * e[i];
    to.map.row(i) *= unit;
    to.square += to.e[i] * to.e[i];
  }
}

bool PairOfDescents::isOver(int lane) {
  Lane& it = lanes_[lane];
  End& end = it.end;
  const Errors& now = at_[now_].errors;
  end.distance.read(*problem_, *goal_, {now.distance[lane], now.angle[lane]}, *options_);
  return end.distance.reached() || end.isFar || end.progress.isOver(end.distance, *options_, it.deadline);
}

void PairOfDescents::tryStep() {
  if (lanes_[0].isFresh || lanes_[1].isFresh) readJacobian();
  solve();
  // q ← q + part · scale · x, within the limits
  At& now = at_[now_];
  At& tried = at_[1 - now_];
  Lanes most = 0;
  for (int i = 0; i < arm_.count(); ++i) {
    x_[i] *= Lanes(arm_[i].scale);
    most = larger(most, abs(x_[i]) * Lanes(arm_[i].perUnit));
  }
  const Lanes part = choose(most > Lanes(options_->maxStep), Lanes(options_->maxStep) / most, Lanes(1));
  Lanes moved = 0;
  for (int i = 0; i < arm_.count(); ++i) {
    tried.q[i] = smaller(larger(now.q[i] + part * x_[i], lower_[i]), upper_[i]);
    moved = larger(moved, abs(tried.q[i] - now.q[i]) * Lanes(arm_[i].perRestUnit));
  }
  look(tried);

  const Mask isBetter = tried.errors.square < now.errors.square;
  mu_ = nextDamping(mu_, isBetter);
  take(isBetter);
  for (int lane = 0; lane < 2; ++lane) {
    Lane& it = lanes_[lane];
    if (!it.isLive) continue;
    it.isFresh = isBetter[lane] || ++it.tries == mostDampings;
    if (!it.isFresh) continue;
    it.tries = 0;
    it.end.progress.count(moved[lane]);
  }
}

/// Makes the tried pose the present one in the lanes where it is better.
void PairOfDescents::take(Mask isBetter) {
  if (isBetter[0] && isBetter[1]) {
    now_ = 1 - now_;
    return;
  }
  if (!any(isBetter)) return;
  At& now = at_[now_];
  const At& tried = at_[1 - now_];
  const auto choose = [&](auto& now, const auto& tried) { now = limber::choose(isBetter, tried, now); };
  for (int i = 0; i < arm_.count(); ++i) {
    choose(now.q[i], tried.q[i]);
    choose(now.sweep.w[i], tried.sweep.w[i]);
    choose(now.sweep.o[i], tried.sweep.o[i]);
  }
  choose(now.sweep.tool.X, tried.sweep.tool.X);
  choose(now.sweep.tool.Y, tried.sweep.tool.Y);
  choose(now.sweep.tool.Z, tried.sweep.tool.Z);
  choose(now.sweep.tool.p, tried.sweep.tool.p);
  for (int i = 0; i < rows_; ++i) choose(now.errors.e[i], tried.errors.e[i]);
  choose(now.errors.map, tried.errors.map);
  choose(now.errors.square, tried.errors.square);
  choose(now.errors.distance, tried.errors.distance);
  choose(now.errors.angle, tried.errors.angle);
}

/// J and the shortened e at the present pose. Joints that the gradient would take out of their limits are held, in a
/// lane with another try also those that were.
void PairOfDescents::readJacobian() {
  const auto& [q, sweep, errors] = at_[now_];
  Lanes longest = 0;
  for (int first = 0; first < rows_; first += 3) {
    const Lanes* e = &errors.e[first];
    longest = larger(longest, e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
  }
  longest = sqrt(longest);
  const Lanes part = choose(longest > Lanes(maxError_), Lanes(maxError_) / longest, Lanes(1));
  for (int i = 0; i < rows_; ++i) e_[i] = part * errors.e[i];
  const Mask isNew = maskOf(lanes_[0].isFresh, lanes_[1].isFresh);
  atLimitCount_ = 0;
  std::array<Lanes, mostJoints> slope;
  // Rows of angle that a move changes, too. Where they are zero in one lane only, zeros are added there.
  const bool turnsByMoving = linear_ < rows_ && !isZero(errors.map.block<3, 3>(linear_, 0));
  for (int c = 0; c < arm_.count(); ++c) {
    const Joint& joint = arm_[c];
    free_[c] = choose(isNew, Lanes(joint.scale), free_[c]);
    if (any((q[c] <= lower_[c]) | (q[c] >= upper_[c]))) atLimit_[atLimitCount_++] = c;
    const Vec3T<Lanes>& w = sweep.w[c];
    const Vec3T<Lanes> v = joint.slides ? w : w.cross(sweep.tool.p - sweep.o[c]);
    slope[c] = 0;
    for (int first = 0; first < rows_; first += 3) {
      Vec3T<Lanes> column = Vec3T<Lanes>::Zero();
      const bool isLength = first < linear_;
      if (isLength || turnsByMoving) column = errors.map.block<3, 3>(first, 0) * v;
      if (!isLength && !joint.slides) column += errors.map.block<3, 3>(first, 3) * w;
      for (int k = 0; k < 3; ++k) {
        J_[c][first + k] = free_[c] * column[k];
        slope[c] += J_[c][first + k] * e_[first + k];
      }
    }
  }
  hold(slope.data());
}

/// Coordinates at a limit that x would take out of it are held, and the rest is solved again.
void PairOfDescents::solve() {
  for (int pass = 0; pass <= mostHolds; ++pass) {
    if (arm_.count() < rows_)
      solveColumns();
    else if (rows_ == 3)
      solveRows<3>();
    else
      solveRows<6>();
    if (!hold(x_.data())) return;
  }
}

/// x = Jᵀ (J Jᵀ + λ)⁻¹ e
template <int rows>
void PairOfDescents::solveRows() {
  using Column = Eigen::Matrix<Lanes, rows, 1>;
  const Eigen::Map<Column> e(e_.data());
  Eigen::Matrix<Lanes, rows, rows> S;
  squareOf(
      arm_.count(), [&](auto i, Eigen::Index c) { return J_[c][i]; }, S);
  const Lanes lambda = dampingOf(mu_, e.squaredNorm(), Lanes(S.trace() / Lanes(rows)));
  each(Known<0>(), Known<rows>(), [&](auto i) { S.coeffRef(i, i) += lambda; });
  factorise(S, floorOf(lambda));
  Column y = e;
  solveFactorised(S, y);
  for (int c = 0; c < arm_.count(); ++c) x_[c] = Eigen::Map<Column>(J_[c].data()).dot(y);
}

/// x = (JᵀJ + λ)⁻¹ Jᵀ e, for fewer joints than rows.
void PairOfDescents::solveColumns() {
  using Rows = Eigen::Matrix<Lanes, Eigen::Dynamic, 1, Eigen::ColMajor, rowsMost, 1>;
  const Eigen::Map<Rows> e(e_.data(), rows_);
  const int n = arm_.count();
  const auto column = [&](int c) { return Eigen::Map<Rows>(J_[c].data(), rows_); };
  Eigen::Matrix<Lanes, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, rowsMost, rowsMost> S(n, n);
  Rows x(n);
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i) S(i, j) = column(i).dot(column(j));
    x[j] = column(j).dot(e);
  }
  const Lanes lambda = dampingOf(mu_, e.squaredNorm(), Lanes(S.trace() / Lanes(rows_)));
  for (int i = 0; i < n; ++i) S(i, i) += lambda;
  factorise(S, floorOf(lambda));
  solveFactorised(S, x);
  std::ranges::copy(x, x_.begin());
}

/// Zeroes the columns of joints that x would take out of their limits; whether there were any.
bool PairOfDescents::hold(const Lanes* x) {
  const auto& q = at_[now_].q;
  bool holds = false;
  for (int k = 0; k < atLimitCount_; ++k) {
    const int c = atLimit_[k];
    const Mask goesOut = ((q[c] <= lower_[c]) & (x[c] < Lanes(0))) | ((q[c] >= upper_[c]) & (x[c] > Lanes(0)));
    if (!any(goesOut)) continue;
    holds = true;
    for (int i = 0; i < rows_; ++i) J_[c][i] = choose(goesOut, Lanes(0), J_[c][i]);
    free_[c] = choose(goesOut, Lanes(0), free_[c]);
  }
  return holds;
}

}  // namespace limber::arms
