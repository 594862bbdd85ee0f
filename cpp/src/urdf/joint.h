/// Reads one <joint> of a URDF.
#pragma once

#include <string>

#include "limber/description.h"
#include "urdf/xml.h"

namespace limber::urdf {

struct Joint {
  const Element* element = nullptr;
  std::string name;
  std::string parent;
  std::string child;
  Pose origin;
  JointDescription joint;  ///< without `mimic`, which needs all joints
  const Element* mimic = nullptr;
  std::string mimicked;  ///< name of the joint that it mimics
};

/// Of a joint, or of a shape in its link's frame.
Pose readOrigin(Source& source, const Element& element);
Joint readJoint(Source& source, const Element& element);

}  // namespace limber::urdf
