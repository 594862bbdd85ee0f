#include "descent.h"

#include <algorithm>
#include <utility>

#include "../solvable.h"

namespace limber::arms {
namespace {

constexpr int mostDampings = 8;
constexpr double firstDamping = 0.3;
constexpr int mostHolds = 8;
/// Reaches. An arm stays within one of its base, so no error grows to ten.
constexpr double farthest = 7;

PoseT<Pair> poseOf(const Frame<Pair>& frame) { return {frame.p, quaternionOf(frame)}; }

}  // namespace

void Descents::prepare(const Problem& problem, const SolveOptions& options) {
  problem_ = &problem;
  options_ = options;
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

void Descents::load(int lane, const double* q, const double* target, Plan::From from, const Deadline& deadline) {
  // An idle lane does the same, because stale numbers may be slow.
  const bool isAlone = !lanes_[1 - lane].isLive;
  const auto set = [&](Pair& to, double number) {
    to.set(lane, number);
    if (isAlone) to.set(1 - lane, number);
  };
  for (int i = 0; i < arm_.count(); ++i) set(q_[i], q[arm_[i].qIndex]);
  std::array<double, 7> unitTarget{};
  std::copy_n(target, goal_->type->targetSize, unitTarget.begin());
  if (const int at = goal_->type->quaternionAt; at >= 0) writeQuat(unit(readQuat(target + at)), &unitTarget[at]);
  for (int k = 0; k < 7; ++k) set(target_[k], unitTarget[k]);
  set(mu_, firstDamping);
  lanes_[lane] = {.isLive = true, .isFresh = true, .isLoaded = true, .from = from, .deadline = deadline};
}

int Descents::run() {
  for (;;) {
    if (lanes_[0].isLoaded || lanes_[1].isLoaded) look();
    for (int lane = 0; lane < 2; ++lane) {
      if (lanes_[lane].isLive && lanes_[lane].isFresh && isOver(lane)) {
        lanes_[lane].isLive = false;
        return lane;
      }
    }
    tryStep();
  }
}

/// At the present pose. A lane that goes on gets the bits that it has.
void Descents::look() {
  arm_.sweep(q_.data(), sweep_);
  measure(sweep_, now_);
  for (int lane = 0; lane < 2; ++lane) {
    if (std::exchange(lanes_[lane].isLoaded, false)) begin(lane);
  }
}

void Descents::begin(int lane) {
  Lane& it = lanes_[lane];
  const Residual left = {now_.distance[lane], now_.angle[lane]};
  it.end.isFar = !(perReach_ * left.distance <= farthest);
  it.end.start.read(*problem_, *goal_, left, options_);
  const bool isFarStart = it.from == Plan::From::start && options_.maxRestarts > 0 && !isNear(*problem_, *goal_, left);
  it.end.progress.begin(it.end.start, it.from == Plan::From::random || isFarStart);
}

void Descents::measure(const Sweep<Pair>& at, Errors& to) const {
  std::array<Pair, maxRows> e{};
  goal_->type->pairError({*goal_, target_.data()}, poseOf(at.tool), e.data());
  const auto square = [&](int first, int last) {
    Pair sum = 0;
    for (int i = first; i < last; ++i) sum += e[i] * e[i];
    return sum;
  };
  to.distance = sqrt(square(0, linear_));
  to.angle = sqrt(square(linear_, rows_));
  to.square = 0;
  for (int i = 0; i < rows_; ++i) {
    to.e[i] = Pair(i < linear_ ? perReach_ : perTurn_) * e[i];
    to.square += to.e[i] * to.e[i];
  }
}

bool Descents::isOver(int lane) {
  Lane& it = lanes_[lane];
  End& end = it.end;
  end.distance.read(*problem_, *goal_, {now_.distance[lane], now_.angle[lane]}, options_);
  return end.distance.reached() || end.isFar || end.progress.isOver(end.distance, options_, it.deadline);
}

void Descents::tryStep() {
  readJacobian();
  if (rows_ == 3)
    findStep(), solve<3>(mu_);
  else
    findStep(), solve<6>(mu_);
  // q ← q + part · scale · x, within the limits
  Pair most = 0;
  for (int i = 0; i < arm_.count(); ++i) {
    x_[i] *= Pair(arm_[i].scale);
    most = larger(most, abs(x_[i]) / Pair(arm_[i].unit));
  }
  const Pair part = choose(most > Pair(options_.maxStep), Pair(options_.maxStep) / most, Pair(1));
  Pair moved = 0;
  for (int i = 0; i < arm_.count(); ++i) {
    tried_[i] = smaller(larger(q_[i] + part * x_[i], lower_[i]), upper_[i]);
    moved = larger(moved, abs(tried_[i] - q_[i]) / Pair(arm_[i].restUnit));
  }
  arm_.sweep(tried_.data(), triedSweep_);
  measure(triedSweep_, triedErrors_);

  const Mask isBetter = triedErrors_.square < now_.square;
  const auto take = [&](auto& now, const auto& tried) { now = choose(isBetter, tried, now); };
  for (int i = 0; i < arm_.count(); ++i) {
    take(q_[i], tried_[i]);
    take(sweep_.w[i], triedSweep_.w[i]);
    take(sweep_.o[i], triedSweep_.o[i]);
  }
  take(sweep_.tool.X, triedSweep_.tool.X);
  take(sweep_.tool.Y, triedSweep_.tool.Y);
  take(sweep_.tool.Z, triedSweep_.tool.Z);
  take(sweep_.tool.p, triedSweep_.tool.p);
  for (int i = 0; i < rows_; ++i) take(now_.e[i], triedErrors_.e[i]);
  take(now_.square, triedErrors_.square);
  take(now_.distance, triedErrors_.distance);
  take(now_.angle, triedErrors_.angle);
  mu_ = choose(isBetter, larger(Pair(0.3) * mu_, Pair(1e-12)), smaller(Pair(4) * mu_, Pair(1e12)));
  for (int lane = 0; lane < 2; ++lane) {
    Lane& it = lanes_[lane];
    it.isFresh = isBetter[lane] || ++it.tries == mostDampings;
    if (!it.isFresh) continue;
    it.tries = 0;
    it.end.progress.count(moved[lane]);
  }
}

/// J and the shortened e at the present pose, with all joints free that the gradient does not take out of their limits.
void Descents::readJacobian() {
  const RowMapT<Pair> map = goal_->type->pairRowMap({*goal_, target_.data()}, poseOf(sweep_.tool));
  Pair longest = 0;
  for (int first = 0; first < rows_; first += 3) {
    const Pair square =
        now_.e[first] * now_.e[first] + now_.e[first + 1] * now_.e[first + 1] + now_.e[first + 2] * now_.e[first + 2];
    longest = larger(longest, square);
  }
  longest = sqrt(longest);
  const Pair part = choose(longest > Pair(maxError_), Pair(maxError_) / longest, Pair(1));
  for (int i = 0; i < rows_; ++i) e_[i] = part * now_.e[i];
  const bool anew[2] = {lanes_[0].tries == 0, lanes_[1].tries == 0};
  for (int c = 0; c < arm_.count(); ++c) {
    const Joint& joint = arm_[c];
    const Vec3T<Pair>& w = sweep_.w[c];
    const Vec3T<Pair> v = joint.slides ? w : w.cross(sweep_.tool.p - sweep_.o[c]);
    for (int first = 0; first < rows_; first += 3) {
      const bool isLength = first < linear_;
      Vec3T<Pair> column = Vec3T<Pair>::Zero();
      if (isLength)
        column = map.block<3, 3>(first, 0) * v;
      else if (!joint.slides)
        column = map.block<3, 3>(first, 3) * w;
      const Pair unit = (isLength ? perReach_ : perTurn_) * joint.scale;
      for (int k = 0; k < 3; ++k) J_[c][first + k] = unit * column[k];
    }
    for (int lane = 0; lane < 2; ++lane)
      if (anew[lane]) free_[c].set(lane, 1);
  }
}

void Descents::findStep() {
  for (int c = 0; c < arm_.count(); ++c) {
    Pair slope = 0;
    for (int i = 0; i < rows_; ++i) slope += J_[c][i] * e_[i];
    const Mask goesOut = ((q_[c] <= lower_[c]) & (slope < Pair(0))) | ((q_[c] >= upper_[c]) & (slope > Pair(0)));
    free_[c] = choose(goesOut, Pair(0), free_[c]);
  }
}

template <int rows>
void Descents::solve(const Pair& mu) {
  Pair errorSquare = 0;
  for (int i = 0; i < rows; ++i) errorSquare += e_[i] * e_[i];
  for (int pass = 0; pass <= mostHolds; ++pass) {
    // S = J Jᵀ + λ, on and below the diagonal
    Pair S[rows][rows];
    for (int j = 0; j < rows; ++j)
      for (int i = j; i < rows; ++i) S[i][j] = 0;
    for (int c = 0; c < arm_.count(); ++c) {
      for (int j = 0; j < rows; ++j) {
        const Pair a = J_[c][j] * free_[c];
        for (int i = j; i < rows; ++i) S[i][j] += J_[c][i] * a;
      }
    }
    Pair trace = 0;
    for (int i = 0; i < rows; ++i) trace += S[i][i];
    const Pair lambda = Pair(1e-14) + mu * errorSquare * trace * Pair(1.0 / rows);
    const Pair floor = larger(lambda * Pair(1e-3), Pair(1e-30));
    // S = L D Lᵀ; L y = e
    Pair y[rows], D[rows], perD[rows];
    for (int j = 0; j < rows; ++j) {
      Pair d = S[j][j] + lambda;
      y[j] = e_[j];
      for (int k = 0; k < j; ++k) {
        d -= S[j][k] * S[j][k] * D[k];
        y[j] -= S[j][k] * y[k];
      }
      D[j] = larger(d, floor);
      perD[j] = Pair(1) / D[j];
      for (int i = j + 1; i < rows; ++i) {
        for (int k = 0; k < j; ++k) S[i][j] -= S[i][k] * (S[j][k] * D[k]);
        S[i][j] *= perD[j];
      }
    }
    for (int j = rows - 1; j >= 0; --j) {
      y[j] *= perD[j];
      for (int i = j + 1; i < rows; ++i) y[j] -= S[i][j] * y[i];
    }
    // x = Jᵀ y
    Mask isNew = Pair(0) < Pair(0);
    for (int c = 0; c < arm_.count(); ++c) {
      Pair sum = 0;
      for (int i = 0; i < rows; ++i) sum += J_[c][i] * y[i];
      x_[c] = sum * free_[c];
      const Mask goesOut = ((q_[c] <= lower_[c]) & (x_[c] < Pair(0))) | ((q_[c] >= upper_[c]) & (x_[c] > Pair(0)));
      free_[c] = choose(goesOut, Pair(0), free_[c]);
      isNew |= goesOut;
    }
    if (!any(isNew)) break;
  }
}

}  // namespace limber::arms
