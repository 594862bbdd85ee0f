#include "urdf/collision.h"

#include <algorithm>
#include <array>

#include "urdf/joint.h"
#include "urdf/text.h"

namespace limber::urdf {
namespace {

/// What a URDF's element may be called, and so the shape. A mesh is read apart.
constexpr std::array<std::string_view, 5> forms = {"box", "cylinder", "sphere", "capsule", "mesh"};

bool isForm(const std::unique_ptr<Element>& element) { return std::ranges::find(forms, element->name) != forms.end(); }

void readSize(Source& source, const Element& collision, const Element& element, std::array<double, 4>& size) {
  std::string all;
  bool isPositive = true;
  for (const ShapeField& field : findShapeType(element.name)->fields) {
    if (field.name == "rounding") continue;
    const Vec3 numbers = field.count == 3 ? source.numbers(&element, field.name, Vec3::Ones())
                                          : Vec3::Constant(source.number(element, field.name, 1));
    for (int i = 0; i < field.count; ++i) {
      size[field.first + i] = numbers[i];
      isPositive = isPositive && (numbers[i] > 0 || (field.mayBeZero && numbers[i] == 0));
      all += join({all.empty() ? "" : ", ", digits(numbers[i])});
    }
  }
  if (!isPositive) source.fail(collision, {"the ", element.name, " has a size of ", all, "; give sizes above 0"});
}

void read(Source& source, const Element& collision, LinkDescription& link, std::vector<UrdfMesh>& meshes) {
  const Element* geometry = source.child(collision, "geometry");
  if (!geometry) return;
  const auto found = std::ranges::find_if(geometry->children, isForm);
  if (found == geometry->children.end()) return;
  const Element& element = **found;
  const bool isMesh = element.name == "mesh";
  ShapeDescription shape{element.name};
  UrdfMesh mesh{link.name};
  if (isMesh) {
    mesh.file = source.attribute(element, "filename");
    mesh.scale = source.numbers(&element, "scale", Vec3::Ones());
  } else {
    readSize(source, collision, element, shape.size);
  }
  shape.pose = mesh.pose = readOrigin(source, collision);
  if (source.error) return;
  if (isMesh)
    meshes.push_back(std::move(mesh));
  else
    link.collision.push_back(std::move(shape));
}

}  // namespace

void readCollision(Source& source, const Element& element, LinkDescription& link, std::vector<UrdfMesh>& meshes) {
  for (const auto& each : element.children) {
    if (each->name != "collision") continue;
    read(source, *each, link, meshes);
    if (!source.error) continue;
    source.warnings.push_back(join({source.error->text, "; this collision is ignored"}));
    source.error.reset();
  }
}

}  // namespace limber::urdf
