#include "urdf/collision.h"

#include <algorithm>
#include <array>

#include "urdf/joint.h"
#include "urdf/text.h"

namespace limber::urdf {
namespace {

struct Field {
  std::string_view name;
  bool isVector = false;
  bool mayBeZero = false;
};

struct Form {
  std::string_view name;  ///< of the URDF's element and of the shape
  std::array<Field, 2> fields;
};

/// One line a form; their numbers in the order of the shape's. A mesh has none.
constexpr std::array forms = {
    Form{"box", {{{"size", true}}}},
    Form{"cylinder", {{{"radius"}, {"length"}}}},
    Form{"sphere", {{{"radius"}}}},
    Form{"capsule", {{{"radius"}, {"length", false, true}}}},
    Form{"mesh", {}},
};

const Form* formOf(const Element& element) {
  const auto* found = std::ranges::find(forms, element.name, &Form::name);
  return found == forms.end() ? nullptr : found;
}

void readSize(Source& source, const Element& collision, const Element& element, const Form& form,
              std::array<double, 4>& size) {
  int count = 0;
  std::string all;
  bool isPositive = true;
  for (const auto& [name, isVector, mayBeZero] : form.fields) {
    if (name.empty()) break;
    const Vec3 numbers =
        isVector ? source.numbers(&element, name, Vec3::Ones()) : Vec3::Constant(source.number(element, name, 1));
    for (int i = 0; i < (isVector ? 3 : 1); ++i) {
      size[count] = numbers[i];
      isPositive = isPositive && (numbers[i] > 0 || (mayBeZero && numbers[i] == 0));
      all += join({count++ > 0 ? ", " : "", digits(numbers[i])});
    }
  }
  if (!isPositive) source.fail(collision, {"the ", form.name, " has a size of ", all, "; give sizes above 0"});
}

void read(Source& source, const Element& collision, LinkDescription& link, std::vector<UrdfMesh>& meshes) {
  const Element* geometry = source.child(collision, "geometry");
  if (!geometry) return;
  const auto element = std::ranges::find_if(geometry->children, [](const auto& each) { return formOf(*each); });
  if (element == geometry->children.end()) return;
  const Form& form = *formOf(**element);
  ShapeDescription shape{std::string(form.name)};
  UrdfMesh mesh{link.name};
  if (form.name == "mesh") {
    mesh.file = source.attribute(**element, "filename");
    mesh.scale = source.numbers(element->get(), "scale", Vec3::Ones());
  } else {
    readSize(source, collision, **element, form, shape.size);
  }
  shape.pose = mesh.pose = readOrigin(source, collision);
  if (source.error) return;
  if (form.name == "mesh")
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
