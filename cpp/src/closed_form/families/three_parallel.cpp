#include "closed_form/families/families.h"
#include "closed_form/families/wave.h"

namespace limber::analytic {
namespace {

/// The first of three parallel hinges. Slides along them may lie between, because these have the same
/// effect after the hinges.
std::optional<int> findParallel(const ClosedChain& loop) {
  for (int k = 0; k < 4; ++k) {
    const Line& first = loop.lines[k];
    if (first.slides) continue;
    int count = 1;
    for (int i = k + 1; i < 6 && count < 3; ++i) {
      const Line& line = loop.lines[i];
      if (line.h.cross(first.h).norm() > same) break;
      count += !line.slides;
    }
    if (count == 3) return k;
  }
  return std::nullopt;
}

/// Turns the lines to the direction of the middle one.
bool bringParallel(ClosedChain& loop) {
  for (int k = 0; k < 4; ++k) {
    Line* lines = &loop.lines[k];
    const Vec3& h = lines[1].h;
    const auto isFar = [&](const Line& line) { return line.h.cross(h).norm() > almost; };
    if (!areHinges(lines) || isFar(lines[0]) || isFar(lines[2])) continue;
    for (Line* line : {&lines[0], &lines[2]}) line->h = line->h.dot(h) < 0 ? Vec3(-h) : h;
    return true;
  }
  return false;
}

/// Number of values to try for an angle that may be any.
constexpr int most = 8;

/// P₁P₂P₃F₁F₂F₃ = G, with the first three along h. They keep directions and heights along h: h·Gx = h·F₁F₂F₃x
/// for every x.
struct Solver {
  ClosedChain loop;
  int k;
  Found& found;
  std::array<int, 6> places = {0, 1, 2, 3, 4, 5};  ///< indices of P and F in the loop
  const Line *P = loop.lines.data(), *F = P + 3;
  Vec3 h = P[0].h;
  Vec3 g = loop.G.R.transpose() * h;
  Vec3 any = anyPerpendicular(h), u = {}, v = {};  ///< u, v: the two links, across h
  bool isExact = true;                             ///< whether P is parallel to the last digit

  void solve() {
    // Move slides along h behind P.
    for (int i = 2; i > 0; --i) {
      for (int j = i; j < 3 && loop.lines[j].slides; ++j) {
        std::swap(loop.lines[j], loop.lines[j + 1]);
        std::swap(places[j], places[j + 1]);
      }
    }
    u = across(P[1].o - P[0].o);
    v = across(P[2].o - P[1].o);
    isExact = !loop.isIdeal && std::max(P[1].h.cross(h).squaredNorm(), P[2].h.cross(h).squaredNorm()) < closed * closed;
    if (loop.slides() == 0) {
      // The values of `free` may be out of reach.
      int tries = 1;
      while (!turnAll() && tries++ < most)
        for (const int i : {3, 5}) loop.free[i] += 2 * pi / most;
      found.isUnsure |= tries > most;
    } else {
      slideOne();
    }
  }

  /// Two equations for f₁ and f₃: f₂ · F₁ᵀh = f₂ · F₃g, and the height of a point on the axis f₂,
  /// h · F₁o = h · G F₃⁻¹ o. Then f₂ takes F₃g to F₁ᵀh. False if an angle was open and no pose was
  /// found with it.
  bool turnAll() {
    const EqualWaves direction = {dotTurned(F[1].h, F[0].h, h).mirrored(), dotTurned(F[1].h, F[2].h, g)};
    const double by = 1 / loop.size;
    const Wave left = dotTurned(h, F[0].h, F[1].o - F[0].o).plus(h.dot(F[0].o));
    const Wave right = dotTurned(g, F[2].h, F[1].o - F[2].o).mirrored().plus(h.dot(loop.G * F[2].o));
    const AnglePairs pairs = solvePair(direction, {left * by, right * by}, loop.free[3], loop.free[5]);
    bool isWhole = true;
    for (int i = 0; i < pairs.count; ++i) {
      const auto [f1, f3, isOpen] = pairs.each[i];
      const Vec3 y = turned(F[2].h, f3, g), x = turned(F[0].h, -f1, h);
      const bool isClosed = isExact && std::abs(F[1].h.dot(x - y)) < closed;
      const double slopes = isClosed ? by * slopesAt(x, y) : Found::unknown;
      const Angles f2 = anglesAbout(F[1].h, y, x, 1, loop.free[4], y, F[0].h.cross(x));
      bool isFound = false;
      const auto tryEach = [&](const Angles& each) {
        for (const double q : each) isFound |= finish({f1, q, f3}, isOpen || f2.isOpen, slopes);
      };
      tryEach(f2);
      if (f2.isOpen) {
        tryEach(anglesAbout(F[1].h, y, x, 1, loop.free[4], F[2].h.cross(y), x));
        for (int k = 1; pairs.isRough && k < most; ++k) tryEach({{loop.free[4] + 2 * pi * k / most}});
        if (!isFound) stretch(f1, f3);
        // Here f₁ and f₃ are only as exact as the axis's remaining part.
        found.isUnsure |= pairs.isRough;
      }
      isWhole = isWhole && (isFound || !isOpen);
    }
    return isWhole;
  }

  /// The determinant of both equations' slopes in f₁ and f₃, x = F₁ᵀh, y = F₃g. Where it is zero, they have a double
  /// root. It is that of F's twists, of which only turns across h and the height count, because P makes all else.
  double slopesAt(const Vec3& x, const Vec3& y) const {
    const Vec3 to1 = F[1].o - F[0].o, to3 = F[1].o - F[2].o;
    return x.dot(F[0].h.cross(to1)) * y.dot(F[1].h.cross(F[2].h)) +
           y.dot(F[2].h.cross(to3)) * x.dot(F[0].h.cross(F[1].h));
  }

  /// If F₂ is also along h, four hinges turn in one plane. If P does not reach the others' end, turns F₂ to
  /// where it just does, and |x|² = (|u| ± |v|)², with x, u and v as in finish().
  void stretch(double f1, double f3) {
    const Rigid A = loop.G * motionOf(F[2], f3).inverse();
    const Vec3 c = motionOf(F[0], f1).inverse() * P[2].o - F[1].o;
    const Vec3 w = A.inverse() * P[0].o - F[1].o;
    // |x|² as a function of F₂⁻¹.
    const double height = h.dot(A * (c + F[1].o) - P[0].o);
    const Wave square =
        (dotTurned(w, F[1].h, c).mirrored() * -2).plus(c.squaredNorm() + w.squaredNorm() - height * height);
    for (const double reach : {u.norm() + v.norm(), u.norm() - v.norm()}) {
      const WaveRoots f2 = rootsOf(square.plus(-reach * reach), nearlyReached * loop.size * loop.size);
      for (int i = 0; i < f2.count; ++i) finish({f1, f2.q[i], f3}, true, 0);
    }
  }

  /// One of F slides. The hinges a and b turn: a · … b · A⁻¹h = b · g; then b takes g to A⁻¹h. The slide
  /// provides the height.
  void slideOne() {
    const int slide = F[0].slides ? 0 : F[1].slides ? 1 : 2, a = slide == 0, b = slide == 2 ? 1 : 2;
    bool isOpen = false;
    const WaveRoots fa =
        rootsOf(dotTurned(F[b].h, F[a].h, h).mirrored().plus(-F[b].h.dot(g)), 1, loop.free[3 + a], isOpen);
    for (int i = 0; i < fa.count; ++i) {
      const Vec3 x = turned(F[a].h, -fa.q[i], h);
      const Angles fb = anglesAbout(F[b].h, g, x, 1, loop.free[3 + b], g, F[a].h.cross(x));
      std::array<double, 3> f{};
      f[a] = fa.q[i];
      for (const double q : fb) slideTo(f, q, b, slide, isOpen || fb.isOpen);
    }
  }

  void slideTo(std::array<double, 3> f, double fb, int b, int slide, bool isOpen) {
    f[b] = fb;
    const Vec3 along = slide == 0   ? F[0].h
                       : slide == 1 ? turned(F[0].h, f[0], F[1].h)
                                    : turned(F[0].h, f[0], turned(F[1].h, f[1], F[2].h));
    if (std::abs(h.dot(along)) < same) return;
    f[slide] = h.dot(loop.G.p - moved(f).p) / h.dot(along);
    finish(f, isOpen, Found::unknown);
  }

  Rigid moved(const std::array<double, 3>& f) const {
    return motionOf(F[0], f[0]) * motionOf(F[1], f[1]) * motionOf(F[2], f[2]);
  }

  /// P₁P₂P₃ = G (F₁F₂F₃)⁻¹ is two links in the plane perpendicular to h, and the angle at their end. det J is the
  /// determinant of F's part times that of P's, the area h · (u × P₂v). The loop is closed if P keeps heights, and
  /// if the links reach x.
  bool finish(const std::array<double, 3>& f, bool isOpen, double ofF) {
    Vec3 end = P[2].o, side = any;
    for (int i = 0; i < 3; ++i) {
      if (F[i].slides) {
        end -= f[i] * F[i].h;
        continue;
      }
      const auto [cosine, sine] = cosSin(f[i]);
      end = F[i].o + turned(F[i].h, cosine, -sine, end - F[i].o);
      side = turned(F[i].h, cosine, -sine, side);
    }
    const Vec3 to = loop.G * end - P[0].o, x = across(to);
    const double rise = h.dot(to - (P[2].o - P[0].o));
    const double whole = angleAbout(h, any, loop.G.R * side, 1, 0).q;
    // |x|² = |u|² + |v|² + 2 u · P₂v.
    const WaveRoots p2 = rootsOf((dotTurned(u, h, v) * 2).plus(u.squaredNorm() + v.squaredNorm() - x.squaredNorm()),
                                 nearlyReached * loop.size * loop.size);
    std::array<Six, 9> all;
    std::size_t count = 0;
    double area = infinity;
    for (int j = 0; j < p2.count; ++j) {
      const Vec3 w = turned(h, p2.q[j], v);
      area = std::min(area, std::abs(h.dot(u.cross(w))));
      const Angles p1 = anglesAbout(h, u + w, x, loop.size, loop.free[0], h.cross(w), x);
      for (const double q : p1) {
        const double p3 = whole - q - p2.q[j];
        all[count++] = inLoop({q, signOf(1) * p2.q[j], signOf(2) * p3, f[0], f[1], f[2]});
      }
      isOpen |= p1.isOpen;
    }
    const bool isClosed = ofF != Found::unknown && p2.count == 2 && std::abs(rise) < closed * loop.size;
    const double determinant = isClosed ? std::abs(ofF) * area / (loop.size * loop.size) : Found::unknown;
    return found.offerAll(std::span(all).first(count), k, isOpen, determinant);
  }
  Vec3 across(const Vec3& y) const { return y - h * h.dot(y); }
  double signOf(int i) const { return P[i].h.dot(h) < 0 ? -1 : 1; }

  Six inLoop(const Six& sorted) const {
    Six begun;
    for (int i = 0; i < 6; ++i) begun[places[i]] = sorted[i];
    return begun;
  }
};

void solveParallel(const ClosedChain& loop, int k, Found& found) { Solver{loop.begunAt(k), k, found}.solve(); }

}  // namespace

Family threeParallel() { return {"three parallel axes", findParallel, solveParallel, bringParallel}; }

}  // namespace limber::analytic
