// issue.ts: a finding as a text for the decoder's authors, in Markdown, as
// harness/report/views/issue_text.cc lays it out.
import { inputOf } from "./matrix";
import type { Finding, Report, Subject } from "./report";
import { kindOf } from "./tables";

// Markdown takes these for markup.
const escaped = (text: string) => text.replace(/[\\`*_{}[\]<>#|]/g, "\\$&").replace(/\s+/g, " ");
const code = (text: string) => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);

export function issueText(report: Report, subject: Subject, finding: Finding): string {
  const lines = [
    `# ${escaped(finding.decoder)} ${escaped(kindOf(finding.kind).summary)}: ${code(inputOf(finding))}`,
    "",
  ];
  const row = (name: string, value: string) => {
    if (value !== "") lines.push(`- **${name}:** ${value}`);
  };
  const made = report.reproductions.get(finding.key);
  row("Version", escaped(subject.version));
  if (made !== undefined) row("Called", code(made.called));
  row("Input, code units in hex", finding.minimal === "" ? "" : code(finding.minimal));
  row("Also needed", escaped(finding.conditions));
  row("Where", escaped(finding.pattern));
  row("Operation", finding.operation === "" ? "" : code(finding.operation));
  row(`Expected as ${code(finding.judged_as)}`, escaped(finding.expected));
  row("Seen", escaped(finding.seen));
  row("Rule", escaped(finding.clause));
  row("Why it matters", escaped(finding.effect));
  row("The same elsewhere", finding.related.map(escaped).join(", "));
  if (made !== undefined) {
    lines.push("", "## To see it", "", "```" + made.language, made.text.trimEnd(), "```");
    if (made.run !== "") lines.push("", `As \`${made.file}\`:`, "", `    ${made.run}`);
    lines.push("", made.tells);
  }
  if (finding.symptoms.length > 0) {
    lines.push("", "## Also seen", "");
    for (const symptom of finding.symptoms.slice(0, 5))
      lines.push(
        `- ${code(symptom.minimal)}, ${escaped(symptom.operation)}: expected ` +
          `${escaped(symptom.expected)}, seen ${escaped(symptom.seen)}`,
      );
    if (finding.symptoms.length > 5) lines.push(`- and ${finding.symptoms.length - 5} more`);
  }
  const checks = finding.checks === 1 ? "1 check" : `${finding.checks} checks`;
  lines.push(
    "",
    `Found by placemat ${escaped(report.header.tool_version)} in ${checks}; to see it again:`,
    "",
    `    ${finding.replay}`,
    "",
  );
  return lines.join("\n");
}
