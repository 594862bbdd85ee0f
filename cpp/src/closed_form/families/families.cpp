#include "closed_form/families/families.h"

#include <array>

namespace limber::analytic {

static const std::array<Family, 3>& families() {
  static const std::array all = {threeSlides(), sphericalWrist(), threeParallel()};
  return all;
}

const Family* findFamily(const ClosedChain& loop, int& k) {
  for (const Family& family : families()) {
    if (const auto start = family.find(loop)) {
      k = *start;
      return &family;
    }
  }
  return nullptr;
}

const Family* bringToFamily(ClosedChain& loop, int& k) {
  for (const Family& family : families()) {
    if (!family.bring(loop)) continue;
    loop.isIdeal = true;
    k = *family.find(loop);
    return &family;
  }
  return nullptr;
}

}  // namespace limber::analytic
