/// Bindings of motion: blocks of figures in, blocks of rows out.
#pragma once

#include "limber/motion.h"
#include "problem.h"

namespace limber::bindings {

/// Puts clips onto the body of a problem.
class MotionHandle {
 public:
  MotionHandle(ProblemHandle& problem, std::unique_ptr<motion::Retargeter> retargeter)
      : problem_(problem), retargeter_(std::move(retargeter)) {}

  /// The block holds the clip's figures. Returns the address of a row per frame: q, missed (4), contacts (2), each for
  /// all frames. Leaves the problem at the last frame.
  double clip(bool locks, bool limits) {
    const std::span figures(reinterpret_cast<const motion::Figure*>(block.data()),
                            block.size() * sizeof(double) / sizeof(motion::Figure));
    State& state = problem_.problem().state;
    const std::size_t n = figures.size();
    const std::size_t nq = state.q.size();
    rows_.assign(n * (nq + 6), 0.0);
    double* q = rows_.data();
    retargeter_->limits = limits;
    motion::retarget(*retargeter_, state, figures, locks, {q, q + n * nq, q + n * (nq + 4)});
    problem_.update();
    return address(q);
  }

 private:
  ProblemHandle& problem_;
  std::unique_ptr<motion::Retargeter> retargeter_;
  std::vector<double> rows_;
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
  class_<MotionHandle>("Motion").function("clip", &MotionHandle::clip);
  function("makeMotion", &makeMotion, allow_raw_pointers());
}

}  // namespace limber::bindings
