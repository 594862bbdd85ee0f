#include "closed_form/families/families.h"
#include "closed_form/families/three_hinges.h"
#include "linear/elimination.h"

namespace limber::analytic {
namespace {

std::optional<int> findSlides(const ClosedChain& loop) { return loop.slides() == 3 ? std::optional(0) : std::nullopt; }

bool bringSlides(ClosedChain&) { return false; }

/// Three hinges make the rotation, regardless of slides between them. Then the position in E₁…E₆ = G is
/// linear in the slides.
void solveSlides(const ClosedChain& loop, int, Found& found) {
  std::array<Line, 3> hinges;
  std::array<double, 3> free;
  std::array<int, 6> places;  // indices of the hinges, then of the slides
  int hinge = 0, slide = 3;
  for (int i = 0; i < 6; ++i) {
    places[loop.lines[i].slides ? slide++ : hinge++] = i;
    if (loop.lines[i].slides) continue;
    hinges[hinge - 1] = loop.lines[i];
    free[hinge - 1] = loop.free[i];
  }
  for (const auto& [q, isOpen] : makeRotation(hinges.data(), loop.G.R, free.data())) {
    std::array<double, 6> angles{};
    for (int i = 0; i < 3; ++i) angles[places[i]] = q[i];
    Eigen::Matrix<double, 3, 4, Eigen::RowMajor> rows;
    Rigid g;
    for (int i = 0, column = 0; i < 6; ++i) {
      if (loop.lines[i].slides) rows.col(column++) = g.R * loop.lines[i].h;
      g = g * motionOf(loop.lines[i], angles[i]);
    }
    rows.col(3) = loop.G.p - g.p;
    const Elimination eliminated(rows.data(), 3, 4, 3);
    if (eliminated.rank(same) < 3) continue;
    std::array<double, 3> metres;
    eliminated.solve(3, 3, metres.data());
    for (int i = 0; i < 3; ++i) angles[places[3 + i]] = metres[i];
    found.offer(angles, isOpen);
  }
}

}  // namespace

Family threeSlides() { return {"three slides", findSlides, solveSlides, bringSlides}; }

}  // namespace limber::analytic
