// The poses of seven hinges that meet a target are curves: closed ones, or arcs that end where a hinge is at
// a limit. So slices at the limits of hinges meet every arc that ends there, and slices between meet the
// others. From the poses found, the curves are followed to where they are nearest to the state.

#include "closed_form/seven/redundancy.h"

#include <algorithm>

#include "closed_form/families/families.h"
#include "closed_form/row/near.h"
#include "closed_form/row/poses.h"
#include "closed_form/row/turns.h"

namespace limber::analytic {
namespace {

/// Number of slices between the limits of a hinge, and of swivels; number of descents.
constexpr int slicesOfHinge = 3, slicesOfSwivel = 6, mostDescents = 24;
/// Added to a start's merit per radian beyond limits; distance below which two starts are the same.
constexpr double penalty = 1, radius = 0.3;
/// A target farther away, in radians and sizes, has other poses as near as the one followed from the state.
constexpr double farFromTarget = 0.5;
/// Samples per whole turn, where poses may exist between two samples without any.
constexpr int manySamples = 120;
/// Radians from the end of an arc to the values that are tried there.
constexpr double beside = 1e-6;
/// Accuracy of the ends of intervals, in radians.
constexpr double sharp = 1e-7;
/// Radians along a curve to the next pose, where it is followed; most from the curve to its chord.
constexpr double arc = 0.2, aside = 0.02;
/// Angles without a pattern, so that no axes are parallel or meet by chance.
constexpr double anyAngle = 1.234;

/// A direction perpendicular to the first axis that does not turn with it.
Vec3 sideOf(const Problem& problem, const Motion& first) {
  const Link& link = problem.model().links[first.link];
  const Vec3 side = link.parentFromJoint.r * anyPerpendicular(first.w);
  return link.parent < 0 ? side : problem.state.poses[link.parent].r * side;
}

/// Less whole turns.
Seven wayBetween(const Seven& a, const Seven& b) {
  Seven way;
  for (int i = 0; i < mostJoints; ++i) way[i] = wrapped(b[i] - a[i]);
  return way;
}

bool areNear(const Seven& a, const Seven& b) {
  return std::ranges::equal(a, b, [](double x, double y) { return std::abs(x - y) < radius; });
}

}  // namespace

Spare::Spare(Arm& arm, const Problem& problem, const SolutionOptions& options)
    : arm_(arm),
      problem_(problem),
      options_(options),
      deadline_(options.maxTime),
      swivel_(Swivel::of(arm, sideOf(problem, arm.motionInRow(0)))),
      curve_(arm, problem, options.limits),
      isSwivel_(swivel_.has_value()),
      slack_(swivel_ ? 0.5 : 1),
      samples_(manySamples) {}

const char* Spare::choose(const Redundancy& redundancy) {
  if (!std::isfinite(redundancy.value)) return "the redundancy's value is not finite";
  isSwivel_ = redundancy.qIndex == Redundancy::swivel;
  if (!isSwivel_) return hold(redundancy);
  if (!swivel_) return "a swivel is for arms whose first three axes meet, and whose last three; give a joint's value";
  psi_ = redundancy.value;
  arm_.release();
  return nullptr;
}

const char* Spare::hold(const Redundancy& redundancy) {
  place_ = 0;
  while (place_ < mostJoints && arm_.motionInRow(place_).qIndex != redundancy.qIndex) ++place_;
  if (place_ == mostJoints) return "the redundancy's joint is not one of the seven that are free; name one of those";
  if (swivel_ && place_ == 3)
    return "the elbow's value follows from the target; give the swivel or another joint's value";
  const double angle = redundancy.value - problem_.state.q[redundancy.qIndex];
  if (angle < curve_.min[place_] - atLimit || angle > curve_.max[place_] + atLimit)
    return "the redundancy's value is outside of its joint's limits";
  arm_.hold(place_, angle);
  return nullptr;
}

bool Spare::findPoses(Poses& poses, std::string_view& family) {
  if (nearest_) poses.take(arm_.inAngles(*nearest_), false);
  family = nameOfFamily();
  if (nearest_ && options_.most == 1) return false;
  if (isSwivel_) {
    const auto [each, count, isOpen] = swivel_->solve(psi_);
    for (int i = 0; i < count; ++i) poses.take(each[i], isOpen);
    return true;
  }
  return findAll(arm_, poses, family);
}

std::string_view Spare::nameOfFamily() const {
  int k;
  if (isSwivel_) return "shoulder, elbow and wrist";
  const Family* known = findFamily(arm_.loop, k);
  return known ? known->name : anyGeometry;
}

bool Spare::isOutOfReach(const Tolerances& tolerances) const {
  return swivel_ ? swivel_->isOutOfReach(tolerances.length, tolerances.angle) : arm_.isOutOfReach(tolerances.length);
}

// --- The nearest pose -----------------------------------------------------------------------

/// Slices by the hinges that leave a family, or by all if none does; the parameter is a hinge far from the
/// elbow, whose angle hardly changes along a curve.
void Spare::chooseHinges() {
  bool isAny = !swivel_;
  for (const int place : {3, 2, 4, 1, 5, 0, 6}) {
    int k;
    arm_.hold(place, anyAngle);
    isSliced_[place] = !(swivel_ && place == 3) && findFamily(arm_.loop, k);
    if (isSliced_[place]) place_ = place;
    isAny &= !isSliced_[place];
  }
  if (!isAny) return;
  isSliced_.fill(true);
  place_ = mostJoints - 1;
  samples_ = firstSamples;
}

double Spare::offer(const std::array<double, 6>& given, bool) {
  (this->*take_)(arm_.inRow(arm_.withHeld(given)));
  return 0;
}

/// By the bounds that addStart() and descendFromStarts() have.
bool Spare::wants(int first, const std::array<double, 3>& angles) const {
  if (take_ != &Spare::addStart) return true;
  Seven least{};
  least[sliced_] = arm_.heldAngle();
  if (swivel_) least[3] = leastElbow_;
  for (int i = 0; i < 3; ++i) {
    const int place = arm_.inRow((first + i) % 6);
    least[place] = settled(angles[i], curve_.min[place], curve_.max[place]);
    if (isSliced_[place] && curve_.beyond(place, least[place]) > atLimit) return false;
  }
  return curve_.way(least) - slack_ < best_;
}

bool Spare::hasTime() {
  isLate_ = isLate_ || deadline_.isOver();
  return !isLate_;
}

/// Takes all poses with a hinge at an angle.
void Spare::slice(int place, double angle, Take take) {
  if (!hasTime()) return;
  take_ = take;
  sliced_ = place;
  arm_.hold(place, angle);
  std::string_view family;
  analytic::findPoses(arm_, *this, family);
}

/// Takes all poses with the swivel at an angle.
void Spare::sliceSwivel(double psi, Take take) {
  if (!hasTime()) return;
  const auto [each, count, isOpen] = swivel_->solve(psi);
  for (int i = 0; i < count; ++i) (this->*take)(each[i]);
}

void Spare::addStart(const Seven& angles) {
  if (startCount_ == mostStarts) return;
  Start& start = starts_[startCount_];
  start.angles = angles;
  const double beyond = curve_.settle(start.angles);
  // Skip it: an arc nearby that ends at one of these limits is found there.
  for (int i = 0; i < mostJoints; ++i) {
    if (isSliced_[i] && curve_.beyond(i, start.angles[i]) > atLimit) return;
  }
  start.merit = curve_.way(start.angles) + penalty * beyond;
  ++startCount_;
}

/// Follows from the state's pose, if the target is not far; if no curve was reached, as from a singularity,
/// from the slices through it.
void Spare::descendFromState() {
  arm_.release();
  if (arm_.errorAt({}) > farFromTarget) return;
  Start& start = starts_[startCount_++];
  start.angles = {};
  start.merit = penalty * curve_.settle(start.angles);
  descendFromStarts();
  if (nearest_) return;
  if (swivel_) return sliceSwivel(swivel_->at({}), &Spare::addStart);
  for (int place = 0; place < mostJoints; ++place) {
    if (isSliced_[place]) slice(place, 0, &Spare::addStart);
  }
}

void Spare::findStarts() {
  if (swivel_) {
    for (int i = 0; i < slicesOfSwivel; ++i) sliceSwivel(2 * pi / slicesOfSwivel * i, &Spare::addStart);
    return;
  }
  for (int place = 0; place < mostJoints; ++place) {
    const double min = curve_.min[place], width = curve_.max[place] - min;
    const bool isBound = width < 2 * pi;
    for (int i = 0; isSliced_[place] && i < slicesOfHinge; ++i)
      slice(place, (i + 0.4) / slicesOfHinge * (isBound ? width : 2 * pi) + (isBound ? min : 0), &Spare::addStart);
  }
}

/// Only limits from which a nearer pose may still be found.
void Spare::findStartsAtLimits() {
  for (int place = 0; place < mostJoints; ++place) {
    for (const double angle : {curve_.min[place], curve_.max[place]}) {
      Seven least{};
      if (swivel_) least[3] = leastElbow_;
      least[place] = angle;
      if (isSliced_[place] && curve_.max[place] - curve_.min[place] < 2 * pi && curve_.way(least) - slack_ < best_)
        slice(place, angle, &Spare::addStart);
    }
  }
}

/// Descends from the best starts.
void Spare::descendFromStarts() {
  for (int i = 0; i < mostDescents; ++i) {
    const auto end = starts_.begin() + startCount_;
    const auto start = std::min_element(starts_.begin(), end, [](auto& a, auto& b) { return a.merit < b.merit; });
    if (start == end || !(start->merit - slack_ < best_)) return;
    const Seven from = start->angles;
    for (auto& each : std::span(starts_).first(startCount_)) {
      if (areNear(each.angles, from)) each.merit = infinity;
    }
    Seven angles = from;
    if (!curve_.descend(angles, best_) || curve_.settle(angles) > 1e-9) continue;
    const double way = curve_.way(angles);
    if (way >= best_) continue;
    best_ = way;
    nearest_ = angles;
  }
}

/// Holds the hinge of the parameter at its value in the nearest pose; with a swivel all seven are free.
void Spare::holdParameter() {
  if (swivel_) {
    arm_.release();
  } else {
    arm_.hold(place_, (*nearest_)[place_]);
  }
}

/// Polishes to the last digit; a hinge that is at its limit stays there.
void Spare::settleNearest() {
  const auto stop = curve_.stop(*nearest_);
  if (stop) {
    arm_.hold(stop->first, stop->second);
  } else {
    holdParameter();
  }
  Arm::Angles angles = arm_.inAngles(*nearest_);
  if (stop) angles[6] = arm_.heldAngle();
  polish(arm_, angles);
  nearest_ = arm_.inRow(angles);
}

bool Spare::chooseNearest() {
  if (swivel_ && !swivel_->canReach()) return false;
  if (swivel_) leastElbow_ = swivel_->leastElbow(curve_.min[3], curve_.max[3]);
  chooseHinges();
  descendFromState();
  if (best_ > atLimit) {
    findStarts();
    descendFromStarts();
    findStartsAtLimits();
    descendFromStarts();
  }
  if (!nearest_) return false;
  settleNearest();
  if (swivel_) psi_ = swivel_->at(*nearest_);
  holdParameter();
  return true;
}

// --- Intervals ------------------------------------------------------------------------------

void Spare::tryPose(const Seven& given) {
  Seven angles = given;
  if (!hasOne_ && curve_.settle(angles) <= atLimit) hasOne_ = swivel_ || curve_.polish(angles, place_);
}

bool Spare::hasPose(double value) {
  hasOne_ = false;
  if (swivel_) {
    sliceSwivel(value, &Spare::tryPose);
  } else {
    slice(place_, value - problem_.state.q[arm_.motionInRow(place_).qIndex], &Spare::tryPose);
  }
  return hasOne_;
}

/// The end of an interval, between a value with poses and one without; at most slightly beyond the poses.
double Spare::edge(double with, double without) {
  while (std::abs(with - without) > sharp) {
    const double middle = 0.5 * (with + without);
    (hasPose(middle) ? with : without) = middle;
  }
  return without;
}

double Spare::valueOf(const Seven& angles) const {
  if (swivel_) return swivel_->at(angles);
  return problem_.state.q[arm_.motionInRow(place_).qIndex] + angles[place_];
}

/// Inserts a value to try, in order.
void Spare::addValue(double value) {
  if (values_.count == mostValues) return;
  const auto [from, to] = values_.range;
  if (values_.isRound) value = wrapped(value);
  value = std::clamp(value, from, to);
  int at = values_.count++;
  for (; at > 0 && values_.each[at - 1] > value; --at) values_.each[at] = values_.each[at - 1];
  values_.each[at] = value;
}

/// Adds values beside the end of an arc.
void Spare::addEnd(const Seven& given) {
  Seven angles = given;
  if (curve_.settle(angles) > atLimit) return;
  for (const double aside : {-beside, 0.0, beside}) addValue(valueOf(angles) + aside);
}

/// Whether an arc that was followed passes here, by its chords. Where that errs, the values that are left are tried.
bool Spare::isTraced(const Seven& angles) const {
  for (std::size_t i = 1; i < traced_.size(); ++i) {
    const Seven chord = wayBetween(traced_[i - 1], traced_[i]), way = wayBetween(traced_[i - 1], angles);
    const double square = dot(chord, chord);
    if (square > 2 * arc * arc) continue;
    const Seven off = moved(way, -std::clamp(dot(way, chord) / square, 0.0, 1.0), chord);
    if (dot(off, off) < aside * aside) return true;
  }
  return false;
}

/// Follows the curve through a pose both ways, to where it leaves the limits or closes.
void Spare::trace(const Seven& given) {
  Seven start = given;
  if (curve_.settle(start) > atLimit || !curve_.polish(start, sliced_) || !curve_.isInside(start) || isTraced(start))
    return;
  Interval seen{start[place_], start[place_]};
  if (!traceTowards(start, 1, seen)) traceTowards(start, -1, seen);
  const double from = problem_.state.q[arm_.motionInRow(place_).qIndex];
  cover(from + seen.min, from + seen.max);
}

/// Returns whether the curve is closed.
bool Spare::traceTowards(const Seven& start, double sign, Interval& seen) {
  constexpr int most = 400;
  constexpr double shortest = 0.1 * sharp, flat = 2e-4;  // an extreme is off by the square
  Seven a = start, way = {};
  curve_.step(a, way, 0);
  way = moved({}, sign, way);
  traced_.push_back(start);
  double ds = arc, gone = 0;
  for (int k = 0; k < most && ds > shortest && hasTime();) {
    Seven next = a, ahead = way;
    if (!curve_.step(next, ahead, ds) || !curve_.isInside(next)) {
      ds *= 0.5;
      continue;
    }
    // Halve the step at an extreme of the parameter, too.
    if (ahead[place_] * way[place_] < 0 && ds > flat) {
      ds *= 0.5;
      continue;
    }
    ++k;
    a = next;
    way = ahead;
    gone += ds;
    traced_.push_back(a);
    seen = {std::min(seen.min, a[place_]), std::max(seen.max, a[place_])};
    const Seven back = wayBetween(start, a);
    if (gone > 2 * arc && dot(back, back) < ds * ds) return true;
    ds = std::min(arc, 2 * ds);
  }
  return false;
}

bool Spare::isCovered(double value) const {
  return std::ranges::any_of(covered_, [&](const Interval& each) { return value >= each.min && value <= each.max; });
}

/// Adds values from..to and their whole turns, as far as they are in range; in order.
void Spare::cover(double from, double to) {
  for (double turn = -2 * pi * std::ceil((to - values_.range.min) / (2 * pi)); from + turn <= values_.range.max;
       turn += 2 * pi) {
    const double first = std::max(from + turn, values_.range.min), last = std::min(to + turn, values_.range.max);
    if (first > last) continue;
    covered_.push_back({first, last});
    for (std::size_t i = covered_.size(); --i > 0 && covered_[i].min < covered_[i - 1].min;)
      std::swap(covered_[i], covered_[i - 1]);
  }
}

/// Where every slice is an elimination: the curves are followed from all poses that are known, from the limits, and
/// from evenly spaced values that none of them passes.
void Spare::coverByArcs(std::vector<double>& intervals) {
  trace(*nearest_);
  for (int i = 0; i < startCount_; ++i) trace(starts_[i].angles);
  for (int place = 0; place < mostJoints; ++place) {
    if (!(curve_.max[place] - curve_.min[place] < 2 * pi)) continue;
    slice(place, curve_.min[place], &Spare::trace);
    slice(place, curve_.max[place], &Spare::trace);
  }
  const double from = problem_.state.q[arm_.motionInRow(place_).qIndex];
  for (int i = 0; i < values_.count; ++i) {
    const double value = values_.each[i];
    if (!isCovered(value)) slice(place_, value - from, &Spare::trace);
  }
  for (const auto& [first, last] : covered_) {
    if (!intervals.empty() && first <= intervals.back() + sharp) {
      intervals.back() = std::max(intervals.back(), last);
    } else {
      intervals.insert(intervals.end(), {first, last});
    }
  }
}

/// Evenly spaced values, and those beside the ends of arcs.
void Spare::findValues() {
  const Interval limits = swivel_ ? Interval{} : arm_.motionInRow(place_).limits;
  values_.count = 0;
  values_.isRound = !options_.limits || !std::isfinite(limits.max - limits.min);
  values_.range = values_.isRound ? Interval{-pi, pi} : limits;
  const auto [from, to] = values_.range;
  const int evenly = std::min<int>(mostValues / 2, std::ceil((to - from) / (2 * pi) * samples_) + 1);
  for (int i = 0; i <= evenly; ++i) addValue(i == evenly ? to : from + (to - from) * i / evenly);
  if (byArcs()) return;
  for (int place = 0; place < mostJoints; ++place) {
    if (!(curve_.max[place] - curve_.min[place] < 2 * pi) || !isSliced_[place]) continue;
    slice(place, curve_.min[place], &Spare::addEnd);
    slice(place, curve_.max[place], &Spare::addEnd);
  }
}

void Spare::findIntervals(std::vector<double>& intervals) {
  const double nearest = valueOf(*nearest_);
  findValues();
  if (byArcs()) coverByArcs(intervals);
  if (!byArcs()) addEnd(*nearest_);
  const auto [from, to] = values_.range;
  double before = from;
  for (int i = 0; i < values_.count && !byArcs(); ++i) {
    const double value = values_.each[i];
    const bool had = intervals.size() % 2 == 1;
    const bool has = std::abs(wrapped(value - nearest)) < 1e-12 || hasPose(value);
    if (has != had) intervals.push_back(i == 0 ? from : has ? edge(value, before) : edge(before, value));
    before = value;
  }
  if (intervals.size() % 2 == 1) intervals.push_back(to);
  // Merge an interval that continues over the half turn.
  if (values_.isRound && intervals.size() > 2 && intervals.front() == from && intervals.back() == to) {
    intervals.back() = intervals[1] + 2 * pi;
    intervals.erase(intervals.begin(), intervals.begin() + 2);
  }
}

}  // namespace limber::analytic
