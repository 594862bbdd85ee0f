/// XML with errors and warnings that name the element and its line.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "limber/error.h"
#include "limber/math.h"

namespace limber::urdf {

struct Element {
  std::string name;
  int line = 0;
  const Element* parent = nullptr;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<std::unique_ptr<Element>> children;

  /// Null if there is none.
  const std::string* attribute(std::string_view name) const;
};

/// A parsed text and readers of attributes, whose errors say where something is wrong. After a failure readers return
/// harmless values, so that `error` need not be checked after each.
class Source {
 public:
  explicit Source(std::string_view text);

  std::optional<Error> error;  ///< the first thing that is wrong
  std::vector<std::string> warnings;

  const Element& root() const { return *root_; }  ///< only without an error
  void fail(const Element& element, std::initializer_list<std::string_view> text);
  void warn(const Element& element, std::initializer_list<std::string_view> text);

  /// Required and not empty.
  std::string attribute(const Element& element, std::string_view name);
  double number(const Element& element, std::string_view name, double missing);
  Vec3 numbers(const Element* element, std::string_view name, const Vec3& missing);
  /// The child of that name, or null.
  const Element* child(const Element& element, std::string_view name);

  void refuseXacro();

 private:
  void refuse(std::initializer_list<std::string_view> text);
  void forgive(std::string& text);
  void parse(std::string_view text);
  std::string at(int line) const;
  std::string placeOf(const Element& element) const;

  int before_ = 0;          ///< lines before the part that was parsed
  int deepLine_ = 0;        ///< of the first element in too many others, in the part that was parsed; 0: there is none
  std::vector<int> lines_;  ///< of start tags, in the order of the text
  std::unique_ptr<Element> root_;
};

}  // namespace limber::urdf
