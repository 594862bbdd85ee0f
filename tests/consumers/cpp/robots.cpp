// Reads URDF texts, one after another with a zero byte between, and prints a line of JSON for each.
#include <limber/limber.h>
#include <limber/urdf.h>

#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>

namespace {

std::string quoted(const std::string& text) {
  std::string made = "\"";
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", byte);
    if (byte < 0x20 || each == '"' || each == '\\')
      made += escape;
    else
      made += each;
  }
  return made + '"';
}

std::string numbers(std::initializer_list<double> list) {
  std::string made;
  for (const double each : list) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%s%.17g", made.empty() ? "" : ",", each);
    made += std::abs(each) == limber::infinity ? (made.empty() ? "null" : ",null") : digits;
  }
  return "[" + made + "]";
}

std::string placed(std::initializer_list<double> more, const limber::Pose& pose) {
  const auto& [p, r] = pose;
  std::string made = numbers({p[0], p[1], p[2], r.x(), r.y(), r.z(), r.w()});
  made.pop_back();
  for (const double each : more) {
    const std::string one = numbers({each});
    made += "," + one.substr(1, one.size() - 2);
  }
  return made + "]";
}

std::string linkOf(const limber::LinkDescription& link) {
  const limber::JointDescription& joint = link.joint;
  std::string made = "{\"name\":" + quoted(link.name) + ",\"parent\":" + quoted(link.parent) +
                     ",\"origin\":" + placed({}, link.origin) + ",\"type\":" + quoted(joint.type) +
                     ",\"joint\":" + quoted(joint.name) +
                     ",\"axis\":" + numbers({joint.axis[0], joint.axis[1], joint.axis[2]});
  for (const limber::Interval& each : joint.limits) {
    made += ",\"limits\":" + numbers({each.min, each.max});
  }
  std::string solids;
  for (const limber::ShapeDescription& each : link.collision) {
    solids += (solids.empty() ? "" : ",") + ("{\"type\":" + quoted(each.type) + ",\"numbers\":" +
                                             placed({each.size[0], each.size[1], each.size[2]}, each.pose) + "}");
  }
  made += ",\"collision\":[" + solids + "]";
  if (joint.mimic) {
    made += ",\"mimic\":" + quoted(joint.mimic->link) +
            ",\"line\":" + numbers({joint.mimic->multiplier, joint.mimic->offset});
  }
  return made + "}";
}

std::string json(const limber::Expected<limber::UrdfModel>& model) {
  if (!model) {
    return "{\"code\":\"" + std::string(limber::name(model.error().code)) +
           "\",\"text\":" + quoted(model.error().text) + "}";
  }
  std::string links, warnings;
  for (const auto& each : model->description.links) links += (links.empty() ? "" : ",") + linkOf(each);
  for (const auto& each : model->warnings) warnings += (warnings.empty() ? "" : ",") + quoted(each);
  std::string meshes;
  for (const auto& each : model->collisionMeshes) {
    meshes += (meshes.empty() ? "" : ",") + ("{\"link\":" + quoted(each.link)) + ",\"file\":" + quoted(each.file) +
              ",\"numbers\":" + placed({each.scale[0], each.scale[1], each.scale[2]}, each.pose) + "}";
  }
  const auto built = limber::buildModel(model->description);
  return "{\"name\":" + quoted(model->description.name) + ",\"links\":[" + links + "],\"meshes\":[" + meshes +
         "],\"warnings\":[" + warnings + "],\"nq\":" + std::to_string(built ? (*built)->nq : -1) + "}";
}

}  // namespace

int main() {
  const std::string all{std::istreambuf_iterator<char>(std::cin), {}};
  for (std::size_t start = 0; start <= all.size();) {
    const std::size_t end = std::min(all.find('\0', start), all.size());
    std::puts(json(limber::readUrdf(std::string_view(all).substr(start, end - start))).c_str());
    start = end + 1;
  }
}
