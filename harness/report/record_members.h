// record_members.h: the members of the records that only a report has, in their order, for
// record.cc and tests. The results of a run have their lists beside their structs. It must not know
// what any member means beyond its name.
#pragma once

#include <string>

#include "harness/report/matrix.h"

namespace placemat {

// The members of a subject's line besides the values themselves.
struct ErrorClassLine {
  std::string decoder, judged_as;
  ErrorClass error_class = ErrorClass::kNone;
  ErrorClassTally tally;
};

struct FailingLine {
  std::string decoder, judged_as;
  FailingCase failing;
};

struct FooterLine {
  Footer footer;
  double seconds = 0;
};

template <class Archive, Of<Shard> T>
void members(Archive& a, T& r) {
  a("numbers", r.numbers);
  a("of", r.of);
  a("command", r.command);
  a("decoders", r.decoders);
}

template <class Archive, Of<Header> T>
void members(Archive& a, T& r) {
  a.format();
  a("tool_version", r.tool_version);
  a("corpus_digest", r.corpus_digest);
  a("corpus_vectors", r.corpus_vectors);
  a("compiler", r.compiler);
  a("cpu_features", r.cpu_features);
  a("icu_version", r.icu_version);
  a("budget", r.budget);
  a.exact("seed", r.seed);
  a.unless_empty("isolation", r.isolation);
  a.unless_empty("shard", r.shard);
  a("run", r.run);
}

template <class Archive, Of<Header::Run> T>
void members(Archive& a, T& r) {
  a("command", r.command);
  a("started", r.started);
  a("threads", r.threads);
  a("given", r.given);
  a("commit", r.commit);
  a("build_type", r.build_type);
  a("os", r.os);
  a("cpu", r.cpu);
}

template <class Archive, Of<SourceRecord> T>
void members(Archive& a, T& r) {
  a("name", r.name);
  a("covers", r.covers);
  a("cases", r.cases);
  a("ids", r.ids);
  a("not_run", r.not_run);
}

template <class Archive, Of<ErrorClassLine> T>
void members(Archive& a, T& r) {
  a("decoder", r.decoder);
  a("judged_as", r.judged_as);
  a("error_class", r.error_class);
  members(a, r.tally);
}

template <class Archive, Of<CellLine::Mark> T>
void members(Archive& a, T& r) {
  a("glyph", r.glyph);
  a("kinds", r.kinds);
  a("checks", r.checks);
  a("alone", r.alone);
  a("findings", r.findings);
}

template <class Archive, Of<CellLine> T>
void members(Archive& a, T& r) {
  a("decoder", r.decoder);
  a("judged_as", r.judged_as);
  a("column", r.column);
  a("checks", r.checks);
  a("failed", r.failed);
  a("marks", r.marks);
}

template <class Archive, Of<FailingLine> T>
void members(Archive& a, T& r) {
  a("decoder", r.decoder);
  a("judged_as", r.judged_as);
  members(a, r.failing);
}

template <class Archive, Of<AbsentRecord> T>
void members(Archive& a, T& r) {
  a("name", r.name);
  a("subject", r.subject);
}

template <class Archive, Of<ExternalRecord> T>
void members(Archive& a, T& r) {
  a("decoder", r.decoder);
  a("version", r.version);
  a("product", r.product);
  a("language", r.language);
  a("entry", r.entry);
  a("profiles", r.profiles);
  a("explained", r.explained);
  a("knows_policy", r.knows_policy);
  a("inputs", r.inputs);
  a("inputs_to_name", r.inputs_to_name);
  a("unanswered", r.unanswered);
  a("contradicted", r.contradicted);
  a("contradictions", r.contradictions);
  a("trouble", r.trouble);
  a("sentence", r.sentence);
  a("composed", r.is_composed);
  a("complete", r.is_complete);
  a("unexplained", r.unexplained);
  a("against", r.against);
  a("reason", r.reason);
  a("not_asked", r.not_asked);
}

template <class Archive, Of<MachineRecord> T>
void members(Archive& a, T& r) {
  a("decoder", r.decoder);
  a("law", r.law);
  members(a, r.learned);
}

template <class Archive, Of<OracleRecord::Divergence> T>
void members(Archive& a, T& r) {
  a("id", r.id);
  a("reason", r.reason);
  a("times", r.times);
}

template <class Archive, Of<OracleRecord> T>
void members(Archive& a, T& r) {
  a("question", r.question);
  a("asked", r.asked);
  a("agreed", r.agreed);
  a("divergences", r.divergences);
  a("unexplained", r.unexplained);
}

template <class Archive, Of<RequirementRecord> T>
void members(Archive& a, T& r) {
  a("dialect", r.dialect);
  a("number", r.number);
  a("text", r.text);
  a("met", r.met);
  a("evidence", r.evidence);
}

template <class Archive, Of<BugRecord> T>
void members(Archive& a, T& r) {
  a("id", r.id);
  a("project", r.project);
  a("year", r.year);
  a("bug_class", r.bug_class);
  a("status", r.status);
  a("units", r.units);
  a("vector", r.vector);
  a("hex", r.hex);
  a("did", r.did);
  a("law", r.law);
  a("kind", r.kind);
  a("saboteur", r.saboteur);
  a("caught", r.caught);
  a("evidence", r.evidence);
  a("replay", r.replay);
}

template <class Archive, Of<DefectRecord> T>
void members(Archive& a, T& r) {
  a("id", r.id);
  a("product", r.product);
  a("language", r.language);
  a("effect", r.effect);
  a("versions", r.versions);
  a("fixed_in", r.fixed_in);
  a("withheld", r.is_withheld);
  a("entry", r.entry);
  a("about", r.about);
  a("lets_through", r.lets_through);
  a("units", r.units);
  a("seen", r.seen);
  a("expected", r.expected);
  a("clause", r.clause);
  a("links", r.links);
  a("native", r.native);
}

template <class Archive, Of<FooterLine> T>
void members(Archive& a, T& r) {
  a("complete", r.footer.complete);
  a("interrupted", r.footer.interrupted);
  a("records", r.footer.records);
  a("checks", r.footer.checks);
  a("findings", r.footer.findings);
  a("unexpected", r.footer.unexpected);
  a("expected_errors", r.footer.expected_errors);
  a("seconds", r.seconds);
}

// The records that stand in lists, by name and in the order of a report.
template <class Visit>
void for_each_list(const Visit& visit) {
  visit("source", &Report::sources);
  visit("coverage", &Report::coverage);
  visit("absent", &Report::absent);
  visit("external_decoder", &Report::externals);
  visit("machine", &Report::machines);
  visit("requirement", &Report::requirements);
  visit("oracle", &Report::oracles);
  visit("bug", &Report::bugs);
  visit("defect", &Report::defects);
  visit("strength", &Report::strength);
  visit("sources", &Report::comparisons);
  visit("certificate", &Report::certificates);
  visit("fuzzing", &Report::fuzzing);
  visit("speed", &Report::speed);
  visit("fuzz_benchmark", &Report::fuzz_benchmarks);
}

}  // namespace placemat
