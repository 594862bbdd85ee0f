#include "closed_form/row/nearest.h"

#include "closed_form/row/closure.h"
#include "closed_form/row/turns.h"
#include "closed_form/seven/approach.h"

namespace limber::analytic {

bool Nearest::find(const Arm::Angles& from) {
  from_ = from;
  cost_ = infinity;
  lostSome_ = false;
  std::copy_n(from.begin(), arm_.loop.free.size(), arm_.loop.free.begin());
  std::string_view family;
  count_ = 0;
  foundAll_ = findPoses(arm_, *this, family);
  takeCandidates();
  return cost_ < infinity;
}

bool Nearest::isCertainlyNone() const { return cost_ == infinity && foundAll_ && !lostSome_; }

/// A lower bound, whatever the limits, unless it can move on; polishing only changes it much at a singularity.
double Nearest::leastCost(const Six& given) const {
  double least = 0;
  for (int i = 0; i < arm_.joints(); ++i) least += costOf(i, arm_.unitOf(i) * arm_.way(i, from_[i], given[i]));
  return least;
}

double Nearest::offer(const Six& given, bool isOpen) {
  if (!isOpen && leastCost(given) > 1.001 * cost_) return 0;
  Arm::Angles angles{};
  std::ranges::copy(given, angles.begin());
  const double moved = settle(arm_, angles);
  if (moved < infinity && (!isOpen || approach(angles))) take(angles);
  return moved;
}

/// Isolated poses wait for all others, because only the nearest need to be polished.
bool Nearest::offerAll(std::span<const Six> all, bool isOpen, double determinant) {
  if (isOpen || arm_.joints() != 6 || count_ + all.size() > candidates_.size())
    return Found::offerAll(all, isOpen, determinant);
  for (const Six& each : all) candidates_[count_++] = {leastCost(each), each, determinant > smallPivot};
  return true;
}

void Nearest::takeCandidates() {
  auto left = std::span(candidates_).first(count_);
  while (!left.empty()) {
    const std::size_t count = std::min<std::size_t>(2, left.size());
    for (std::size_t i = 0; i < count; ++i)
      std::swap(left[i], *std::ranges::min_element(left.subspan(i), {}, &Candidate::least));
    if (left[0].least > 1.001 * cost_) return;
    const bool areClosed = left[0].isClosed && left[count - 1].isClosed;
    const Mask needsNoPolishing =
        areClosed ? maskOf(true, true) : Closure(arm_, left[0].angles, left[count - 1].angles).gap() <= best;
    for (std::size_t i = 0; i < count; ++i) {
      if (needsNoPolishing[i]) {
        take(arm_.withHeld(left[i].angles));
      } else {
        offer(left[i].angles, false);
      }
    }
    left = left.subspan(count);
  }
}

/// Takes a pose that meets the goals, if it is the nearest so far.
void Nearest::take(Arm::Angles angles) {
  const double cost = moveNear(angles);
  if (!(cost < cost_) || !takes(angles)) return;
  cost_ = cost;
  angles_ = angles;
}

bool Nearest::approach(Arm::Angles& angles) {
  const Arm::Angles direction = selfMotion(arm_, angles);
  if (direction == Arm::Angles{}) return true;
  Approach approach(arm_, problem_, limits_, from_);
  const bool isInside = approach.move(angles, direction);
  lostSome_ |= !isInside && !approach.provesNone();
  return isInside;
}

double Nearest::moveNear(Arm::Angles& angles) const {
  double cost = 0;
  for (int i = 0; i < arm_.joints(); ++i) {
    const Motion& motion = arm_.motion(i);
    const double start = problem_.state.q[motion.qIndex];
    const double from = start + from_[i];
    const double near = from_[i] + arm_.unitOf(i) * arm_.way(i, from_[i], angles[i]);
    const Turns turns(motion, start, near, limits_);
    if (turns.count == 0) return infinity;
    const double value = turns.at(turns.nearest(from));
    angles[i] = (limits_ ? clampScrew(motion, value) : value) - start;
    cost += costOf(i, angles[i] - from_[i]);
  }
  return cost;
}

double Nearest::costOf(int i, double way) const { return way * way / problem_.jointWeights[arm_.motion(i).vIndex]; }

}  // namespace limber::analytic
