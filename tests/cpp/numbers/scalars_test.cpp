/// Scalars: dual numbers differentiate; of two numbers in a register each has the bits that it has alone as a double,
/// whatever its neighbour.
#include <bit>

#include "goals/least_turn.h"
#include "random_model.h"

namespace limber::test::scalars_test {
namespace {

bool isSame(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

template <class S>
using Numbers = std::vector<S>;

double inLane(double x, int) { return x; }
double inLane(const Lanes& x, int lane) { return x[lane]; }

template <class S>
void expectSame(const Numbers<Lanes>& lanes, int lane, const Numbers<S>& alone) {
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const double wanted = inLane(alone[i], lane);
    EXPECT_TRUE(isSame(lanes[i][lane], wanted)) << i << ": " << lanes[i][lane] << " for " << wanted;
  }
}

Numbers<Lanes> paired(const Numbers<double>& first, const Numbers<double>& second) {
  Numbers<Lanes> both;
  for (std::size_t i = 0; i < first.size(); ++i) both.emplace_back(first[i], second[i]);
  return both;
}

/// Expects that f, which takes and returns any number of scalars, gives the same beside another as beside itself, or,
/// in `alone`, as a double.
template <class F>
void expectLanes(const Numbers<double>& first, const Numbers<double>& second, F&& f, auto&& alone) {
  const Numbers<Lanes> lanes = f(paired(first, second));
  expectSame(lanes, 0, f(alone(first)));
  expectSame(lanes, 1, f(alone(second)));
}
void expectNoNeighbour(const Numbers<double>& first, const Numbers<double>& second, auto&& f) {
  expectLanes(first, second, f, [](const auto& x) { return paired(x, x); });
}
void expectAsDoubles(const Numbers<double>& first, const Numbers<double>& second, auto&& f) {
  expectLanes(first, second, f, [](const auto& x) { return x; });
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
const std::vector<double> special = {0,   -0.0,   5e-324, -1e-300, 1e-12,  0.7, -1,       1,        3,
                                     -pi, pi / 4, pi / 2, 1e300,   -1e308, nan, infinity, -infinity};

/// What is written once for all scalars.
template <class S>
Numbers<S> formulas(const Numbers<S>& x) {
  using std::abs, std::sqrt, limber::angleOf;
  S sum = x[0], difference = x[0], product = x[0], quotient = x[0];
  sum += x[1];
  difference -= x[1];
  product *= x[1];
  quotient /= x[1];
  const auto [cosine, sine] = cosSin(x[0]);
  const S compound = sqrt(abs(product * sine) + 1.0) / (2.0 - cosSin(x[0] * 0.1).cos);
  return {sum,    difference, product, quotient, -x[0], abs(x[0]), sqrt(abs(x[0])), angleOf(abs(x[0]), x[1]),
          cosine, sine,       compound};
}

TEST(DualNumbers, DifferentiateEveryFormula) {
  for (auto&& make : trials(100)) {
    const auto any = [&] { return make.between(0.1, 3) * (make.chance(0.5) ? 1 : -1); };
    const double x = any(), y = any(), h = 1e-5;
    const auto found = formulas<Dual>({{x, 2}, {y, -0.7}});
    const auto here = formulas<double>({x, y}), before = formulas<double>({x - 2 * h, y + 0.7 * h}),
               after = formulas<double>({x + 2 * h, y - 0.7 * h});
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].value, here[i]) << i;
      EXPECT_NEAR(found[i].derivative, (after[i] - before[i]) / (2 * h), 1e-8 * (1 + std::abs(found[i].derivative)))
          << i;
    }
  }
}

TEST(Lanes, FormulasAndConditionsAreThoseOfDoubles) {
  const auto conditions = []<class S>(const Numbers<S>& x) {
    using std::sqrt;
    const S one = 1, two = 2;
    const auto chosen = [&](auto mask) { return choose(mask, one, two); };
    const auto below = x[0]<x[1], above = x[1]> one;
    return Numbers<S>{sqrt(x[0]),           chosen(below),         chosen(x[0] > x[1]),   chosen(x[0] <= x[1]),
                      chosen(x[0] >= x[1]), chosen(below | above), chosen(below & above), chosen(!below)};
  };
  for (const double a : special) {
    for (const double b : special) {
      SCOPED_TRACE(testing::Message() << a << ", " << b);
      expectAsDoubles({a, b}, {b, 0.3}, []<class S>(const Numbers<S>& x) { return formulas(x); });
      expectAsDoubles({a, b}, {b, 0.3}, conditions);
    }
  }
  const auto both = [](double a, double b) {
    expectAsDoubles({a, 0.3}, {b, 0.7}, []<class S>(const Numbers<S>& x) { return formulas(x); });
  };
  for (int eighths = -4000; eighths <= 4000; ++eighths) {
    const double angle = eighths * pi / 4;
    both(std::nextafter(angle, -1e9), std::nextafter(angle, 1e9));
    both(angle, mostReduced + eighths);
  }
  for (auto&& make : trials(50)) {
    for (int i = 0; i < 1000; ++i)
      both(std::pow(10, make.between(-12, 6)), -std::pow(10, make.between(-3, make.chance(0.1) ? 300 : 6)));
  }
}

/// A sum of three numbers is in Eigen's order, which depends on its flags and differs for doubles. About an axis, or
/// along it, two of the three are zero.
Vec3 anyAxis(Maker& make) { return (make.chance(0.5) ? 1 : -1) * Vec3::Unit(make.below(3)); }

TEST(Lanes, RotationsAreThoseOfDoubles) {
  for (auto&& make : trials(1000)) {
    // All branches: none, tiny, about half a turn, w of either sign.
    const auto turnAbout = [&](const Vec3& axis) {
      const double angle = make.oneOf(std::vector{0.0, 1e-9, 1e-4, 0.01, 1.0, pi - 1e-9, pi, make.between(0, pi)});
      const Quat r = expRotation<double>(angle * axis);
      const double sign = make.chance(0.5) ? 1 : -1;
      return Numbers<double>{sign * r.x(), sign * r.y(), sign * r.z(), sign * r.w()};
    };
    const auto logarithm = []<class S>(const Numbers<S>& x) {
      const Vec3T<S> w = logRotation<S>(readQuat(x.data()));
      const Mat3T<S> inverse = inverseRightJacobian<S>(w);
      Numbers<S> all{w[0], w[1], w[2]};
      all.insert(all.end(), inverse.data(), inverse.data() + 9);
      return all;
    };
    expectAsDoubles(turnAbout(anyAxis(make)), turnAbout(anyAxis(make)), logarithm);
    expectNoNeighbour(turnAbout(make.unitVector()), turnAbout(make.unitVector()), logarithm);
  }
}

TEST(Lanes, DirectionsAreThoseOfDoubles) {
  for (auto&& make : trials(1000)) {
    // Of any length or none; often equal or opposite.
    const auto twoAlong = [&](auto&& axis) {
      const auto vector = [&] { return Vec3(axis() * (make.chance(0.1) ? 0 : std::pow(10, make.between(-300, 300)))); };
      const Vec3 a = vector(), b = make.chance(0.3) ? Vec3(-a) : make.chance(0.3) ? a : vector();
      return Numbers<double>{a[0], a[1], a[2], b[0], b[1], b[2]};
    };
    const auto turn = []<class S>(const Numbers<S>& x) {
      const Vec3T<S> a(x[0], x[1], x[2]), c = unit(a), t = unit(Vec3T<S>(x[3], x[4], x[5]));
      const Vec3T<S> least = goals::leastTurn<S>(c, t);
      const Mat3T<S> map = goals::leastTurnMap<S>(c, t);
      Numbers<S> all{norm(a), t[0], t[1], t[2], least[0], least[1], least[2]};
      all.insert(all.end(), map.data(), map.data() + 9);
      return all;
    };
    const auto alongAxis = [&] { return anyAxis(make); };
    expectAsDoubles(twoAlong(alongAxis), twoAlong(alongAxis), turn);
    const auto anywhere = [&] { return make.unitVector(); };
    expectNoNeighbour(twoAlong(anywhere), twoAlong(anywhere), turn);
  }
}

}  // namespace
}  // namespace limber::test::scalars_test
