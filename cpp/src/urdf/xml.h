/// XML whose errors and warnings name the element and its line.
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

  /// Null where there is none.
  const std::string* attribute(std::string_view name) const;
};

/// A parsed text: its root element, and readers of attributes that say where something is wrong. Readers return
/// something harmless after a failure, so that it is enough to look at `error` from time to time.
class Source {
 public:
  explicit Source(std::string_view text);

  std::optional<Error> error;  ///< the first thing that is wrong
  std::vector<std::string> warnings;

  const Element& root() const { return *root_; }  ///< only without an error
  void fail(const Element& element, std::initializer_list<std::string_view> text);
  void warn(const Element& element, std::initializer_list<std::string_view> text);

  /// Must be there and not empty.
  std::string attribute(const Element& element, std::string_view name);
  double number(const Element& element, std::string_view name, double missing);
  Vec3 numbers(const Element* element, std::string_view name, const Vec3& missing);
  /// The child of that name; null where there is none.
  const Element* child(const Element& element, std::string_view name);

  void refuseXacro();

 private:
  void refuse(std::initializer_list<std::string_view> text);
  void forgive(std::string& text);
  void parse(std::string_view text);
  std::string at(int line) const;
  std::string placeOf(const Element& element) const;

  int before_ = 0;          ///< lines before the part that was parsed
  std::vector<int> lines_;  ///< of start tags, in the order of the text
  std::unique_ptr<Element> root_;
};

}  // namespace limber::urdf
