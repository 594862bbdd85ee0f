/// Free directions of a descent: all but those in which a coordinate is at a limit and would go farther.
#pragma once

#include <vector>

#include "limber/solve.h"

namespace limber::solvers {

class FreeDirections {
 public:
  explicit FreeDirections(const Model& model) : model_(model), free_(model.nv) {
    for (const Motion& motion : model.motions) {
      if (motion.ballLimits.any()) balls_.push_back({&motion, Mat3::Identity()});
    }
  }

  /// For a descent along −g, where dq = scale · x.
  void find(const Problem& problem, const SolveOptions& options, const Eigen::VectorXd& scale,
            const Eigen::VectorXd& g) {
    for (int v = 0; v < model_.nv; ++v) free_[v] = scale[v] > 0;
    for (Ball& ball : balls_) ball.keeps.setIdentity();
    if (!options.limits) return;
    for (const Motion& motion : model_.motions) {
      if (motion.mimics || motion.kind == Motion::Kind::ball) continue;
      const double q = problem.state.q[motion.qIndex];
      const double slope = g[motion.vIndex];
      const bool isOut = (q <= motion.limits.min && slope > 0) || (q >= motion.limits.max && slope < 0);
      if (isOut) free_[motion.vIndex] = 0;
    }
    for (Ball& ball : balls_) {
      const int v = ball.motion->vIndex;
      hold(ball, readQuat(&problem.state.q[ball.motion->qIndex]), scale.segment<3>(v), -g.segment<3>(v));
    }
  }

  /// Projects `x` onto the free directions.
  template <class X>
  void project(X&& x) const {
    for (int v = 0; v < model_.nv; ++v) x[v] *= free_[v];
    for (const Ball& ball : balls_) {
      const Vec3 kept = ball.keeps * x.template segment<3>(ball.motion->vIndex);
      x.template segment<3>(ball.motion->vIndex) = kept;
    }
  }

 private:
  struct Ball {
    const Motion* motion;
    Mat3 keeps;
  };

  /// A small turn shows which direction the ball's limits block: first of swing or twist, then of the other.
  static void hold(Ball& ball, const Quat& r, const Vec3& scale, const Vec3& descent) {
    for (int holds = 0; holds < 3; ++holds) {
      const Vec3 dq = scale.cwiseProduct(ball.keeps * descent);
      const double length = norm(dq);
      if (!(length > 1e-12)) return;
      const Vec3 small = 1e-4 / length * dq;
      const Quat after = clampBall(*ball.motion, (r * expRotation<double>(small)).normalized());
      const Vec3 lost = small - logRotation<double>(r.conjugate() * after);
      if (!(norm(lost) > 1e-3 * norm(small))) return;
      const Vec3 away = unit(Vec3(ball.keeps * scale.cwiseProduct(lost)));
      ball.keeps -= away * away.transpose();
    }
    ball.keeps.setZero();
  }

  const Model& model_;
  Eigen::VectorXd free_;  ///< 1 or 0
  std::vector<Ball> balls_;
};

}  // namespace limber::solvers
