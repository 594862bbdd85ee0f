#include "closed_form/row/freedoms.h"

#include <algorithm>

#include "linear/elimination.h"

namespace limber::analytic {
namespace {

/// Poses to look at, the first of which is at zero.
constexpr int samples = 8;
/// Factor on lengths relative to the size, so that pivots are rather theirs than those of turns.
constexpr double preference = 100;
/// Below this pivot, joints depend on one another.
constexpr double leastMotion = 0.05;

/// A value without a pattern.
double valueOf(const Line& joint, int sample, int i, double size) {
  return wrapped(sample * (0.9 + 0.73 * i)) * (joint.slides ? 0.2 * size : 1);
}

/// How much a joint moves the tool's point along a slide, or the tool about a turn; both as lines at one pose.
double partOf(const Line& joint, const Line& asked, const Vec3& tip, double size) {
  if (!asked.slides) return joint.slides ? 0 : joint.h.dot(asked.h);
  const Vec3 shift = joint.slides ? joint.h : Vec3(joint.h.cross(tip - joint.o) / size);
  return preference * shift.dot(asked.h);
}

/// The freedoms that the joints meet least at a sample: those without a pivot. All, if the joints depend on one
/// another.
Freedoms leastMet(std::span<const Line> joints, std::span<const Line> asked, const Vec3& tip, double size, int sample) {
  const int rows = static_cast<int>(joints.size()), columns = static_cast<int>(asked.size());
  std::array<Line, 6> moved;
  Rigid E;
  for (int i = 0; i < rows; ++i) {
    moved[i] = E * joints[i];
    E = E * motionOf(joints[i], valueOf(joints[i], sample, i, size));
  }
  std::array<double, 36> table;
  for (int i = 0; i < rows; ++i) {
    for (int k = 0; k < columns; ++k) table[i * columns + k] = partOf(moved[i], E * asked[k], E * tip, size);
  }
  const Elimination eliminated(table.data(), rows, columns, columns);
  Freedoms left = (1u << columns) - 1;
  if (eliminated.rank(leastMotion) < rows) return left;
  for (int i = 0; i < rows; ++i) left &= ~(1u << eliminated.unknown(i));
  return left;
}

}  // namespace

int choicesOf(std::span<const Line> joints, std::span<const Line> asked, const Vec3& tip, double size,
              std::span<Freedoms, mostChoices> choices) {
  const Freedoms all = (1u << asked.size()) - 1;
  int count = 0;
  for (int sample = 0; sample < samples && count < mostChoices; ++sample) {
    const Freedoms left = leastMet(joints, asked, tip, size, sample);
    const auto end = choices.begin() + count;
    if (left != all && std::find(choices.begin(), end, left) == end) choices[count++] = left;
  }
  return count;
}

}  // namespace limber::analytic
