/// A serial arm as a loop over its joints sees it: every joint turns about, or slides along, the z axis of its frame.
///
/// Between two joints lies a constant motion, a translation and a rotation. Every rotation is Rz(a) Rx(α) Rz(b); Rz(a)
/// belongs to the turn of the joint before, Rz(b) to that of the joint after. So a joint costs a turn about z, a
/// translation and a turn about x:
///
///   X, Y ← cX + sY, cY − sX          c, s of q + offset
///   p    ← p + X t₁ + Y t₂ + Z t₃    a slide adds q to t₃
///   Y, Z ← cos α Y + sin α Z, cos α Z − sin α Y
#pragma once

#include <array>
#include <vector>

#include "descent/linearisation.h"
#include "numbers/frame.h"
#include "numbers/lanes.h"

namespace limber::arms {

/// More joints are solved the general way.
inline constexpr int mostJoints = 12;

/// Axes w and their places o of all joints, and the tool.
template <class S>
struct Sweep {
  std::array<Vec3T<S>, mostJoints> w, o;
  Frame<S> tool;
};

/// The rotation with these columns, from the largest of its quaternion's four numbers (Shepperd 1978).
template <class S>
QuatT<S> quaternionOf(const Frame<S>& r) {
  using std::sqrt;
  const S xx = r.X[0], yy = r.Y[1], zz = r.Z[2];
  const S wx = r.Y[2] - r.Z[1], wy = r.Z[0] - r.X[2], wz = r.X[1] - r.Y[0];  // 4 w x, and so on
  const S xy = r.X[1] + r.Y[0], xz = r.X[2] + r.Z[0], yz = r.Y[2] + r.Z[1];
  Eigen::Matrix<S, 4, 1> best(wx, wy, wz, S(1) + xx + yy + zz);  // 4 w (x, y, z, w)
  S most = best[3];
  const auto take = [&](const Eigen::Matrix<S, 4, 1>& other, const S& square) {
    const auto isLarger = square > most;
    most = choose(isLarger, square, most);
    best = choose(isLarger, other, best);
  };
  take({S(1) + xx - yy - zz, xy, xz, wx}, S(1) + xx - yy - zz);
  take({xy, S(1) - xx + yy - zz, yz, wy}, S(1) - xx + yy - zz);
  take({xz, yz, S(1) - xx - yy + zz, wz}, S(1) - xx - yy + zz);
  best *= S(0.5) / sqrt(most);
  return QuatT<S>(best[3], best[0], best[1], best[2]);
}

struct Joint {
  bool slides = false;
  double offset = 0;
  Vec3 t = Vec3::Zero();
  double cosine = 1, sine = 0;  ///< of α
  int qIndex = 0;
  double scale = 0;                     ///< dq = scale · x
  double perUnit = 1, perRestUnit = 1;  ///< 1 / unitOf(), 1 / restUnitOf()
  Interval limits;                      ///< infinite if they are not kept
};

class SerialArm {
 public:
  explicit SerialArm(const Problem& problem) : weights_(problem.jointWeights) {}
  /// False, unless the problem's one active goal is on a chain of at most mostJoints hinges and slides from the world.
  /// Always of the same model, whose joints may have been moved.
  bool read(const Problem& problem, const SolveOptions& options);

  int count() const { return count_; }
  const Joint& operator[](int i) const { return joints_[static_cast<std::size_t>(i)]; }
  const Goal& goal() const { return *goal_; }

  template <class S>
  void sweep(const S* q, Sweep<S>& to) const {
    Frame<S> at = {base_.X.cast<S>(), base_.Y.cast<S>(), base_.Z.cast<S>(), base_.p.cast<S>()};
    auto& [X, Y, Z, p] = at;
    for (int i = 0; i < count(); ++i) {
      const Joint& joint = (*this)[i];
      to.w[i] = Z;
      to.o[i] = p;
      const auto [c, s] = cosSin(joint.slides ? S(joint.offset) : S(q[i] + S(joint.offset)));
      const Vec3T<S> x = c * X + s * Y;
      const Vec3T<S> y = c * Y - s * X;
      // Most arms have right angles, and few lengths.
      if (joint.t[0] != 0) p += S(joint.t[0]) * x;
      if (joint.t[1] != 0) p += S(joint.t[1]) * y;
      if (joint.t[2] != 0) p += S(joint.t[2]) * Z;
      if (joint.slides) p += q[i] * Z;
      X = x;
      if (joint.cosine == 0) {
        Y = S(joint.sine) * Z;
        Z = S(-joint.sine) * y;
      } else {
        Y = S(joint.cosine) * y + S(joint.sine) * Z;
        Z = S(joint.cosine) * Z - S(joint.sine) * y;
      }
    }
    to.tool = {at.turned(tip_.X), at.turned(tip_.Y), at.turned(tip_.Z), at.moved(tip_.p)};
  }

 private:
  /// What the arm depends on besides the model as it was built.
  struct Source {
    int revision = 0;
    const GoalType* type = nullptr;
    int link = -1;
    Pose linkFromTool;
    bool limits = false;
    bool isSame(const Source& other) const;
  };
  bool readChain(const Problem& problem, const SolveOptions& options);

  Source source_;
  std::vector<double> weights_;
  bool fits_ = false;
  std::array<Joint, mostJoints> joints_;
  int count_ = 0;
  Frame<double> base_, tip_;  ///< before the first joint, and of the tool after the last
  const Goal* goal_ = nullptr;
};

}  // namespace limber::arms
