#include <gtest/gtest.h>

#include <random>

#include "limber/limber.h"

namespace limber {
namespace {

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
}

TEST(CosSin, AreRightAboutEveryEighthOfATurn) {
  for (int eighths = -4000; eighths <= 4000; ++eighths) {
    const double angle = eighths * pi / 4;
    for (const double near : {angle, std::nextafter(angle, 1e9), std::nextafter(angle, -1e9)}) expectRight(near);
  }
}

TEST(CosSin, KeepTheDigitsOfTinySines) {
  for (const double tiny : {1e-300, 1e-20, 1e-9, -3e-5}) {
    EXPECT_NEAR(cosSin(tiny).sin / std::sin(tiny), 1, 2.3e-16);
    // Near half a turn the sine is as small as the rounding error of π.
    EXPECT_NEAR(cosSin(pi).sin, 1.2246467991473532e-16, 1e-31);
  }
  EXPECT_EQ(cosSin(0).cos, 1);
  EXPECT_EQ(cosSin(0).sin, 0);
}

TEST(CosSin, LieOnTheCircleAtHugeAngles) {
  for (const double angle : {1e7, -3e12, 1e100, 1e308}) {
    const auto [cosine, sine] = cosSin(angle);
    EXPECT_NEAR(cosine * cosine + sine * sine, 1, 1e-15);
  }
  // As accurate as the angle's last digit allows.
  EXPECT_NEAR(cosSin(1e9).sin, static_cast<double>(std::sin(1e9L)), 1e-7);
}

TEST(CosSin, OfNoNumberAreNone) {
  for (const double angle : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_TRUE(std::isnan(cosSin(angle).cos));
    EXPECT_TRUE(std::isnan(cosSin(angle).sin));
  }
}

}  // namespace
}  // namespace limber
