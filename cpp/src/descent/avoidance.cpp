#include "descent/avoidance.h"

#include <algorithm>

#include "descent/linearisation.h"
#include "descent/move.h"
#include "linear/damped.h"

namespace limber {
namespace {

constexpr int mostBounds = 24;
/// Fraction of the size: the farthest that a link may move.
constexpr double farHorizon = 0.03;
/// Fraction of the size: extra distance that bounds keep, so that curvature seldom causes a violation.
constexpr double cushion = 2e-5;
/// The same with bounds on motion, so that what slides along can stop beside the clearance.
constexpr double boundedCushion = 5e-4;
/// Only problems with shapes need memory.
int ifAny(const Problem& problem, int count) { return problem.hasBodies() ? count : 0; }

}  // namespace

void readDistanceRow(const Problem& problem, const NearPair& pair, const Eigen::VectorXd& scale, Eigen::VectorXd& row) {
  row.setZero();
  const Model& model = problem.model();
  int a = pair.linkA;
  int b = pair.linkB;
  while (a != b) {
    // Parents have smaller indices, so the larger index is climbed first.
    int& farther = a > b ? a : b;
    const Vec3& point = a > b ? pair.at.onA : pair.at.onB;
    const double sign = a > b ? 1 : -1;
    const Link& link = model.links[farther];
    for (int m = link.firstMotion; m < link.lastMotion; ++m) {
      const Motion& motion = model.motions[m];
      for (int k = 0; k < motion.nv(); ++k) {
        const int v = motion.vIndex + k;
        const Vec3 velocity = problem.state.axes[motion.axisIndex + k].velocityOf(point);
        row[v] += sign * motion.ratio * scale[v] * pair.at.normal.dot(velocity);
      }
    }
    farther = link.parent;
  }
}

int Avoidance::roomFor(const Problem& problem) { return ifAny(problem, mostBounds); }

Avoidance::Avoidance(const Problem& problem)
    : twists_(static_cast<std::size_t>(ifAny(problem, static_cast<int>(problem.model().links.size())))),
      rows_(ifAny(problem, mostBounds), problem.model().nv),
      free_(rows_),
      wanted_(mostBounds),
      left_(mostBounds),
      square_(mostBounds, mostBounds),
      row_(problem.model().nv),
      x_(problem.model().nv),
      dq_(problem.model().nv),
      space_(ifAny(problem, mostBounds), problem.model().nv),
      held_(problem.model()),
      ways_(twists_.size()),
      q_(static_cast<std::size_t>(problem.model().nq)) {
  bounded_.reserve(static_cast<std::size_t>(rows_.rows()));
  near_.reserve(static_cast<std::size_t>(ifAny(problem, mostPairs)));
}

void Avoidance::prepare(const Problem& problem, const SolveOptions& options) {
  isOn_ = options.clearance >= 0 && problem.hasBodies();
  // Also if it is off: bounds of the last solve would hold this one.
  count_ = 0;
  if (!isOn_) return;
  size_ = problem.model().size;
  clearance_ = options.clearance;
  rounding_ = clearanceRounding * size_;
}

void Avoidance::takeNear(const Problem& problem) {
  const auto found = problem.bodies().found();
  near_.assign(found.begin(), found.end());
}

void Avoidance::look(const Problem& problem) {
  count_ = 0;
  bounded_.clear();
  missingBefore_ = missing(problem);
  takeNear(problem);
  std::ranges::fill(ways_, 0.5 * nearHorizon * size_);
  if (!motionBounds) return;
  motionBounds->readBraking(dq_);
  extend(problem, dq_, infinity);
}

void Avoidance::lookAhead(const Problem& problem, const Eigen::VectorXd& dq) {
  // Bounds refer to near pairs by index, so the list must stay.
  if (count_ > 0 || part(problem, dq) == 1) return;
  extend(problem, dq, farHorizon * size_);
}

/// Looks as far as dq moves links, but not beyond `most`.
void Avoidance::extend(const Problem& problem, const Eigen::VectorXd& dq, double most) {
  findTwists(problem, dq);
  for (std::size_t i = 0; i < ways_.size(); ++i)
    ways_[i] = std::max(ways_[i], std::min(wayOf(problem, static_cast<int>(i)), most));
  problem.bodies().findAhead(problem.state, clearance_, ways_);
  takeNear(problem);
}

double Avoidance::part(const Problem& problem, const Eigen::VectorXd& dq) {
  findTwists(problem, dq);
  double part = 1;
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    const double way = wayOf(problem, static_cast<int>(i));
    if (way * part > ways_[i]) part = ways_[i] / way;
  }
  return part;
}

/// Twist of each link: its parent's plus that of its own joint.
void Avoidance::findTwists(const Problem& problem, const Eigen::VectorXd& dq) {
  const Model& model = problem.model();
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    Twist twist = link.parent < 0 ? Twist{Vec3::Zero(), Vec3::Zero()} : twists_[link.parent];
    for (int m = link.firstMotion; m < link.lastMotion; ++m) {
      const Motion& motion = model.motions[m];
      for (int k = 0; k < motion.nv(); ++k) {
        const double rate = motion.ratio * dq[motion.vIndex + k];
        if (rate == 0) continue;
        const Axis& axis = problem.state.axes[motion.axisIndex + k];
        twist.w += rate * axis.w;
        twist.v += rate * axis.velocityOf(Vec3::Zero());
      }
    }
    twists_[i] = twist;
  }
}

/// The farthest that a point of the link's shapes goes, at the velocities of findTwists().
double Avoidance::wayOf(const Problem& problem, int link) const {
  const double extent = problem.bodies().extent(link);
  if (extent == 0) return 0;
  const auto& [v, w] = twists_[link];
  return norm(v + w.cross(problem.state.poses[link].p)) + norm(w) * extent;
}

/// d' at the velocities of findTwists().
double Avoidance::rateOf(const NearPair& pair) const {
  const auto velocity = [&](int link, const Vec3& point) -> Vec3 {
    return link < 0 ? Vec3::Zero() : Vec3(twists_[link].v + twists_[link].w.cross(point));
  };
  return pair.at.normal.dot(velocity(pair.linkA, pair.at.onA) - velocity(pair.linkB, pair.at.onB));
}

double Avoidance::wantedOf(const NearPair& pair) const {
  return clearance_ + (motionBounds ? boundedCushion : cushion) * size_ - pair.at.distance;
}

bool Avoidance::bound(const Problem& problem, const Eigen::VectorXd& scale, const Eigen::VectorXd& x, double gain) {
  if (count_ == rows_.rows() || count_ == rows_.cols()) return false;
  dq_ = scale.cwiseProduct(x);
  findTwists(problem, dq_);
  double most = rounding_ * gain;
  double wantedMost = 0;
  int worst = -1;
  for (int i = 0; i < std::ssize(near_); ++i) {
    const double rate = rateOf(near_[i]);
    double wanted = gain * wantedOf(near_[i]);
    if (motionBounds && wanted < 0 && rate < 0)
      wanted *= motionBounds->gainFor(dq_, wantedOf(near_[i]) / rate, gain, true) / gain;
    const double beyond = wanted - rate;
    if (beyond <= most || std::ranges::find(bounded_, i) != bounded_.end()) continue;
    most = beyond;
    worst = i;
    wantedMost = wanted;
  }
  if (worst < 0) return false;
  readDistanceRow(problem, near_[worst], scale, row_);
  rows_.row(count_) = row_.transpose();
  wanted_[count_] = wantedMost;
  bounded_.push_back(worst);
  ++count_;
  return true;
}

/// x = Rᵀ y with R Rᵀ y = b.
void Avoidance::startFree(RowSpace& higher, Eigen::VectorXd& x) {
  auto S = square_.topLeftCorner(count_, count_);
  auto y = left_.head(count_);
  for (int i = 0; i < count_; ++i) {
    y[i] -= free_.row(i).dot(x);
    row_ = free_.row(i).transpose();
    higher.removeFrom(row_);
    free_.row(i) = row_.transpose();
    for (int k = 0; k <= i; ++k) S(i, k) = free_.row(i).dot(free_.row(k));
  }
  for (int i = 0; i < count_; ++i) S(i, i) += 1e-12 + 1e-9 * S(i, i);
  factorise(S, 1e-30);
  solveFactorised(S, y);
  for (int i = 0; i < count_; ++i) x += y[i] * free_.row(i).transpose();
  higher.add(free_.topRows(count_));
}

}  // namespace limber
