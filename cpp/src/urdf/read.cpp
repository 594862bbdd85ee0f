#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "limber/urdf.h"
#include "urdf/collision.h"
#include "urdf/joint.h"
#include "urdf/text.h"

namespace limber {
namespace urdf {
namespace {

/// Elements of one tag in file order, with unique names.
std::vector<const Element*> named(Source& source, std::string_view tag) {
  std::vector<const Element*> elements;
  std::unordered_map<std::string, const Element*> seen;
  for (const auto& each : source.root().children) {
    if (each->name != tag) continue;
    const auto [other, isNew] = seen.emplace(source.attribute(*each, "name"), each.get());
    if (source.error) return {};
    if (!isNew) {
      source.fail(*each,
                  {"the ", tag, " on line ", digits(other->second->line), " has the same name; rename one of them"});
      return {};
    }
    elements.push_back(each.get());
  }
  return elements;
}

const std::string& nameOf(const Element* element) { return *element->attribute("name"); }
const std::string& nameOf(const Joint& joint) { return joint.name; }

/// The known names, for a message.
template <class List>
std::string known(const List& list) {
  constexpr std::size_t most = 8;
  std::string text = "known: ";
  for (std::size_t i = 0; i < std::min(most, list.size()); ++i)
    text += join({i > 0 ? ", " : "", show(nameOf(list[i]))});
  if (list.size() <= most) return text;
  return join({text, " and ", digits(static_cast<double>(list.size() - most)), " more"});
}

/// Parents and children, and the check that they form a tree.
class Tree {
 public:
  Tree(Source& source, const std::vector<const Element*>& links, const std::vector<Joint>& joints)
      : source_(source), links_(links), joints_(joints) {
    for (const Element* link : links) byName_.emplace(nameOf(link), link);
    findJointsAbove();
    if (!source.error) findRoot();
    if (!source.error) checkThatAllHang();
  }

  const Element* root() const { return root_; }
  /// Null for the root.
  const Joint* above(const std::string& link) const {
    const auto found = above_.find(link);
    return found == above_.end() ? nullptr : found->second;
  }

 private:
  void findJointsAbove() {
    for (const Joint& joint : joints_) {
      for (const auto& [end, link] : {std::pair("parent", &joint.parent), std::pair("child", &joint.child)}) {
        if (byName_.contains(*link)) continue;
        return source_.fail(*joint.element, {"its ", end, " link ", show(*link), " does not exist; ", known(links_)});
      }
      const auto [other, isFirst] = above_.emplace(joint.child, &joint);
      if (isFirst) continue;
      return source_.fail(*joint.element, {"its child ", show(joint.child), " is already the child of joint ",
                                           show(other->second->name), " on line ", digits(other->second->element->line),
                                           "; a link has one parent, so remove one of the joints"});
    }
  }

  void findRoot() {
    for (const Element* link : links_) {
      if (above(nameOf(link))) continue;
      if (root_) {
        return source_.fail(*link, {"this link and ", show(nameOf(root_)), " on line ", digits(root_->line),
                                    " are both roots: no joint has them as its child; a URDF has one "
                                    "root, so connect them by a joint"});
      }
      root_ = link;
    }
    if (!root_) refuseCycle(nameOf(links_.front()));
  }

  void checkThatAllHang() {
    std::unordered_set<std::string> held = {nameOf(root_)};
    for (const Element* link : links_) {
      std::vector<std::string> way;
      for (std::string at = nameOf(link); !held.contains(at); at = above(at)->parent) {
        if (way.size() > links_.size()) return refuseCycle(nameOf(link));
        way.push_back(at);
      }
      held.insert(way.begin(), way.end());
    }
  }

  void refuseCycle(const std::string& start) {
    std::unordered_set<std::string> seen;
    std::string at = start;
    while (seen.insert(at).second) at = above(at)->parent;
    const Joint& joint = *above(at);
    const std::string what = joint.parent == joint.child
                                 ? "parent and child are the same link"
                                 : join({"its child ", show(joint.child), " is above its parent"});
    source_.fail(*joint.element, {what, " ", show(joint.parent), ": the joints form a cycle; remove one of them"});
  }

  Source& source_;
  const std::vector<const Element*>& links_;
  const std::vector<Joint>& joints_;
  std::unordered_map<std::string, const Element*> byName_;
  std::unordered_map<std::string, const Joint*> above_;
  const Element* root_ = nullptr;
};

bool mayFollow(const Joint& joint) {
  const std::string& type = joint.joint.type;
  return type == "revolute" || type == "continuous" || type == "prismatic";
}

using Joints = std::unordered_map<std::string, const Joint*>;

/// Null, with an error, if it does not exist.
const Joint* masterOf(Source& source, const Joint& joint, const Joints& byName, const std::vector<Joint>& joints) {
  const auto found = byName.find(joint.mimicked);
  if (found == byName.end()) {
    source.fail(*joint.mimic, {"there is no joint ", show(joint.mimicked), "; ", known(joints)});
    return nullptr;
  }
  for (const Joint* each : {&joint, found->second}) {
    if (mayFollow(*each)) continue;
    source.fail(*joint.mimic, {"joint ", show(each->name), " is ", *each->element->attribute("type"),
                               "; only revolute, continuous and prismatic joints mimic or are mimicked"});
    return nullptr;
  }
  const Joint* at = found->second;
  for (std::size_t i = 0; at && at->mimic; ++i) {
    if (at == &joint || i > joints.size()) {
      source.fail(*joint.mimic, {"the joints mimic each other in a cycle; one of them must not mimic"});
      return nullptr;
    }
    const auto next = byName.find(at->mimicked);
    at = next == byName.end() ? nullptr : next->second;
  }
  return found->second;
}

void addMimics(Source& source, std::vector<LinkDescription>& links, const Tree& tree,
               const std::vector<Joint>& joints) {
  Joints byName;
  for (const Joint& joint : joints) byName.emplace(joint.name, &joint);
  for (LinkDescription& link : links) {
    const Joint* joint = tree.above(link.name);
    if (!joint || !joint->mimic) continue;
    const Joint* master = masterOf(source, *joint, byName, joints);
    if (!master) return;
    const double multiplier = source.number(*joint->mimic, "multiplier", 1);
    const double offset = source.number(*joint->mimic, "offset", 0);
    link.joint.mimic = MimicDescription{master->child, multiplier, offset};
  }
}

void describe(Source& source, const UrdfOptions& options, UrdfModel& model) {
  const Element& robot = source.root();
  if (robot.name != "robot") {
    source.fail(robot, {"a URDF starts with <robot>; is this another format?"});
    return;
  }
  source.refuseXacro();
  const std::vector<const Element*> links = named(source, "link");
  if (links.empty()) source.fail(robot, {"the robot has no <link>; give it at least one"});
  std::vector<Joint> joints;
  for (const Element* each : named(source, "joint")) joints.push_back(readJoint(source, *each));
  if (source.error) return;
  const Tree tree(source, links, joints);
  if (source.error) return;

  const std::string* name = robot.attribute("name");
  ModelDescription& description = model.description;
  description.name = name ? *name : "";
  description.links.push_back({nameOf(tree.root()), {}, options.rootOrigin, options.rootJoint});
  readCollision(source, *tree.root(), description.links.back(), model.collisionMeshes);
  for (const Element* each : links) {
    if (each == tree.root()) continue;
    const Joint& joint = *tree.above(nameOf(each));
    description.links.push_back({nameOf(each), joint.parent, joint.origin, joint.joint});
    readCollision(source, *each, description.links.back(), model.collisionMeshes);
  }
  addMimics(source, description.links, tree, joints);
}

}  // namespace
}  // namespace urdf

Expected<UrdfModel> readUrdf(std::string_view text, const UrdfOptions& options) {
  urdf::Source source(text);
  UrdfModel model;
  if (!source.error) urdf::describe(source, options, model);
  if (source.error) return std::unexpected(*std::move(source.error));
  model.warnings = std::move(source.warnings);
  return model;
}

}  // namespace limber
