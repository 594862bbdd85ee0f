/// Two numbers in a register: each lane has the bits that a double alone has, whatever its neighbour.
#include "goals/least_turn.h"
#include "random_model.h"

namespace limber::test {
namespace {

bool isSame(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Expects that f, which takes and returns any number of scalars, gives in each lane what it gives for doubles.
template <class F>
void expectEachAlone(const std::vector<double>& first, const std::vector<double>& second, F&& f) {
  std::vector<Pair> both;
  for (std::size_t i = 0; i < first.size(); ++i) both.emplace_back(first[i], second[i]);
  const auto a = f(first), b = f(second);
  const auto lanes = f(both);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    EXPECT_TRUE(isSame(lanes[i][0], a[i])) << i << ": " << lanes[i][0] << " for " << a[i];
    EXPECT_TRUE(isSame(lanes[i][1], b[i])) << i << ": " << lanes[i][1] << " for " << b[i];
  }
}
template <class S>
using Numbers = std::vector<S>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
const std::vector<double> special = {0,   -0.0,   5e-324, -1e-300, 1e-12,  0.7, -1,       1,        3,
                                     -pi, pi / 4, pi / 2, 1e300,   -1e308, nan, infinity, -infinity};

TEST(Lanes, ArithmeticIsThatOfDoubles) {
  for (const double a : special) {
    for (const double b : special) {
      SCOPED_TRACE(testing::Message() << a << ", " << b);
      expectEachAlone({a, b}, {b, 0.3}, []<class S>(const Numbers<S>& x) {
        using std::abs, std::sqrt, std::atan2;
        const S one = 1, two = 2;
        const auto chosen = [&](auto mask) { return choose(mask, one, two); };
        S sum = x[0], difference = x[0], product = x[0], quotient = x[0];
        sum += x[1];
        difference -= x[1];
        product *= x[1];
        quotient /= x[1];
        return Numbers<S>{sum,
                          difference,
                          product,
                          quotient,
                          -x[0],
                          abs(x[0]),
                          sqrt(x[0]),
                          atan2(x[0], x[1]),
                          chosen(x[0] < x[1]),
                          chosen(x[0] > x[1]),
                          chosen(x[0] <= x[1]),
                          chosen(x[0] >= x[1]),
                          chosen((x[0] < x[1]) | (x[1] > one)),
                          chosen((x[0] < x[1]) & (x[1] > one)),
                          chosen(!(x[0] < x[1]))};
      });
    }
  }
}

TEST(Lanes, CosineAndSineAreThoseOfDoubles) {
  const auto both = [](double a, double b) {
    expectEachAlone({a}, {b}, []<class S>(const Numbers<S>& x) {
      const auto [cosine, sine] = cosSin(x[0]);
      return Numbers<S>{cosine, sine};
    });
  };
  for (const double a : special)
    for (const double b : special) both(a, b);
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

/// Rotations that take all branches: none, tiny, about half a turn, w of either sign.
Quat anyRotation(Maker& make) {
  const double angle = make.oneOf(std::vector{0.0, 1e-9, 1e-4, 0.01, 1.0, pi - 1e-9, pi, make.between(0, pi)});
  const Quat r = expRotation<double>(angle * make.unitVector());
  return make.chance(0.5) ? Quat(-r.coeffs()) : r;
}

TEST(Lanes, RotationsAreThoseOfDoubles) {
  for (auto&& make : trials(1000)) {
    const auto numbers = [&] {
      std::vector<double> all(8);
      writeQuat(anyRotation(make), &all[0]);
      writeQuat(anyRotation(make), &all[4]);
      return all;
    };
    expectEachAlone(numbers(), numbers(), []<class S>(const Numbers<S>& x) {
      // Not r s: with SSE, Eigen sums a product of quaternions of doubles in an order of its own.
      const QuatT<S> r = readQuat(&x[0]), s = readQuat(&x[4]);
      const Vec3T<S> w = logRotation<S>(r), moved = s.conjugate() * w;
      const Mat3T<S> inverse = inverseRightJacobian<S>(w) * s.toRotationMatrix();
      Numbers<S> all{w.begin(), w.end()};
      all.insert(all.end(), moved.begin(), moved.end());
      for (int i = 0; i < 9; ++i) all.push_back(inverse.data()[i]);
      return all;
    });
  }
}

/// Of any length, often along an axis or of no length at all.
Vec3 anyVector(Maker& make) {
  if (make.chance(0.1)) return Vec3::Zero();
  const Vec3 way = make.chance(0.5) ? Vec3(Vec3::Unit(make.below(3))) : make.unitVector();
  return way * (make.chance(0.5) ? 1 : -std::pow(10, make.between(-300, 300)));
}

TEST(Lanes, DirectionsAreThoseOfDoubles) {
  for (auto&& make : trials(2000)) {
    const auto numbers = [&] {
      const Vec3 a = anyVector(make), b = make.chance(0.3) ? Vec3(-a) : make.chance(0.3) ? a : anyVector(make);
      return std::vector{a[0], a[1], a[2], b[0], b[1], b[2]};
    };
    expectEachAlone(numbers(), numbers(), []<class S>(const Numbers<S>& x) {
      const Vec3T<S> a(x[0], x[1], x[2]), c = unit(a), t = unit(Vec3T<S>(x[3], x[4], x[5]));
      const Vec3T<S> turn = goals::leastTurn<S>(c, t);
      const Mat3T<S> map = goals::leastTurnMap<S>(c, t);
      Numbers<S> all{norm(a), t[0], t[1], t[2], turn[0], turn[1], turn[2]};
      all.insert(all.end(), map.data(), map.data() + 9);
      return all;
    });
  }
}

}  // namespace
}  // namespace limber::test
