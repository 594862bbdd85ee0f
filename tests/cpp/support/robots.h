/// Real arms, read from ../shared/data/robots.csv beside the project if it exists; tests/bench/robots-csv.ts
/// reads the same file.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>

#include "fixtures.h"

namespace limber::test {

/// Joints from base to tip; the last link is the tip. nullptr if the file does not exist.
inline ModelPtr robot(const std::string& name) {
  std::ifstream file(std::filesystem::path(LIMBER_FIXTURES) / "../../../shared/data/robots.csv");
  std::vector<LinkDescription> links;
  for (std::string text; std::getline(file, text);) {
    std::istringstream line(text);
    std::vector<std::string> cells;
    for (std::string cell; std::getline(line, cell, ',');) cells.push_back(cell);
    if (cells.empty() || cells[0] != name) continue;
    const auto number = [&](std::size_t i) { return std::stod(cells.at(i)); };
    const auto turn = [&](std::size_t i, const Vec3& axis) { return expRotation<double>(number(i) * axis); };
    links.push_back(link(cells[1], links.empty() ? "" : links.back().name, {number(3), number(4), number(5)}));
    links.back().origin.r = turn(8, Vec3::UnitZ()) * turn(7, Vec3::UnitY()) * turn(6, Vec3::UnitX());
    if (cells[2] == "fixed") continue;
    links.back().joint = joint(cells[2], {number(9), number(10), number(11)});
    if (cells[2] != "continuous") links.back().joint.limits = {{number(12), number(13)}};
  }
  return links.empty() ? nullptr : build(std::move(links));
}

}  // namespace limber::test
