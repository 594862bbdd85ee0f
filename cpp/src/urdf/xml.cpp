#include "urdf/xml.h"

#include <libxml/parser.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "urdf/text.h"

namespace limber::urdf {
namespace {

constexpr std::string_view expand = "this is a xacro file; expand it first: xacro robot.urdf.xacro > robot.urdf";

bool isXacro(std::string_view value) {
  return value.find("$(") != std::string_view::npos || value.find("${") != std::string_view::npos;
}

bool startsWithWord(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::ranges::equal(text.substr(0, lower.size()), lower, [](char a, char b) { return std::tolower(a) == b; });
}

bool isHtml(std::string_view text) {
  if (!startsWithWord(text, "<!doctype")) return startsWithWord(text, "<html");
  const std::string_view rest = text.substr(9);
  return startsWithWord(rest, " html") || startsWithWord(trim(rest), "html");
}

/// Whether the robot's end tag exists: a truncated file lacks it.
bool hasEnd(std::string_view text) {
  for (std::size_t at = 0; (at = text.find("</robot", at)) != std::string_view::npos; ++at) {
    if (trim(text.substr(at + 7)).starts_with('>')) return true;
  }
  return false;
}

/// `<joint name="elbow">`, as messages name it.
std::string label(const Element& element) {
  const std::string* name = element.attribute("name");
  return name ? join({"<", element.name, " name=", show(*name), ">"}) : join({"<", element.name, ">"});
}

/// The version in the XML declaration, as a view of the text; empty if there is none.
std::string_view declaredVersion(std::string_view text) {
  constexpr std::string_view start = "<?xml";
  if (!text.starts_with(start)) return {};
  std::string_view rest = trim(text.substr(start.size()));
  if (!rest.starts_with("version")) return {};
  rest = trim(rest.substr(7));
  if (!rest.starts_with('=')) return {};
  rest = trim(rest.substr(1));
  if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) return {};
  return rest.substr(1, rest.find(rest[0], 1) - 1);
}

bool isVersion1(std::string_view version) {
  return version.size() > 2 && version.starts_with("1.") &&
         std::ranges::all_of(version.substr(2), [](char c) { return c >= '0' && c <= '9'; });
}

/// Elements in one another, as in web/src/input-limits.ts.
constexpr int mostElements = 100;

/// The position after the next `mark` from `at` on, or the end of the text.
std::size_t after(std::string_view text, std::size_t at, std::string_view mark) {
  const std::size_t found = text.find(mark, at);
  return found == std::string_view::npos ? text.size() : found + mark.size();
}

/// The `>` of the tag that starts at `at`, not one in quotes; npos if there is none.
std::size_t tagEnd(std::string_view text, std::size_t at) {
  while ((at = text.find_first_of("\"'>", at)) != std::string_view::npos && text[at] != '>') {
    at = text.find(text[at], at + 1);
    if (at == std::string_view::npos) break;
    ++at;
  }
  return at;
}

std::string nameOf(const xmlChar* name, const xmlNs* space) {
  const std::string own = reinterpret_cast<const char*>(name);
  if (!space || !space->prefix) return own;
  return join({reinterpret_cast<const char*>(space->prefix), ":", own});
}

std::unique_ptr<Element> copy(const xmlNode* node, const Element* parent, const int*& line) {
  auto element = std::make_unique<Element>();
  element->name = nameOf(node->name, node->ns);
  element->parent = parent;
  element->line = *line++;
  for (const xmlAttr* each = node->properties; each; each = each->next) {
    std::string value;
    for (const xmlNode* part = each->children; part; part = part->next) {
      if (part->content) value += reinterpret_cast<const char*>(part->content);
    }
    element->attributes.emplace_back(nameOf(each->name, each->ns), std::move(value));
  }
  for (const xmlNode* each = node->children; each; each = each->next) {
    if (each->type == XML_ELEMENT_NODE) element->children.push_back(copy(each, element.get(), line));
  }
  return element;
}

}  // namespace

const std::string* Element::attribute(std::string_view wanted) const {
  const auto found = std::ranges::find(attributes, wanted, &std::pair<std::string, std::string>::first);
  return found == attributes.end() ? nullptr : &found->second;
}

Source::Source(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (text.starts_with(mark)) text.remove_prefix(mark.size());
  const std::string_view trimmed = trim(text);
  if (trimmed.empty()) {
    refuse({"the text is empty; a URDF starts with <robot>"});
    return;
  }
  before_ = static_cast<int>(std::count(text.data(), trimmed.data(), '\n'));
  std::string mended(trimmed);
  forgive(mended);
  parse(mended);
}

void Source::refuse(std::initializer_list<std::string_view> text) {
  if (!error) error = makeError(ErrorCode::badUrdf, text);
}

std::string Source::at(int line) const { return join({"line ", digits(before_ + line)}); }

/// Repairs what strict XML refuses but files in use contain, and notes the lines of start tags, because libxml2 only
/// knows their ends. Keeps line numbers.
void Source::forgive(std::string& text) {
  const std::string_view version = declaredVersion(text);
  if (version.data() && !isVersion1(version)) {
    warnings.push_back(join({at(1), ": XML has no version ", show(version), "; it is read as 1.0"}));
    const auto start = static_cast<std::size_t>(version.data() - text.data());
    text.replace(start, version.size(), "1.0");
  }
  const auto has = [&](std::size_t i, std::string_view mark) {
    return std::string_view(text).substr(i).starts_with(mark);
  };
  int line = 1;
  int depth = 0;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (has(i, "<!--")) {
      end = after(text, i + 4, "-->");
      if (has(end - 3, "-->") && end >= i + 7) {
        const auto inside = std::string_view(text).substr(i + 4, end - i - 7);
        if (inside.contains("--") || inside.ends_with('-')) {
          warnings.push_back(join({at(line), ": the comment contains \"--\", which XML does not allow"}));
          std::replace_if(
              text.begin() + static_cast<std::ptrdiff_t>(i + 4), text.begin() + static_cast<std::ptrdiff_t>(end - 3),
              [](char c) { return c != '\n'; }, ' ');
        }
      }
    } else if (has(i, "<![CDATA[")) {
      end = after(text, i, "]]>");
    } else if (has(i, "<?")) {
      end = after(text, i, "?>");
    } else if (text[i] == '<' && !has(i, "<!")) {
      const bool closes = has(i, "</");
      if (!closes) lines_.push_back(before_ + line);
      const std::size_t last = tagEnd(text, i);
      if (last != std::string::npos) {
        end = last + 1;
        if (closes || text[last - 1] != '/') depth += closes ? -1 : 1;
        if (depth > mostElements && deepLine_ == 0) deepLine_ = line;
      }
    }
    line += static_cast<int>(std::count(text.data() + i, text.data() + end, '\n'));
    i = end;
  }
}

void Source::parse(std::string_view text) {
  const std::string start = show(text);
  if (isHtml(text))
    return refuse({"the text is an HTML page (", start, "), not URDF; does the address lead to the file?"});
  if (deepLine_ > 0)
    return refuse(
        {at(deepLine_), ": elements are nested too deep, at most ", digits(mostElements), "; is this a URDF?"});
  if (!text.starts_with('<')) return refuse({"the text starts with ", start, "; a URDF starts with <robot>"});
  const std::unique_ptr<xmlParserCtxt, decltype(&xmlFreeParserCtxt)> context(xmlNewParserCtxt(), xmlFreeParserCtxt);
  constexpr int quiet = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
  const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> document(
      xmlCtxtReadMemory(context.get(), text.data(), static_cast<int>(text.size()), nullptr, "UTF-8", quiet),
      xmlFreeDoc);
  if (document) {
    const int* line = lines_.data();
    root_ = copy(xmlDocGetRootElement(document.get()), nullptr, line);
    return;
  }
  const xmlError* found = xmlCtxtGetLastError(context.get());
  const std::string_view why = found && found->message ? trim(found->message) : "it is broken";
  refuse({at(found ? found->line : 1), ": this is not well-formed XML (", why, "); ",
          hasEnd(text) ? "correct it there" : "is the file whole?"});
}

/// The line of `element`, its name, and the named element that it is in.
std::string Source::placeOf(const Element& element) const {
  const bool inNamed = element.parent && !element.attribute("name") && element.parent != root_.get();
  return join({"line ", digits(element.line), ", ", inNamed ? label(*element.parent) + " " : "", label(element)});
}

void Source::fail(const Element& element, std::initializer_list<std::string_view> text) {
  refuse({placeOf(element), ": ", join(text)});
}

void Source::warn(const Element& element, std::initializer_list<std::string_view> text) {
  warnings.push_back(join({placeOf(element), ": ", join(text)}));
}

void Source::refuseXacro() {
  for (const auto& each : root_->children) {
    if (each->name.starts_with("xacro:")) return fail(*each, {expand});
  }
}

std::string Source::attribute(const Element& element, std::string_view name) {
  const std::string* value = element.attribute(name);
  if (!value) {
    fail(element, {"the attribute ", name, " is missing; add it"});
    return {};
  }
  if (isXacro(*value)) fail(element, {name, " is ", show(*value), ": ", expand});
  if (trim(*value).empty()) fail(element, {"the attribute ", name, " is empty; give it a value"});
  return *value;
}

double Source::number(const Element& element, std::string_view name, double missing) {
  if (!element.attribute(name)) return missing;
  const std::string text = attribute(element, name);
  const double value = numberIn(trim(text));
  if (std::isfinite(value)) return value;
  fail(element, {name, " is ", show(trim(text)), "; give a finite number"});
  return missing;
}

Vec3 Source::numbers(const Element* element, std::string_view name, const Vec3& missing) {
  if (!element || !element->attribute(name)) return missing;
  const std::string whole = attribute(*element, name);
  std::string_view rest = trim(whole);
  Vec3 values;
  int count = 0;
  for (; !rest.empty(); ++count) {
    const std::string_view part = rest.substr(0, rest.find_first_of(blanks));
    if (count < 3) values[count] = numberIn(part);
    rest = trim(rest.substr(part.size()));
  }
  if (count == 3 && values.allFinite()) return values;
  fail(*element, {name, " is ", show(trim(whole)), "; give three finite numbers with spaces between"});
  return missing;
}

const Element* Source::child(const Element& element, std::string_view name) {
  const Element* first = nullptr;
  for (const auto& each : element.children) {
    if (each->name != name) continue;
    if (first) {
      fail(*each, {"this is a second <", name, ">; the first is on line ", digits(first->line), "; keep one"});
      break;
    }
    first = each.get();
  }
  return first;
}

}  // namespace limber::urdf
