#include "families.h"

#include <array>

namespace limber::analytic {

const Family* findFamily(const Loop& loop, int& k) {
  static const std::array families = {sphericalWrist(), threeParallel()};
  for (const Family& family : families) {
    if (const auto start = family.find(loop)) {
      k = *start;
      return &family;
    }
  }
  return nullptr;
}

}  // namespace limber::analytic
