/// The table of what JavaScript can call.
#include <emscripten/bind.h>

#include "blocks.h"
#include "constraints.h"
#include "goal.h"
#include "handles.h"

using namespace emscripten;
using namespace limber;
using namespace limber::bindings;

namespace {

template <class Range, class Project>
std::string join(const Range& range, Project project) {
  std::string text;
  for (const auto& each : range) text += (text.empty() ? "" : " ") + std::string(project(each));
  return text;
}

std::string nameOf(std::string_view each) { return std::string(each); }

}  // namespace

/// What the standard library calls where it would throw. Its own prints, and printing is a tenth of the WebAssembly.
#ifndef _LIBCPP_VERBOSE_ABORT_NOEXCEPT
#define _LIBCPP_VERBOSE_ABORT_NOEXCEPT  // newer versions declare it noexcept
#endif
void std::__libcpp_verbose_abort(const char*, ...) _LIBCPP_VERBOSE_ABORT_NOEXCEPT { std::abort(); }

EMSCRIPTEN_BINDINGS(limber) {
  class_<ModelHandle>("Model")
      .function(
          "name", +[](const ModelHandle& h) { return h.model->name; })
      .function(
          "linkCount", +[](const ModelHandle& h) { return static_cast<int>(h.model->links.size()); })
      .function(
          "nq", +[](const ModelHandle& h) { return h.model->nq; })
      .function(
          "nv", +[](const ModelHandle& h) { return h.model->nv; })
      .function(
          "reach", +[](const ModelHandle& h) { return h.model->reach; })
      .function(
          "size", +[](const ModelHandle& h) { return h.model->size; })
      .function(
          "linkName", +[](const ModelHandle& h, int i) { return h.model->links[i].name; })
      .function(
          "linkParent", +[](const ModelHandle& h, int i) { return h.model->links[i].parent; })
      .function(
          "motionCount",
          +[](const ModelHandle& h, int i) { return h.model->links[i].lastMotion - h.model->links[i].firstMotion; })
      .function(
          "motion", +[](const ModelHandle& h, int i, int k) {
            return address(motionNumbers(h.model->motions[h.model->links[i].firstMotion + k]));
          });

  auto builder = class_<Builder>("Builder");
  builder.constructor<>()
      .function("setName", &Builder::setName)
      .function("addLink", &Builder::addLink)
      .function("setOrigin", &Builder::setOrigin)
      .function("setAxis", &Builder::setAxis)
      .function("setAxis2", &Builder::setAxis2)
      .function("setPitch", &Builder::setPitch)
      .function("addLimits", &Builder::addLimits)
      .function("setSwing", &Builder::setSwing)
      .function("setTwist", &Builder::setTwist)
      .function("setMimic", &Builder::setMimic)
      .function("build", &Builder::build, allow_raw_pointers())
      .function(
          "errorCode", +[](const Builder& b) { return b.errorCode(); })
      .function(
          "errorText", +[](const Builder& b) { return b.errorText(); });

  auto problem = class_<ProblemHandle>("Problem");
  problem.constructor<const ModelHandle&>()
      .function("q", &address<&ProblemHandle::q>)
      .function("poses", &address<&ProblemHandle::poses>)
      .function("jointWeights", &address<&ProblemHandle::jointWeights>)
      .function("rest", &address<&ProblemHandle::rest>)
      .function("activeLimits", &address<&ProblemHandle::activeLimits>)
      .function("options", &address<&ProblemHandle::options>)
      .function("result", &address<&ProblemHandle::result>)
      .function("residuals", &address<&ProblemHandle::residuals>)
      .function(
          "target", +[](const ProblemHandle& p, int goal) { return address(p.target(goal)); })
      .function("targetSize", &ProblemHandle::targetSize)
      .function("setOffset", &ProblemHandle::setOffset)
      .function("setPriority", &ProblemHandle::setPriority)
      .function("addGoal", &ProblemHandle::addGoal)
      .function("removeGoal", &ProblemHandle::removeGoal)
      .function("supports", &ProblemHandle::supports)
      .function(
          "defaultSolver", +[](ProblemHandle& p) { return nameOf(defaultSolver(p.problem()).name); })
      .function("update", &ProblemHandle::update)
      .function("reset", &ProblemHandle::reset)
      .function("projectOntoLimits", &ProblemHandle::projectOntoLimits)
      .function("measure", &ProblemHandle::measure)
      .function("solve", &ProblemHandle::solve)
      .function("reason", &ProblemHandle::reason)
      .function("conditioning", &ProblemHandle::conditioning)
      .function(
          "errorCode", +[](const ProblemHandle& p) { return p.errorCode(); })
      .function(
          "errorText", +[](const ProblemHandle& p) { return p.errorText(); });

  bindGoals(problem);
  bindConstraints(builder, problem);

  function("keepBlock", &keepBlock);
  function("freeBlock", &freeBlock);

  function(
      "solverNames", +[] { return join(solverTypes(), [](const SolverType& s) { return nameOf(s.name); }); });
  function(
      "goalTypeNames", +[] { return join(goalTypes(), [](const GoalType& g) { return nameOf(g.name); }); });
  function(
      "jointTypeNames", +[] { return join(jointTypes(), nameOf); });
  function(
      "statusNames", +[] { return join(statusNames(), nameOf); });
  function(
      "modeNames", +[] { return join(modeNames(), nameOf); });
  function(
      "errorCodeNames", +[] { return join(errorCodeNames(), nameOf); });
  function(
      "optionNames", +[] { return join(optionFields(), [](const OptionField& f) { return nameOf(f.name); }); });
  function(
      "optionMin", +[](int i) { return optionFields()[i].min; });
  function(
      "optionMax", +[](int i) { return optionFields()[i].max; });
  function(
      "optionDefault", +[](int i) { return optionFields()[i].get(SolveOptions{}); });
  function(
      "optionReaders", +[](int i) { return nameOf(optionFields()[i].readers); });
  function(
      "optionKind", +[](int i) {
        constexpr std::array kinds = {"integer", "number", "boolean", "mode"};
        return std::string(kinds[optionFields()[i].member.index()]);
      });
}
