/// Reads the <collision> elements of a link.
#pragma once

#include "limber/urdf.h"
#include "urdf/xml.h"

namespace limber::urdf {

/// Shapes go to the link, meshes to the model. How a link moves does not depend on them: one that cannot be read is
/// left out, with a warning.
void readCollision(Source& source, const Element& element, LinkDescription& link, std::vector<UrdfMesh>& meshes);

}  // namespace limber::urdf
