/// Laws of rotations: exp and log, the rotation between two vectors, swing and twist. Cosine and sine.
#include "random_model.h"

namespace limber::test::math_test {
namespace {

/// Distance of two rotations as quaternions; q and −q are the same rotation.
double gap(const Quat& a, const Quat& b) {
  return std::min((a.coeffs() - b.coeffs()).norm(), (a.coeffs() + b.coeffs()).norm());
}

/// From tiny to nearly half a turn, and both sides of the switches to series.
const std::vector<double> anglesToHalfTurn = {0,         1e-300,    1e-160,    1e-20,      1e-9,      9.99e-7, 1.01e-6,
                                              9.99e-5,   1.01e-4,   9.99e-3,   0.011,      0.5,       1.5,     3,
                                              pi - 1e-3, pi - 1e-6, pi - 1e-9, pi - 1e-12, pi - 1e-15};

TEST(ExpLog, ExpTurnsAsRodriguesFormula) {
  for (auto&& make : trials(50)) {
    for (const double angle : anglesToHalfTurn) {
      const Vec3 axis = make.unitVector();
      const Vec3 x = make.vector();
      const Quat r = expRotation<double>(axis * angle);
      EXPECT_NEAR(r.norm(), 1, 1e-15);
      EXPECT_LE((r * x - Eigen::AngleAxisd(angle, axis) * x).norm(), 2e-15) << angle;
    }
  }
}

TEST(ExpLog, LogTakesExpBackWithAllDigits) {
  for (auto&& make : trials(50)) {
    for (const double angle : anglesToHalfTurn) {
      const Vec3 w = make.unitVector() * angle;
      EXPECT_LE((logRotation(expRotation<double>(w)) - w).norm(), 2e-15 * angle) << angle;
    }
  }
}

TEST(ExpLog, ExpTakesLogBackWhateverTheSignOfW) {
  for (auto&& make : trials(2000)) {
    const Quat r = make.rotation();
    const Vec3 w = logRotation(r);
    EXPECT_LE(w.norm(), pi + 1e-15);
    EXPECT_LE(gap(expRotation(w), r), 4e-16 * 4);
    EXPECT_LE((logRotation(Quat(-r.coeffs())) - w).norm(), 1e-15);
  }
}

TEST(ExpLog, InverseRightJacobianIsTheInverseOfItsSeries) {
  for (auto&& make : trials(50)) {
    for (const double angle : {1e-8, 1e-3, 0.0099, 0.0101, 0.1, 1.0, pi}) {
      const Vec3 phi = make.unitVector() * angle;
      // The right Jacobian is the sum of (−[φ])ᵏ / (k + 1)!
      Mat3 term = Mat3::Identity(), sum = term;
      for (int k = 1; k < 40; ++k) sum += term = term * crossMatrix<double>(-phi) / (k + 1);
      EXPECT_LE((inverseRightJacobian(phi) * sum - Mat3::Identity()).norm(), 1e-14) << angle;
    }
  }
}

/// Two vectors whose angle, or whose distance from opposite, is known exactly in radians.
struct TwoVectors {
  Vec3 from;
  Vec3 to;
  Vec3 fromUnit;
  Vec3 toUnit;
  double angle;
  double toOpposite;  ///< π − angle, with all digits
};

const std::vector<double> smallAngles = {0,    1e-300, 1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9,
                                         1e-8, 1e-7,   1e-6,  1e-5,  1e-4,  1e-3,  0.01,  0.1,   1,     pi / 2};

std::vector<TwoVectors> pairsOf(Maker& make, const std::vector<std::array<double, 2>>& lengths) {
  std::vector<TwoVectors> pairs;
  for (const auto& [a, b] : lengths) {
    for (const double small : smallAngles) {
      for (const double side : {1.0, -1.0}) {
        const bool alongAxis = make.chance(0.3);
        const Vec3 u = alongAxis ? Vec3(side * Vec3::Unit(make.below(3))) : make.unitVector();
        const Vec3 across = u.unitOrthogonal();
        const Vec3 v = side * std::cos(small) * u + std::sin(small) * across;
        const double angle = side > 0 ? small : pi - small;
        pairs.push_back({a * u, b * v, u, v, angle, side > 0 ? pi - small : small});
      }
    }
  }
  return pairs;
}

TEST(RotationBetween, IsUnitTakesOneToTheOtherAndIsTheLeast) {
  for (auto&& make : trials(50)) {
    const std::vector<std::array<double, 2>> lengths = {{1, 1},          {1e-300, 1e-300}, {1e300, 1e300},
                                                        {1e-300, 1e300}, {1e300, 1},       {1, 1e-300}};
    for (const TwoVectors& pair : pairsOf(make, lengths)) {
      const Quat r = rotationBetween(pair.from, pair.to);
      SCOPED_TRACE(testing::Message() << "angle " << pair.angle << ", from opposite " << pair.toOpposite << ", from "
                                      << pair.from.transpose() << ", to " << pair.to.transpose());
      ASSERT_NEAR(r.norm(), 1, 1e-15);
      ASSERT_LE((r * pair.fromUnit - pair.toUnit).norm(), 4e-15);
      ASSERT_NEAR(r.angularDistance(Quat::Identity()), pair.angle, 4e-15);
    }
  }
}

TEST(RotationBetween, KeepsTheDigitsOfTinyAngles) {
  for (const double small : {1e-3, 1e-6, 1e-9, 1e-12}) {
    const Quat r = rotationBetween(Vec3::UnitX(), Vec3(1, small, 0));
    EXPECT_NEAR(r.z() / (0.5 * small), 1, 1e-6) << small;  // tan θ = small, and sin(θ/2) differs by θ²
    EXPECT_EQ(r.x(), 0);
    EXPECT_EQ(r.y(), 0);
  }
}

TEST(RotationBetween, IsTheIdentityWithoutADirection) {
  const double nan = std::nan("");
  const Vec3 good(1, 2, 3);
  const std::vector<Vec3> bad = {Vec3::Zero(),         Vec3(-0.0, -0.0, -0.0),       Vec3(nan, 0, 0),
                                 Vec3(1, nan, 1),      Vec3(infinity, 0, 0),         Vec3(1, -infinity, 1),
                                 Vec3(0, 0, infinity), Vec3(infinity, infinity, nan)};
  for (const Vec3& each : bad) {
    SCOPED_TRACE(each.transpose());
    EXPECT_EQ(rotationBetween(each, good).coeffs(), Quat::Identity().coeffs());
    EXPECT_EQ(rotationBetween(good, each).coeffs(), Quat::Identity().coeffs());
    EXPECT_EQ(rotationBetween(each, each).coeffs(), Quat::Identity().coeffs());
    EXPECT_EQ(rotationBetween(each, -each).coeffs(), Quat::Identity().coeffs());
    if (each.norm() > 0 || each.hasNaN()) continue;
    for (const auto& [a, b] : {std::pair(each, good), {good, each}, {each, each}})
      EXPECT_TRUE(scaledRotationBetween(a, b).coeffs().isZero(0)) << "which weighs nothing";
  }
}

TEST(ScaledRotationBetween, TakesOneToTheOtherAndWeighsAsBoth) {
  for (auto&& make : trials(50)) {
    const std::vector<std::array<double, 2>> lengths = {{1, 1},         {3, 0.2},        {1e-150, 1e-150},
                                                        {1e150, 1e150}, {1e-300, 1e300}, {1e300, 1e-300},
                                                        {1e-300, 1},    {1e-158, 1e150}, {1e150, 1e-158}};
    for (const TwoVectors& pair : pairsOf(make, lengths)) {
      const Quat scaled = scaledRotationBetween(pair.from, pair.to);
      const Quat r(scaled.coeffs().stableNormalized());
      SCOPED_TRACE(testing::Message() << "angle " << pair.angle << ", from opposite " << pair.toOpposite);
      // Very nearly opposite vectors count as opposite.
      const bool isOpposite = pair.toOpposite < 4.4e-5;
      const double room =
          isOpposite ? pair.toOpposite * (1 + 2 * pair.toOpposite) + 4e-15 : 4e-15 * (1 + 1 / pair.toOpposite);
      ASSERT_LE((r * pair.fromUnit - pair.toUnit).norm(), room);
      ASSERT_NEAR(r.angularDistance(Quat::Identity()), pair.angle, room);
      const double product = pair.from.stableNorm() * pair.to.stableNorm();
      const double weight = isOpposite ? 1 : 2 * std::cos(0.5 * pair.angle);
      ASSERT_NEAR(scaled.coeffs().stableNorm() / product, weight, 1e-10);
    }
  }
}

TEST(Vectors, NormAndPerpendicularHoldFromTinyToHuge) {
  for (auto&& make : trials(200)) {
    const Vec3 unit = make.chance(0.3) ? Vec3(-Vec3::Unit(make.below(3))) : make.unitVector();
    for (const double length : {1e-300, 1e-200, 1e-140, 1e-100, 1.0, 1e100, 1e140, 1e200, 1e300}) {
      EXPECT_NEAR(norm(unit * length) / length, 1, 4e-15) << length;
      const Vec3 across = anyPerpendicular(unit * length);
      EXPECT_NEAR(across.norm(), 1, 4e-15) << length;
      EXPECT_NEAR(across.dot(unit), 0, 4e-15) << length;
    }
    const Vec3 other = make.vector();
    EXPECT_EQ(Vec3(crossMatrix(unit) * other), unit.cross(other));
  }
  EXPECT_EQ(norm(Vec3::Zero()), 0);
}

/// Random rotations, including hard ones: tiny rotations, and swings of nearly half a turn.
Quat anyRotation(Maker& make, const Vec3& bone) {
  if (make.chance(0.4)) return make.rotation();
  const double tiny = std::pow(10, make.between(-17, 0));
  if (make.chance(0.3)) return expRotation<double>(tiny * make.unitVector());
  const Vec3 across = expRotation<double>(bone * make.between(-pi, pi)) * anyPerpendicular(bone);
  const Quat r = expRotation<double>((pi - tiny) * across) * expRotation<double>(bone * make.between(-pi, pi));
  return make.chance(0.5) ? Quat(-r.coeffs()) : r;
}

TEST(SwingTwist, SplitRecomposes) {
  for (auto&& make : trials(5000)) {
    const Vec3 bone = make.unitVector();
    const Quat r = anyRotation(make, bone);
    const SwingTwist parts = splitSwingTwist(r, bone);
    EXPECT_LE(gap(joinSwingTwist(parts, bone), r), 2e-15);
    EXPECT_LE(std::abs(parts.swing.dot(bone)), 1e-15);
    EXPECT_LE(parts.swing.norm(), pi + 1e-15);
    EXPECT_LE(std::abs(parts.twist), pi);
    // The swing alone moves the bone like the whole rotation.
    EXPECT_LE((expRotation(parts.swing) * bone - r * bone).norm(), 4e-15);
  }
}

TEST(SwingTwist, HalfTurnAcrossTheBoneHasNoTwist) {
  for (const double zero : {0.0, -0.0}) {
    for (const double side : {1.0, -1.0}) {
      const Quat r(zero, side, 0, zero);
      EXPECT_EQ(std::abs(twistAngle(r, Vec3::UnitZ())), 0) << zero << " " << side;
      EXPECT_EQ(std::abs(splitSwingTwist(r, Vec3::UnitZ()).twist), 0) << zero << " " << side;
    }
  }
}

TEST(SwingTwist, TwistAngleIsTheAngleOfATurnAboutTheAxisOfAnyWeight) {
  for (auto&& make : trials(1000)) {
    const Vec3 axis = make.unitVector();
    const double angle = make.between(-pi, pi);
    const Quat r = expRotation<double>(angle * axis);
    for (const double weight : {1.0, -1.0, 1e-100, -1e100})
      EXPECT_NEAR(twistAngle(Quat(weight * r.coeffs()), axis), angle, 4e-15) << weight;
  }
}

TEST(Poses, InverseUndoesAndProductsActInTurn) {
  for (auto&& make : trials(500)) {
    const Pose a = make.pose();
    const Pose b = make.pose();
    const Vec3 x = make.vector();
    EXPECT_LE(((a * b) * x - a * (b * x)).norm(), 1e-14);
    EXPECT_LE((a.inverse() * (a * x) - x).norm(), 1e-14);
    EXPECT_LE((a * x - a.p - a.r.toRotationMatrix() * x).norm(), 1e-14);
  }
}

TEST(AngleOf, IsAccurateToTwoUnitsInTheLastPlace) {
  const auto check = [](double sine, double cosine) {
    const double angle = std::atan2(sine, cosine);
    EXPECT_LE(std::abs(limber::angleOf(sine, cosine) - angle), 4.5e-16 * angle) << sine << ", " << cosine;
  };
  for (auto&& make : trials(10000)) check(std::pow(10, make.between(-300, 2)), make.between(-1, 1));
  for (const double one : {1e-300, 1.0, 1e300}) {
    for (const double way : {-1.0, -1e-9, -0.0, 0.0, 1e-9, 0.41421356, 0.41421357, 1.0}) check(one, way * one);
    check(0, one);
  }
}

/// Compares with long double, where the system's has more digits than double.
void expectRight(double angle) {
  const auto [cosine, sine] = cosSin(angle);
  const long double x = angle;
  EXPECT_NEAR(cosine, static_cast<double>(std::cos(x)), 2.3e-16) << angle;
  EXPECT_NEAR(sine, static_cast<double>(std::sin(x)), 2.3e-16) << angle;
}

TEST(CosSin, AreRightToTheLastDigit) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> exponent(-12, 5.9);
  for (int i = 0; i < 100'000; ++i) {
    const double angle = std::pow(10, exponent(random));
    expectRight(angle);
    expectRight(-angle);
  }
  for (int eighths = -4000; eighths <= 4000; ++eighths) {
    const double angle = eighths * pi / 4;
    for (const double near : {angle, std::nextafter(angle, 1e9), std::nextafter(angle, -1e9)}) expectRight(near);
  }
}

TEST(CosSin, KeepTheDigitsOfTinySinesLieOnTheCircleAtHugeAnglesAndAreNoneOfNoNumber) {
  for (const double tiny : {1e-300, 1e-20, 1e-9, -3e-5}) EXPECT_NEAR(cosSin(tiny).sin / std::sin(tiny), 1, 2.3e-16);
  // Near half a turn the sine is as small as the rounding error of π.
  EXPECT_NEAR(cosSin(pi).sin, 1.2246467991473532e-16, 1e-31);
  EXPECT_EQ(cosSin(0).cos, 1);
  EXPECT_EQ(cosSin(0).sin, 0);
  for (const double angle : {1e7, -3e12, 1e100, 1e308}) {
    const auto [cosine, sine] = cosSin(angle);
    EXPECT_NEAR(cosine * cosine + sine * sine, 1, 1e-15);
  }
  // As accurate as the angle's last digit allows.
  EXPECT_NEAR(cosSin(1e9).sin, static_cast<double>(std::sin(1e9L)), 1e-7);
  for (const double angle : {infinity, -infinity, std::nan("")})
    EXPECT_TRUE(std::isnan(cosSin(angle).cos) && std::isnan(cosSin(angle).sin));
}

}  // namespace
}  // namespace limber::test::math_test
