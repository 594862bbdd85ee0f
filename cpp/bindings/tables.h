/// The core's tables, which scripts/core-types.mjs writes to web/src/describe/core-tables.ts.
#pragma once

#include <ranges>

#include "fields.h"

namespace limber::bindings {

/// Numbers of every goal, with names and bounds like the parameters of its type.
inline constexpr std::array sharedParameters = {ParameterField{.name = "weight", .max = infinity, .initial = {1}},
                                                ParameterField{.name = "gain", .max = maxGain, .initial = {automatic}}};

/// How TypeScript takes a field of a C++ type; no name: by the field's own.
struct Kind {
  std::string_view name = "object";
  int count = 1;
};
// clang-format off
template <class T> constexpr Kind kindOf;
template <> constexpr Kind kindOf<std::string> = {"text"};
template <> constexpr Kind kindOf<int> = {"priority"};
template <> constexpr Kind kindOf<double> = {"number"};
template <> constexpr Kind kindOf<std::span<double>> = {"number"};
template <> constexpr Kind kindOf<Interval> = {"number", 2};
template <> constexpr Kind kindOf<Vec3> = {"number", 3};
template <> constexpr Kind kindOf<Quat> = {"number", 4};
template <> constexpr Kind kindOf<std::array<bool, 6>> = {"axes", 6};
template <class T> constexpr Kind kindOf<std::vector<T>> = {"list"};
template <> constexpr Kind kindOf<std::vector<Interval>> = {"limits"};
template <> constexpr Kind kindOf<std::vector<double>> = {"numbers"};
template <> constexpr Kind kindOf<std::vector<std::string>> = {"texts"};
template <> constexpr Kind kindOf<std::vector<ShapeDescription>> = {"shapes"};
template <> constexpr Kind kindOf<std::vector<Vec3>> = {""};
template <> constexpr Kind kindOf<std::vector<Corners>> = {""};
template <class T> constexpr Kind kindOf<std::optional<T>> = kindOf<T>;
// clang-format on

/// Writes a table as the code of a JavaScript object.
class Tables {
 public:
  template <class T>
  void operator()(Need need, std::string_view name, T& like) {
    Kind kind = kindOf<T>;
    if constexpr (std::is_same_v<T, std::span<double>>) kind.count = static_cast<int>(like.size());
    open(need, name, kind);
    if constexpr (std::is_same_v<T, std::array<bool, 6>>) words("words", findGoalType("pose")->parameters[0].words);
    if constexpr (kindOf<T>.name == "object" || kindOf<T>.name == "list") {
      if constexpr (requires { typename T::value_type; })
        table("fields", typename T::value_type());
      else
        table("fields", like);
    }
    put("},");
  }
  void unread(std::string_view name, std::string_view kind) {
    open(may, name, {kind});
    put("},");
  }

  /// Fields of a description.
  void table(std::string_view name, auto&&... description) {
    put(name), put(":[");
    fields(*this, description...);
    put("],");
  }
  void parameter(const ParameterField& each, std::span<const ParameterField> all) {
    constexpr std::array kinds = {"number", "whole", "choice", "set", "interval", "cone"};
    if (!each.stands.empty()) return;
    bounded(each, kinds[static_cast<std::size_t>(each.kind)]);
    for (const ParameterField& other : all) {
      if (other.stands.empty() || other.first != each.first) continue;
      put("short:{name:"), word(other.name), put("kind:"), word(kinds[static_cast<std::size_t>(other.kind)]);
      words("words", other.words);
      list("stands", other.stands, [&](const auto& room) { put("["), put(room[0]), put(room[1]), put("],"); });
      put("},");
    }
    put(each.isFixed ? "isFixed:true}," : "},");
  }
  void option(const OptionField& each) {
    constexpr std::array kinds = {"whole", "number", "boolean", "choice"};
    const std::size_t kind = each.member.index();
    ParameterField field = {.name = each.name, .min = each.min, .max = each.max, .initial = {each.get(SolveOptions{})}};
    if (kind == 3) field.words = modeNames();
    bounded(field, kinds[kind]);
    words("readers", each.readers());
    put("},");
  }
  void words(std::string_view name, const auto& range) {
    list(name, range, [&](std::string_view each) { word(each); });
  }
  void list(std::string_view name, auto&& range, auto write, std::string_view brackets = "[]") {
    put(name), put(":"), put(brackets.substr(0, 1));
    for (const auto& each : range) write(each);
    put(brackets.substr(1)), put(",");
  }
  void word(std::string_view word) { put("'"), put(word), put("',"); }
  std::string take() { return std::move(text_); }

 private:
  void put(std::string_view text) { text_ += text; }
  void put(double number) { put(text(number)), put(","); }
  void open(Need need, std::string_view name, Kind kind) {
    constexpr std::array needs = {"must", "may", "orNull"};
    put("{name:"), word(name);
    put("need:"), word(needs[static_cast<std::size_t>(need)]);
    put("kind:"), word(kind.name.empty() ? name : kind.name);
    put("count:"), put(kind.count);
  }
  void bounded(const ParameterField& each, std::string_view kind) {
    open(may, each.name, {kind, each.count});
    put("min:"), put(each.min);
    put("max:"), put(each.max);
    list("initial", std::views::iota(0, each.count), [&](int i) { put(each.initialAt(i)); });
    words("words", each.words);
  }

  std::string text_;
};

/// In which inf stands for Infinity.
inline std::string tables() {
  Tables t;
  const auto parameters = [&](std::string_view name, std::span<const ParameterField> all) {
    t.list(name, all, [&](const ParameterField& each) { t.parameter(each, all); });
  };
  t.list("solvers", solverTypes(), [&](const SolverType& each) { t.word(each.name); });
  t.words("jointTypes", jointTypes());
  t.words("statuses", statusNames());
  t.words("errorCodes", errorCodeNames());
  t.list("options", optionFields(), [&](const OptionField& each) { t.option(each); });
  t.table("model", ModelDescription{});
  t.table("obstacle", ObstacleDescription{});
  t.table("goal", GoalDescription{});
  parameters("shared", sharedParameters);
  t.list(
      "goals", goalTypes(), [&](const GoalType& each) { parameters(each.name, each.parameters); }, "{}");
  t.list(
      "shapes", shapeTypes(), [&](const ShapeType& each) { t.table(each.name, each, ShapeDescription{}); }, "{}");
  return t.take();
}

}  // namespace limber::bindings
