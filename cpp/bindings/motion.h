/// Bindings of motion: blocks of figures in, blocks of rows out.
#pragma once

#include "limber/motion.h"
#include "problem.h"

namespace limber::bindings {

/// Puts clips and live figures onto the body of a problem. The ground is asked for between two calls, so that it may
/// be a function of JavaScript's.
class MotionHandle {
 public:
  MotionHandle(ProblemHandle& problem, std::unique_ptr<motion::Retargeter> retargeter)
      : problem_(problem), retargeter_(std::move(retargeter)), follower_(motion::Follower::make(*retargeter_)) {}

  /// The block holds the clip's figures. Returns the address of 8 numbers per frame: for the left and right foot the
  /// place where the ground is asked for, and room for that ground.
  double plan(bool locks, int hands) {
    const auto figures = inBlock();
    use(hands);
    clip_ = motion::Clip::make(*retargeter_, figures, locks);
    grounds_.resize(8 * figures.size());
    for (std::size_t i = 0; i < figures.size(); ++i)
      for (int side = 0; side < 2; ++side) give(clip_->points(side)[i], 2 * i + side);
    return address(grounds_.data());
  }

  /// The block holds the figures again, and the room of plan() the ground if it `asked`. Returns the address of a row
  /// per frame: q, missed (4), contacts (2), each for all frames. Leaves the problem at the last frame.
  double clip(bool limits, bool asked) {
    State& state = problem_.problem().state;
    const auto figures = inBlock();
    const std::size_t n = figures.size();
    const std::size_t nq = state.q.size();
    rows_.assign(n * (nq + 6), 0.0);
    double* q = rows_.data();
    retargeter_->limits = limits;
    clip_->write(state, figures, {reinterpret_cast<const motion::Ground*>(grounds_.data()), asked ? 2 * n : 0},
                 {q, q + n * nq, q + n * (nq + 4)});
    clip_.reset();
    problem_.update();
    return address(q);
  }

  /// The block holds a figure. As plan() of one frame.
  double take() {
    figure_ = inBlock()[0];
    grounds_.resize(8);
    const auto& points = follower_->take(figure_);
    for (int side = 0; side < 2; ++side) give(points[side], side);
    return address(grounds_.data());
  }

  /// Poses the problem's body. Returns the address of missed (4) and contacts (2).
  double follow(bool limits, int hands, bool asked) {
    retargeter_->limits = limits;
    use(hands);
    std::array<motion::Ground, 2> grounds;
    if (asked) std::copy_n(reinterpret_cast<const motion::Ground*>(grounds_.data()), 2, grounds.begin());
    follower_->write(figure_, grounds);
    if (allFinite(problem_.problem().state.q))
      problem_.finish();
    else
      problem_.update();
    rows_.resize(6);
    std::ranges::copy(retargeter_->missed(), rows_.begin());
    for (int side = 0; side < 2; ++side) rows_[4 + side] = follower_->stands(side);
    return address(rows_.data());
  }

 private:
  static std::span<const motion::Figure> inBlock() {
    return {reinterpret_cast<const motion::Figure*>(block.data()),
            block.size() * sizeof(double) / sizeof(motion::Figure)};
  }
  /// Of both arms: left + 4 · right.
  void use(int hands) { retargeter_->hands = {motion::Hands(hands % 4), motion::Hands(hands / 4)}; }
  void give(const Vec3& point, std::size_t foot) { std::copy_n(point.data(), 3, grounds_.data() + 4 * foot); }

  ProblemHandle& problem_;
  std::unique_ptr<motion::Retargeter> retargeter_;
  std::unique_ptr<motion::Clip> clip_;
  std::unique_ptr<motion::Follower> follower_;
  motion::Figure figure_;
  std::vector<double> rows_, grounds_;
};

/// The block holds the body's links by role and the source's rest. Null after an error.
inline MotionHandle* makeMotion(ProblemHandle& problem) {
  motion::RoleLinks links;
  std::transform(block.begin(), block.begin() + motion::roleCount, links.begin(), [](double at) { return int(at); });
  const auto& rest = *reinterpret_cast<const motion::Figure*>(block.data() + motion::roleCount);
  auto made = motion::Retargeter::make(problem.problem().state, links, rest);
  return passes(made) ? new MotionHandle(problem, std::move(*made)) : nullptr;
}

inline void bindMotion() {
  using namespace emscripten;
  class_<MotionHandle>("Motion")
      .function("plan", &MotionHandle::plan)
      .function("clip", &MotionHandle::clip)
      .function("take", &MotionHandle::take)
      .function("follow", &MotionHandle::follow);
  function("makeMotion", &makeMotion, allow_raw_pointers());
}

}  // namespace limber::bindings
