// history.h: the history of a subject as text, JSON and a timeline in SVG.
#pragma once

#include <string>

#include "harness/campaign/history.h"

namespace placemat {

std::string history_text(const SubjectHistory& history);
std::string history_json(const SubjectHistory& history);
std::string history_svg(const SubjectHistory& history);

}  // namespace placemat
