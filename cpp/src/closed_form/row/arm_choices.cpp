// Arms with fewer joints than their goals ask for: the freedoms to leave free.

#include <span>

#include "closed_form/row/arm.h"

namespace limber::analytic {
namespace {

/// The tool's axes, less those that are free; less the nearest to these, if they are no axes of the tool.
std::array<bool, 3> axesAsked(const Mat3& tool, std::span<const Vec3> free) {
  std::array<bool, 3> asked = {true, true, true};
  for (const Vec3& axis : free) {
    int nearest = -1;
    for (int i = 0; i < 3; ++i) {
      const auto along = [&](int k) { return std::abs(tool.col(k).dot(axis)); };
      if (asked[i] && (nearest < 0 || along(i) > along(nearest))) nearest = i;
    }
    asked[nearest] = false;
  }
  return asked;
}

}  // namespace

const char* Arm::readChoices(const char* noFamily) {
  const Mat3 tool = loop.G.R * toolOf(*goals_[0]).r.toRotationMatrix();
  std::array<Line, 6> atZero;
  int count = 0;
  const auto ask = [&](std::span<const Vec3> free, bool slide) {
    const auto isAsked = axesAsked(tool, free);
    for (int i = 0; i < 3; ++i) {
      if (!isAsked[i]) continue;
      asked_[count] = {tool.col(i), tip_, slide};
      askedNames_[count] = slide ? std::array{"x", "y", "z"}[i] : std::array{"rx", "ry", "rz"}[i];
      atZero[count] = {loop.G.R.transpose() * asked_[count].h, tip_, slide};
      ++count;
    }
  };
  ask(std::span(freeTurns_).first(freeTurnCount_), false);
  ask(std::span(freeSlides_).first(freeSlideCount_), true);
  const int found =
      choicesOf(std::span(lines_).first(joints_), std::span(atZero).first(count), tip_, loop.size, choices_);
  for (int i = 0; i < found; ++i) {
    choices_[choiceCount_] = choices_[i];
    choose(choiceCount_);
    choiceCount_ += canSlide();
  }
  if (found == 0) return "the goals ask for more than the free joints can do; use 'lm'";
  if (choiceCount_ == 0) return noFamily;
  choose(0);
  return nullptr;
}

std::string Arm::namesOfChoice() const {
  std::string names;
  for (int i = 0; i < 6; ++i) {
    if (choices_[choice_] >> i & 1) names += join({names.empty() ? "" : " and ", askedNames_[i]});
  }
  return names;
}

bool Arm::canFreeChoice() const {
  const Line* only = nullptr;
  int count = 0;
  for (int i = 0; i < 6 - freeSlideCount_ - freeTurnCount_; ++i) {
    if (choices_[choice_] >> i & 1 || asked_[i].slides) continue;
    only = &asked_[i];
    ++count;
  }
  const auto isAcross = [&](const Line& line) { return !line.slides && !areParallel(line, *only); };
  return count != 1 || std::ranges::none_of(std::span(lines_).first(inAll_), isAcross);
}

}  // namespace limber::analytic
