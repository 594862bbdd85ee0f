// Laws of limits: projection, nearest points, whole turns, active limits. Answers are checked by the test's
// own swing and twist, or by dense sampling.
#include "descent/hold.h"
#include "fixtures.h"

namespace limber::test::projection_test {
namespace {

ModelPtr modelOf(const JointDescription& joint) { return build({link("link", "", {0, 0, 0}, joint)}); }

JointDescription ballOf(std::optional<SwingBounds> swing, std::optional<Interval> twist,
                        const Vec3& bone = Vec3::UnitZ()) {
  JointDescription made = joint("ball", bone);
  made.swing = swing;
  made.twist = twist;
  return made;
}

Quat makeBall(const Motion& motion, const Ball& ball) {
  const double angle = ball.swing.norm();
  const Vec3 axis = angle > 0 ? Vec3(ball.swing / angle) : Vec3::UnitX();
  const Quat inBone = Quat(Eigen::AngleAxisd(angle, axis)) * Quat(Eigen::AngleAxisd(ball.twist, Vec3::UnitZ()));
  return motion.jointFromBone * inBone * motion.jointFromBone.conjugate();
}

/// Point of the four quarter ellipses' edge at the parameter `angle`.
Vec3 edgeOf(const SwingBounds& bounds, double angle) {
  const double x = std::cos(angle), y = std::sin(angle);
  return {x * std::abs(x < 0 ? bounds.x.min : bounds.x.max), y * std::abs(y < 0 ? bounds.y.min : bounds.y.max), 0};
}

/// Radians beyond the swing's edge, measured to the nearest of many edge points; negative inside.
double distanceOutside(const SwingBounds& bounds, const Vec3& swing) {
  const double a = std::abs(swing.x() < 0 ? bounds.x.min : bounds.x.max);
  const double b = std::abs(swing.y() < 0 ? bounds.y.min : bounds.y.max);
  if (a > 0 && b > 0 && std::hypot(swing.x() / a, swing.y() / b) <= 1) return -1;
  double nearest = infinity;
  constexpr int count = 4000;
  for (int i = 0; i < count; ++i) nearest = std::min(nearest, (edgeOf(bounds, 2 * pi * i / count) - swing).norm());
  return nearest;
}

/// Distance on the circle in radians.
double circleDistance(double a, double b) { return std::abs(std::remainder(a - b, 2 * pi)); }

double distanceOutside(const Interval& twist, double angle) {
  if (angle >= twist.min && angle <= twist.max) return 0;
  return std::min(circleDistance(angle, twist.min), circleDistance(angle, twist.max));
}

/// Projects q, and expects the result inside the limits and left alone bit for bit by a second projection. Returns
/// whether q has moved.
bool expectProjected(const Model& model, std::vector<double>& q) {
  const bool moved = projectOntoLimits(model, q.data());
  EXPECT_EQ(brokenLimit(model, q), "");
  const std::vector<double> once = q;
  EXPECT_FALSE(projectOntoLimits(model, q.data()));
  EXPECT_EQ(q, once);
  return moved;
}

std::vector<double> activeAt(const Model& model, const std::vector<double>& q) {
  std::vector<double> active(model.nv, -7);  // nothing of an earlier call may stay
  findActiveLimits(model, q.data(), active.data());
  return active;
}

std::vector<double> numbersOf(const Quat& r) { return {r.x(), r.y(), r.z(), r.w()}; }

TEST(Projection, BringsEverythingInsideOnceAndLeavesWhatIsThereAloneBitForBit) {
  for (auto&& make : trials(4000)) {
    const auto model = make.model();
    const bool isAllowed = make.chance(0.5);
    const std::vector<double> before = isAllowed ? make.allowedQ(*model) : make.anyQ(*model);
    std::vector<double> q = before;
    const bool moved = expectProjected(*model, q);
    EXPECT_EQ(moved, q != before);
    EXPECT_FALSE(isAllowed && moved);
    // The active limits are those at which it is then.
    const std::vector<double> active = activeAt(*model, q);
    for (const Motion& motion : model->motions) {
      if (motion.mimics || motion.kind == Motion::Kind::ball) continue;
      const double value = q[motion.qIndex];
      const bool isAtMax = value == motion.limits.max, isAtMin = value == motion.limits.min;
      EXPECT_EQ(active[motion.vIndex], double(isAtMax) - double(isAtMin));
    }
  }
}

/// A joint keeps its limits unless it follows without cutting; where its leader takes it beyond, a warning names it.
TEST(Projection, LeadersKeepTheirLimitsAndFollowersThoseThatTheyCut) {
  int beyond = 0;
  for (auto&& make : trials(500)) {
    const ModelDescription description = make.tree({.mimics = 0.6});
    const auto model = buildModel(description).value();
    for (int i = 0; i < 20; ++i) {
      std::vector<double> q = make.anyQ(*model);
      projectOntoLimits(*model, q.data());
      for (const LinkDescription& link : description.links) {
        const auto& [limits, mimic] = std::tie(link.joint.limits, link.joint.mimic);
        if (limits.size() != 1) continue;
        const Motion& motion = model->motions[model->links[model->findLink(link.name)].firstMotion];
        const double value = motion.ratio * q[motion.qIndex] + motion.offset;
        if (value >= limits[0].min - 1e-12 && value <= limits[0].max + 1e-12) continue;
        ++beyond;
        EXPECT_TRUE(mimic && mimic->limits.empty()) << link.name;
        const auto isNamed = [&](const std::string& warning) {
          return warning.starts_with("link '" + link.name + "' mimics '");
        };
        EXPECT_TRUE(std::ranges::any_of(model->warnings, isNamed)) << link.name;
      }
    }
  }
  EXPECT_GT(beyond, 100);
}

TEST(Projection, SwingGoesToTheNearestPointOfItsEllipseAndTwistToTheNearestBoundOnTheCircle) {
  for (auto&& make : trials(1000)) {
    const bool isSwing = make.chance(0.5);
    const SwingBounds bounds = make.swingBounds();
    const Interval range = make.twistBounds();
    const Vec3 bone = make.unitVector();
    const auto model = modelOf(isSwing ? ballOf(bounds, std::nullopt, bone) : ballOf(std::nullopt, range, bone));
    const Motion& motion = model->motions[0];
    const double angle = make.between(-pi, pi);
    const Ball before{make.between(0, pi - 0.01) * Vec3(std::cos(angle), std::sin(angle), 0), make.between(-pi, pi)};
    const Ball after = readBall(motion, clampBall(motion, makeBall(motion, before)));
    const double swung = (after.swing - before.swing).norm(), twisted = circleDistance(after.twist, before.twist);
    const double room = 1e-12 / (pi - before.swing.norm());
    // Sampled points can only be farther away than the nearest point, by at most their spacing.
    const double away = isSwing ? std::max(0.0, distanceOutside(bounds, before.swing)) : 0;
    EXPECT_LE(swung, away + (isSwing ? 1e-9 : room));
    EXPECT_GE(swung, away - 5e-3);
    EXPECT_NEAR(twisted, isSwing ? 0 : distanceOutside(range, before.twist), room);
    if (!isSwing) {
      EXPECT_LE(distanceOutside(range, after.twist), room);
    }
  }
}

TEST(Projection, HoldsAtAHalfTurnWhereTheTwistIsPlusOrMinusPi) {
  for (const Interval& bounds : {Interval{0, pi}, Interval{-pi, 0}, Interval{1, pi}, Interval{-pi, -pi}}) {
    for (auto&& make : trials(100)) {
      const auto model = modelOf(ballOf(std::nullopt, bounds, make.unitVector()));
      const Motion& motion = model->motions[0];
      const double angle = make.between(-pi, pi);
      const double twist = make.chance(0.5) ? pi : pi + make.between(-1e-15, 1e-15);
      const Quat r = makeBall(motion, {make.between(0, 2) * Vec3(std::cos(angle), std::sin(angle), 0), twist});
      EXPECT_EQ(clampBall(motion, r).coeffs(), r.coeffs()) << "pi and -pi are one twist, which is allowed";
      const bool isFixed = bounds.min == bounds.max;
      EXPECT_EQ(activeAt(*model, numbersOf(r))[2], isFixed ? 0 : bounds.max == pi ? 1 : -1);
    }
  }
}

TEST(Projection, BallsThatOnlySwingOneWayOrNotAtAllStayWhereTheyMay) {
  const std::vector<SwingBounds> flat = {
      {{0, 0}, {0, 0}}, {{0, 0}, {-1, 2}}, {{-1, 2}, {0, 0}}, {{0, 1}, {0, 1}}, {{-1e-12, 1e-12}, {-1, 1}}};
  for (const SwingBounds& bounds : flat) {
    for (auto&& make : trials(100)) {
      const auto model = modelOf(ballOf(bounds, Interval{-1, 1}, make.unitVector()));
      std::vector<double> q = make.anyQ(*model);
      expectProjected(*model, q);
    }
  }
}

TEST(WholeTurns, AreTakenBackWhereThatLiesInside) {
  for (auto&& make : trials(1000)) {
    const double min = make.between(-10, 5), max = min + make.between(0, 2 * pi);
    const auto model = modelOf(joint("revolute", Vec3::UnitZ(), {{min, max}}));
    const double inside = make.between(min, max);
    const int turns = make.below(21) - 10;
    double q = inside + turns * 2 * pi;
    const bool isInsideAlready = q >= min && q <= max;
    EXPECT_EQ(projectOntoLimits(*model, &q), !isInsideAlready);
    EXPECT_NEAR(q, inside, 1e-13);
  }
}

TEST(WholeTurns, AreLeftToTheNearestBoundWhereNoneLiesInsideAndOfSlidesAndScrews) {
  const double around = 2 * pi + 0.5;
  for (const auto& [type, value, nearest] : {std::tuple("revolute", 2.0, 1.0),
                                             {"revolute", -2.0, -1.0},
                                             {"revolute", 2 * pi - 1.5, 1.0},
                                             {"revolute", -7.9, -1.0},
                                             {"prismatic", around, 1.0},
                                             {"prismatic", -around, -1.0},
                                             {"helical", around, 1.0}}) {
    double q = value;
    EXPECT_TRUE(projectOntoLimits(*modelOf(joint(type, Vec3::UnitZ(), {{-1, 1}})), &q));
    EXPECT_EQ(q, nearest) << type << ' ' << value;
  }
}

TEST(WholeTurns, HugeAndInfiniteValuesStillEndInside) {
  for (const Interval& limits : {Interval{-1, 1}, Interval{-infinity, 1}, Interval{2, infinity}, Interval{3, 3}}) {
    const auto model = modelOf(joint("revolute", Vec3::UnitZ(), {limits}));
    for (const double value : {1e18, -1e18, 1e308, -1e308, infinity, -infinity}) {
      double q = value;
      projectOntoLimits(*model, &q);
      EXPECT_GE(q, limits.min) << value;
      EXPECT_LE(q, limits.max) << value;
    }
  }
}

TEST(ActiveLimits, AreSaidAtBoundsAndNowhereElse) {
  const auto model = modelOf(joint("planar", Vec3::UnitZ(), {{-1, 2}, {-infinity, 0.5}, {0.3, 0.3}}));
  EXPECT_EQ(activeAt(*model, {0, 0, 0.3}), (std::vector<double>{0, 0, 0})) << "what cannot move is not held by a limit";
  EXPECT_EQ(activeAt(*model, {-1, 0.5, 0.3}), (std::vector<double>{-1, 1, 0}));
  EXPECT_EQ(activeAt(*model, {2, -1e300, 0.3}), (std::vector<double>{1, 0, 0}));
}

TEST(ActiveLimits, OfABallAreItsSwingAndItsTwist) {
  for (auto&& make : trials(300)) {
    const SwingBounds swing{{-make.between(0.1, 2), make.between(0.1, 2)},
                            {-make.between(0.1, 2), make.between(0.1, 2)}};
    const Interval twist{-make.between(0.1, 3), make.between(0.1, 3)};
    const auto model = modelOf(ballOf(swing, twist, make.unitVector()));
    const int side = make.below(3) - 1;
    const double share = make.chance(0.5) ? 1 : make.between(0, 0.99);
    const double angle = side < 0 ? twist.min : side > 0 ? twist.max : 0.5 * (twist.min + twist.max);
    const Quat r = makeBall(model->motions[0], {share * edgeOf(swing, make.between(-pi, pi)), angle});
    EXPECT_EQ(activeAt(*model, numbersOf(r)), (std::vector<double>{share == 1 ? 1.0 : 0.0, 0, double(side)}));
  }
}

TEST(ActiveLimits, OfABallThatCannotTwistOrHasNoLimitsAreNone) {
  const std::vector<double> none(3, 0);
  EXPECT_EQ(activeAt(*modelOf(joint("ball")), {0.6, 0, 0, 0.8}), none);
  const auto held = modelOf(ballOf(SwingBounds{{-1, 1}, {-1, 1}}, Interval{0.2, 0.2}, Vec3::UnitX()));
  EXPECT_EQ(activeAt(*held, numbersOf(makeBall(held->motions[0], {Vec3(0.3, 0, 0), 0.2}))), none);
}

TEST(Reset, GoesToTheAllowedPoseNearestToZero) {
  for (auto&& make : trials(500)) {
    State state(make.model());
    state.q = make.anyQ(*state.model);
    state.reset();
    EXPECT_EQ(brokenLimit(*state.model, state.q), "");
    for (const Motion& motion : state.model->motions) {
      if (motion.mimics) continue;
      if (motion.kind == Motion::Kind::ball) {
        const auto& twist = motion.ballLimits.twist;
        const double least = twist ? distanceOutside(*twist, 0) : 0;
        EXPECT_NEAR(Quat(Quat::Identity()).angularDistance(readQuat(&state.q[motion.qIndex])), least, 1e-7);
      } else if (motion.limits.min <= 0 && motion.limits.max >= 0) {
        EXPECT_EQ(state.q[motion.qIndex], 0);
      }
    }
    const std::vector<Pose> poses = posesAt(*state.model, state.q);
    for (std::size_t i = 0; i < poses.size(); ++i) EXPECT_LE((poses[i].p - state.poses[i].p).norm(), 1e-12);
  }
}

/// A tiny turn from the edge of a ball's limits loses something where it goes out over one of its bounds, and only
/// there.
TEST(BallBounds, AreTheDirectionsThatLimitsBlock) {
  for (auto&& make : trials(500)) {
    const auto half = [&] { return Interval{-make.between(0.05, 1.4), make.between(0.05, 1.4)}; };
    const ModelPtr model = modelOf(ballOf(SwingBounds{half(), half()}, half(), make.unitVector()));
    const Motion& motion = model->motions[0];
    const Quat edge = clampBall(motion, make.rotation());
    std::array<Vec3, mostBallBounds> out;
    const int count = ballBounds(motion, edge, out);
    for (int i = 0; i < 20; ++i) {
      const Vec3 turn = make.unitVector();
      double most = -1;
      for (int k = 0; k < count; ++k) most = std::max(most, out[k].dot(turn));
      const Quat after = edge * expRotation<double>(Vec3(1e-5 * turn));
      const double lost = after.angularDistance(clampBall(motion, after));
      if (std::abs(most) > 0.02) {
        EXPECT_EQ(lost > 1e-8, most > 0) << most << ' ' << lost;
      }
    }
  }
}

}  // namespace
}  // namespace limber::test::projection_test
