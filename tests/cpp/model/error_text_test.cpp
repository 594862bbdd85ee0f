#include <gtest/gtest.h>

#include "limber/limber.h"

namespace limber::test::error_text_test {
namespace {

TEST(ErrorText, ShowsNumbersAsPeopleWriteThem) {
  const std::pair<double, const char*> numbers[] = {
      {0, "0"},
      {-0.0, "-0"},
      {7, "7"},
      {200'000, "200000"},
      {2'147'483'647, "2147483647"},
      {0.5, "0.5"},
      {-3.25, "-3.25"},
      {1.0 / 3, "0.333333333333"},
      {999'999'999.75, "999999999.75"},
      {1'000'000.5, "1000000.5"},
      {123'456'789'012.5, "123456789013"},
      {0.001, "0.001"},
      {0.00012345678901234, "0.000123456789012"},
      {1.5e-7, "1.5e-7"},
      {1e-300, "1e-300"},
      {5e-324, "4.94065645841e-324"},
      {1e15, "1e+15"},
      {-2.5e20, "-2.5e+20"},
      {1.7976931348623157e308, "1.79769313486e+308"},
      {infinity, "inf"},
      {-infinity, "-inf"},
      {std::numeric_limits<double>::quiet_NaN(), "nan"},
  };
  for (const auto& [number, words] : numbers) EXPECT_EQ(text(number), words);
}

TEST(ErrorText, ListsSixteenNamesAtMost) {
  EXPECT_EQ(listNames({}), "");
  const std::string_view two[] = {"a", "b"};
  EXPECT_EQ(listNames(two), "'a', 'b'");
  const std::vector<std::string_view> many(18, "x");
  EXPECT_TRUE(listNames(many).ends_with("'x' and 2 more"));
}

}  // namespace
}  // namespace limber::test::error_text_test
