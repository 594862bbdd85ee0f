#include "descent/hold.h"

#include <algorithm>

namespace limber {
namespace {

/// The part of a ball's x that a bound may block without being held: clamping loses as little.
constexpr double little = 1e-3;

}  // namespace

Bounds::Bounds(const Model& model) {
  // A coordinate whose limits are equal is at both.
  std::size_t most = 0;
  for (const Motion& motion : model.motions) most += motion.kind == Motion::Kind::ball ? mostBallBounds : 2;
  bounds_.reserve(most);
  held_.reserve(most);
}

void Bounds::read(const Problem& problem, const SolveOptions& options, const Eigen::VectorXd& scale) {
  bounds_.clear();
  held_.clear();
  if (!options.limits) return;
  for (const Motion& motion : problem.model().motions) {
    const double* q = &problem.state.q[motion.qIndex];
    const int v = motion.vIndex;
    if (motion.kind == Motion::Kind::ball) {
      std::array<Vec3, mostBallBounds> out;
      const int count = ballBounds(motion, readQuat(q), out);
      for (int i = 0; i < count; ++i) bounds_.push_back({v, 3, unit(Vec3(scale.segment<3>(v).cwiseProduct(out[i])))});
    } else if (!motion.mimics) {
      if (*q <= motion.limits.min) bounds_.push_back({v, 1, -Vec3::UnitX()});
      if (*q >= motion.limits.max) bounds_.push_back({v, 1, Vec3::UnitX()});
    }
  }
}

bool Bounds::hold(const Eigen::VectorXd& x) {
  const std::size_t before = held_.size();
  std::erase_if(bounds_, [&](Direction& out) {
    const bool isOut = out.of(x) > (out.nv == 1 ? 0 : little * norm(Vec3(x.segment<3>(out.v))));
    if (isOut) add(out);
    return isOut;
  });
  return held_.size() > before;
}

void Bounds::add(const Direction& out) {
  Vec3 way = out.way;
  for (const Direction& each : held_) {
    if (each.v == out.v) way -= each.way.dot(way) * each.way;
  }
  const double left = norm(way);
  if (left > 1e-6) held_.push_back({out.v, out.nv, way / left});
}

void Bounds::removeFrom(HeldRows rows, std::size_t first) const {
  for (std::size_t i = first; i < held_.size(); ++i) {
    const auto& [v, nv, way] = held_[i];
    if (nv == 1) {
      rows.col(v).setZero();
      continue;
    }
    // Row by row: a product of views would allocate.
    for (int row = 0; row < rows.rows(); ++row) {
      const double part = way.x() * rows(row, v) + way.y() * rows(row, v + 1) + way.z() * rows(row, v + 2);
      for (int k = 0; k < 3; ++k) rows(row, v + k) -= part * way[k];
    }
  }
}

}  // namespace limber
