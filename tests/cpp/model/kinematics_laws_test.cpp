// Laws of motion on random trees with all joint types: poses, axes, steps and their differences.
#include <functional>
#include <map>

#include "random_model.h"

namespace limber::test::kinematics_laws_test {
namespace {

// An independent, slow implementation of kinematics: a product of 4×4 matrices, as defined in description.h.

using Affine = Eigen::Affine3d;

Affine turn(const Vec3& axis, double angle) { return Affine(Eigen::AngleAxisd(angle, axis.normalized())); }
Affine shift(const Vec3& way) { return Affine(Eigen::Translation3d(way)); }
Affine slide(const Vec3& axis, double way) { return shift(axis.normalized() * way); }
Affine affine(const Pose& pose) { return shift(pose.p) * pose.r; }
Affine quaternion(const double* q) { return Affine(readQuat(q)); }

/// Two axes across the axis: X and Y turned by the least rotation that takes Z onto it.
std::array<Vec3, 2> planeOf(const Vec3& axis) {
  const Vec3 n = axis.normalized();
  // 1 + z, without loss of digits near −Z.
  const double rise = n.z() > 0 ? 1 + n.z() : (n.x() * n.x() + n.y() * n.y()) / (1 - n.z());
  const double k = 1 / rise;
  return {Vec3(1 - k * n.x() * n.x(), -k * n.x() * n.y(), -n.x()),
          Vec3(-k * n.x() * n.y(), 1 - k * n.y() * n.y(), -n.y())};
}

/// Definition of each joint type.
using Definition = std::function<Affine(const JointDescription&, const double*)>;
const std::map<std::string, Definition, std::less<>> definitions = {
    {"fixed", [](const auto&, const double*) { return Affine::Identity(); }},
    {"revolute", [](const auto& j, const double* q) { return turn(j.axis, q[0]); }},
    {"continuous", [](const auto& j, const double* q) { return turn(j.axis, q[0]); }},
    {"prismatic", [](const auto& j, const double* q) { return slide(j.axis, q[0]); }},
    {"helical", [](const auto& j, const double* q) { return slide(j.axis, j.pitch * q[0]) * turn(j.axis, q[0]); }},
    {"universal", [](const auto& j, const double* q) { return turn(j.axis, q[0]) * turn(j.axis2, q[1]); }},
    {"cylindrical", [](const auto& j, const double* q) { return slide(j.axis, q[0]) * turn(j.axis, q[1]); }},
    {"planar",
     [](const auto& j, const double* q) {
       const auto [x, y] = planeOf(j.axis);
       return shift(x * q[0] + y * q[1]) * turn(j.axis, q[2]);
     }},
    {"ball", [](const auto&, const double* q) { return quaternion(q); }},
    {"free", [](const auto&, const double* q) { return shift(Vec3(q)) * quaternion(q + 3); }},
};

class SlowKinematics {
 public:
  SlowKinematics(const ModelDescription& description, const State& state) : state_(state) {
    for (const LinkDescription& link : description.links) links_[link.name] = &link;
  }

  Affine worldFromLink(const std::string& name) const {
    const LinkDescription& link = *links_.at(name);
    const Affine parent = link.parent.empty() ? Affine::Identity() : worldFromLink(link.parent);
    const double single = link.joint.mimic ? valueOf(name) : 0;
    const double* numbers = link.joint.mimic ? &single : numbersOf(name);
    return parent * affine(link.origin) * definitions.at(link.joint.type)(link.joint, numbers);
  }

 private:
  const double* numbersOf(const std::string& name) const {
    const Link& link = state_.model->links[state_.model->findLink(name)];
    if (link.firstMotion == link.lastMotion) return nullptr;
    return &state_.q[state_.model->motions[link.firstMotion].qIndex];
  }

  double valueOf(const std::string& name) const {
    const auto& mimic = links_.at(name)->joint.mimic;
    return mimic ? mimic->multiplier * valueOf(mimic->link) + mimic->offset : *numbersOf(name);
  }

  std::map<std::string, const LinkDescription*> links_;
  const State& state_;
};

TEST(Kinematics, PosesEqualAProductOfMatrices) {
  for (auto&& make : trials(1000)) {
    const ModelDescription description = make.tree();
    State state(buildModel(description).value());
    state.q = make.anyQ(*state.model);
    sweep(state);
    const SlowKinematics slow(description, state);
    for (std::size_t i = 0; i < state.poses.size(); ++i) {
      const std::string& name = state.model->links[i].name;
      EXPECT_LE((affine(state.poses[i]).matrix() - slow.worldFromLink(name).matrix()).norm(), 1e-12) << name;
    }
  }
}

TEST(Kinematics, PlanarSlidesAreAcrossTheNormalAndEachOtherWhereverItPoints) {
  for (const Vec3& axis : {Vec3(0, 0, -1), Vec3(1e-9, 0, -1), Vec3(0, 0, 1), Vec3(1, -1, 0)}) {
    SCOPED_TRACE(axis.transpose());
    JointDescription joint;
    joint.type = "planar";
    joint.axis = axis;
    State state(buildModel({"", {{"plate", "", {}, joint}}}).value());
    Mat3 slides;
    for (int k = 0; k < 2; ++k) {
      state.q = {double(k == 0), double(k == 1), 0};
      sweep(state);
      slides.col(k) = state.poses[0].p;
    }
    slides.col(2) = axis.normalized();
    EXPECT_LE((slides.transpose() * slides - Mat3::Identity()).norm(), 1e-14);
    EXPECT_NEAR(slides.determinant(), 1, 1e-14);
  }
}

void expectNear(const Pose& a, const Pose& b, double room) {
  EXPECT_LE((a.p - b.p).norm(), room);
  EXPECT_LE((a.r.coeffs() - b.r.coeffs()).norm(), room);
}

TEST(Kinematics, EverySweepGivesTheSamePoses) {
  for (auto&& make : trials(1000)) {
    State state(make.model());
    const Model& model = *state.model;
    state.q = make.anyQ(model);
    sweep(state);

    std::vector<Pose> plain(model.links.size());
    forwardKinematics<double>(model, state.q.data(), plain.data());
    std::vector<PoseT<Dual>> dual(model.links.size());
    const std::vector<Dual> dualQ(state.q.begin(), state.q.end());
    forwardKinematics<Dual>(model, dualQ.data(), dual.data());

    State halves(state.model);
    halves.q = state.q;
    halves.halfTurns = state.halfTurns;
    sweepFromHalfTurns(halves);

    for (std::size_t i = 0; i < plain.size(); ++i) {
      expectNear(plain[i], state.poses[i], 1e-13);
      expectNear(halves.poses[i], state.poses[i], 1e-13);
      for (int k = 0; k < 3; ++k) EXPECT_NEAR(dual[i].p[k].value, plain[i].p[k], 1e-13);
      for (int k = 0; k < 4; ++k) EXPECT_NEAR(dual[i].r.coeffs()[k].value, plain[i].r.coeffs()[k], 1e-13);
    }
    for (std::size_t i = 0; i < state.axes.size(); ++i) {
      EXPECT_LE((halves.axes[i].w - state.axes[i].w).norm(), 1e-13);
      EXPECT_LE((halves.axes[i].v - state.axes[i].v).norm(), 1e-13);
      EXPECT_LE((halves.axes[i].o - state.axes[i].o).norm(), 1e-13);
    }
  }
}

/// Poses after a step of size h along one tangent coordinate.
std::vector<Pose> posesAfter(const State& state, int coordinate, double h) {
  std::vector<double> dq(state.model->nv, 0.0);
  dq[coordinate] = h;
  return posesAt(*state.model, moved(*state.model, state.q, dq));
}

/// Velocity of a link from the axes of all motions that carry it: [of its origin; angular].
Eigen::Matrix<double, 6, 1> velocityByAxes(const State& state, int link, int coordinate) {
  Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
  const Vec3 origin = state.poses[link].p;
  for (; link >= 0; link = state.model->links[link].parent) {
    const Link& at = state.model->links[link];
    for (int m = at.firstMotion; m < at.lastMotion; ++m) {
      const Motion& motion = state.model->motions[m];
      const int k = coordinate - motion.vIndex;
      if (k < 0 || k >= motion.nv()) continue;
      const Axis& axis = state.axes[motion.axisIndex + k];
      sum.head<3>() += motion.ratio * axis.velocityOf(origin);
      sum.tail<3>() += motion.ratio * axis.w;
    }
  }
  return sum;
}

TEST(Kinematics, AxesGiveTheVelocitiesOfFiniteDifferences) {
  for (auto&& make : trials(200)) {
    State state(make.model());
    state.q = make.anyQ(*state.model);
    sweep(state);
    const double h = 1e-5;
    for (int k = 0; k < state.model->nv; ++k) {
      const std::vector<Pose> ahead = posesAfter(state, k, h), behind = posesAfter(state, k, -h);
      for (std::size_t i = 0; i < ahead.size(); ++i) {
        const auto velocity = velocityByAxes(state, static_cast<int>(i), k);
        const Vec3 slope = (ahead[i].p - behind[i].p) / (2 * h);
        const Vec3 spin = logRotation(Quat(ahead[i].r * behind[i].r.conjugate())) / (2 * h);
        EXPECT_LE((velocity.head<3>() - slope).norm(), 1e-7) << state.model->links[i].name;
        EXPECT_LE((velocity.tail<3>() - spin).norm(), 1e-7) << state.model->links[i].name;
      }
    }
  }
}

TEST(Steps, IntegrateAndDifferenceTakeEachOtherBack) {
  for (auto&& make : trials(1000)) {
    const auto model = make.model();
    const std::vector<double> from = make.anyQ(*model), to = make.anyQ(*model);
    // Rotation vectors shorter than π: longer ones have a shorter equivalent.
    const std::vector<double> step = make.tangent(*model, make.chance(0.5) ? 1.8 : 1e-9);
    const std::vector<double> taken = wayBetween(*model, from, moved(*model, from, step));
    for (int k = 0; k < model->nv; ++k) EXPECT_NEAR(taken[k], step[k], 1e-14);

    const std::vector<double> way = wayBetween(*model, from, to), found = moved(*model, from, way);
    for (const Motion& motion : model->motions) {
      if (motion.kind == Motion::Kind::screw) {
        EXPECT_NEAR(found[motion.qIndex], to[motion.qIndex], 1e-14);
      } else {
        const Quat a = readQuat(&found[motion.qIndex]), b = readQuat(&to[motion.qIndex]);
        EXPECT_NEAR(std::abs(a.dot(b)), 1, 1e-14);
        EXPECT_NEAR(a.norm(), 1, 1e-15);
        EXPECT_LE(Vec3(way.data() + motion.vIndex).norm(), pi + 1e-15);
      }
    }
  }
}

TEST(Steps, NormaliseMakesQuaternionsUnitAndLeavesTheRest) {
  for (auto&& make : trials(100)) {
    const auto model = make.model();
    const std::vector<double> unit = make.anyQ(*model);
    for (const double scale : {0.0, 1e-300, 1e-160, 0.5, 3.0, 1e160, 1e300}) {
      std::vector<double> q = unit;
      for (const Motion& motion : model->motions) {
        if (motion.kind == Motion::Kind::screw) continue;
        for (int k = 0; k < 4; ++k) q[motion.qIndex + k] *= scale;
      }
      normalise(*model, q.data());
      for (const Motion& motion : model->motions) {
        if (motion.mimics) continue;
        for (int k = 0; k < motion.nq(); ++k) {
          const bool isZeroed = motion.kind == Motion::Kind::ball && scale == 0;
          EXPECT_NEAR(q[motion.qIndex + k], isZeroed ? k == 3 : unit[motion.qIndex + k], 1e-15);
        }
      }
    }
  }
}

}  // namespace
}  // namespace limber::test::kinematics_laws_test
