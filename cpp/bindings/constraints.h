/// What JavaScript can call of closed loops and constraints, in the larger module only.
#pragma once

#include <emscripten/bind.h>

#include "handles.h"

namespace limber::bindings {

/// A loop in the making.
struct LoopDraft {
  LoopDescription loop;

  void setName(const std::string& name) { loop.name = name; }
  void setWeight(double weight) { loop.weight = weight; }
  void setFree(int axis) { loop.free[axis] = true; }
  void setFrame(bool isB, const std::string& link, double px, double py, double pz, double qx, double qy, double qz,
                double qw) {
    (isB ? loop.b : loop.a) = {link, {Vec3(px, py, pz), Quat(qw, qx, qy, qz)}};
  }
};

/// Of the problem's mobility; valid until the next call.
inline const double* mobilityNumbers(Problem& problem) {
  static std::array<double, 4> numbers;
  const Mobility found = problem.mobility();
  numbers = {double(found.mobility), double(found.instantaneous), double(found.counted), double(found.rank)};
  return numbers.data();
}

template <class BuilderClass, class ProblemClass>
void bindConstraints(BuilderClass& builder, ProblemClass& problem) {
  using namespace emscripten;
  class_<LoopDraft>("LoopDraft")
      .template constructor<>()
      .function("setName", &LoopDraft::setName)
      .function("setWeight", &LoopDraft::setWeight)
      .function("setFree", &LoopDraft::setFree)
      .function("setFrame", &LoopDraft::setFrame);

  builder.function(
      "addLoop", +[](Builder& b, const LoopDraft& draft) { b.description().loops.push_back(draft.loop); });

  problem
      .function(
          "setTargetLink", +[](ProblemHandle& p, const std::string& link) { p.next().targetLink = link; })
      .function(
          "clearNext", +[](ProblemHandle& p) { p.next() = {}; })
      .function("loopResiduals", &address<&ProblemHandle::loopResiduals>)
      .function(
          "addLoop",
          +[](ProblemHandle& p, const LoopDraft& draft) {
            const auto loop = p.problem().addLoop(draft.loop);
            if (p.failed(loop ? std::nullopt : std::optional(loop.error()))) return false;
            p.prepare();
            return true;
          })
      .function(
          "routeLoop",
          +[](ProblemHandle& p, int loop, const LoopDraft& draft) {
            if (p.failed(p.problem().routeLoop(*p.problem().loops()[loop], draft.loop))) return false;
            p.prepare();
            return true;
          })
      .function(
          "removeLoop",
          +[](ProblemHandle& p, int loop) {
            p.problem().removeLoop(p.problem().loops()[loop].get());
            p.prepare();
          })
      .function(
          "setLoopClosed",
          +[](ProblemHandle& p, int loop, bool closed) {
            p.problem().loops()[loop]->closed = closed;
            p.prepare();
          })
      .function(
          "fitWeights", +[](ProblemHandle& p) { return address(p.problem().fitWeights.data()); })
      .function(
          "misfits", +[](ProblemHandle& p) { return address(p.problem().misfits.data()); })
      .function(
          "place",
          +[](ProblemHandle& p) {
            const bool finite = allFinite({p.poses(), 7 * p.problem().state.poses.size()});
            if (finite) {
              p.problem().state.place();
              p.measure();
            } else {
              p.update();
            }
            return finite;
          })
      .function(
          "setGain", +[](ProblemHandle& p, double gain) { p.next().gain = gain; })
      .function(
          "goalBlock",
          +[](ProblemHandle& p, int goal) {
            return static_cast<double>(reinterpret_cast<std::uintptr_t>(p.problem().goals()[goal].get()));
          })
      .function(
          "targetVelocity",
          +[](ProblemHandle& p, int goal) { return address(p.problem().goals()[goal]->velocity.data()); })
      .function(
          "velocities", +[](ProblemHandle& p) { return address(p.problem().velocities.data()); })
      .function(
          "drivenVelocities", +[](ProblemHandle& p) { return address(p.problem().drivenVelocities.data()); })
      .function(
          "time", +[](ProblemHandle& p) { return p.problem().time; })
      .function("step", &ProblemHandle::step)
      .function("warning", &ProblemHandle::warning)
      .function(
          "forgetMotion", +[](ProblemHandle& p) { forgetMotion(p.problem()); })
      .function(
          "mobility", +[](ProblemHandle& p) { return address(mobilityNumbers(p.problem())); });
}

}  // namespace limber::bindings
