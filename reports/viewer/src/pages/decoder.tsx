// decoder.tsx: everything about one decoder.
import { useMemo } from "preact/hooks";
import { cellsOf, checksOf, conformsWords, findingsOfSubject, idOf, isKnown, isNew, isSampled, knownWords, standingOf } from "../model/matrix";
import type { Book } from "../model/book";
import type { Contradiction, Subject } from "../model/report";
import { CertificateItems } from "./certificates";
import { SpeedOfDecoder } from "./speed";
import { useApp } from "../ui/context";
import { FindingList } from "../ui/list";
import { LearntDrawing, machineSentence } from "../ui/machine";
import { counted, DataTable, Glyph, grouped, Outward, Profile, profileSentence, Rows } from "../ui/parts";

function Against({ list, by }: { list: readonly Contradiction[]; by: string }) {
  if (list.length === 0) return null;
  return (
    <ul class="against">
      {list.map((one) => (
        <li key={one.units}>
          <code>{one.units}</code>: seen <code>{one.seen}</code>, by {by} <code>{one.expected}</code>
        </li>
      ))}
    </ul>
  );
}

function Identity({ book, name }: { book: Book; name: string }) {
  const external = book.external(name);
  if (external === undefined) return null;
  const contradictions = external.sentence === "" ? external.contradictions : external.against;
  return (
    <section>
      <h2>What it does</h2>
      <p class="lead">
        {external.sentence || external.profiles.join(" or ") || "Its profile is not known."}
        {!external.explained && !external.complete && contradictions.length > 0 && ". These inputs are not explained:"}
      </p>
      {!external.complete && <Against list={contradictions} by={external.composed ? "its parts" : "the profile"} />}
      <Rows
        rows={[
          ["product", [external.product, external.version].filter(Boolean).join(" ")],
          ["language", external.language],
          ["entry point", external.entry !== "" && <code>{external.entry}</code>],
          ["inputs", external.inputs > 0 && `${grouped(external.inputs_to_name)} to name it, ${grouped(external.inputs)} in all; ${grouped(external.unanswered)} without an answer`],
          ["why nothing explains it", external.reason],
          ["trouble", external.trouble],
          ["not asked", external.not_asked],
        ]}
      />
    </section>
  );
}

function Judged({ subject }: { subject: Subject }) {
  const { book, href } = useApp();
  const list = useMemo(
    () => book.listed.filter((one) => one.subject === subject),
    [book, subject],
  );
  const quirks = list.filter((one) => isKnown(one.finding));
  return (
    <section>
      <h2>
        {subject.claimed ? "Judged" : "For contrast, judged"} as <Profile text={subject.judged_as} />
        <small> {list.length === 0 ? (checksOf(subject) > 0 ? "as expected" : "nothing checked") : findingsOfSubject(subject)}</small>
      </h2>
      {!subject.claimed && <p class="lead">It does not claim this profile: nothing here counts against it.</p>}
      <ul class="strip">
        {book.classes.map((name) => {
          const cell = cellsOf(subject).get(name)!;
          return (
            <li key={name} class={cell.checks === 0 ? "none" : ""} title={`${grouped(cell.failed)} of ${counted(cell.checks, "check")} failed`}>
              <a href={href({ page: "overview", q: "", finding: "", cell: `${idOf(subject)}|${name}`, more: subject.claimed ? {} : { as: "contrast" } })}>
                <span class="marks">{cell.marks.map((mark) => <Glyph key={mark.glyph} glyph={mark.glyph} small />)}</span>
                {name}
              </a>
            </li>
          );
        })}
      </ul>
      {list.length > 0 && <FindingList list={list} limit={20} />}
      {quirks.length > 0 && (
        <>
          <h3>Quirks: findings with a reason</h3>
          <ul class="quirks">
            {quirks.map(({ finding }) => (
              <li key={finding.key}>
                <b>{finding.kind}</b> {finding.reason} {finding.link !== "" && <>(<Outward text={finding.link} />)</>}
              </li>
            ))}
          </ul>
        </>
      )}
      <details>
        <summary>Sources of cases: {counted(checksOf(subject), "check")}</summary>
        <DataTable
          label="Sources"
          rows={subject.sources}
          columns={[
            { name: "source", of: (row) => row.source, sort: (row) => row.source },
            { name: "cases", number: true, of: (row) => grouped(row.cases), sort: (row) => row.cases },
            { name: "checks", number: true, of: (row) => grouped(row.checks), sort: (row) => row.checks },
            { name: "failed", number: true, of: (row) => (row.failed > 0 ? <b class="bad">{grouped(row.failed)}</b> : ""), sort: (row) => row.failed },
          ]}
        />
      </details>
      {subject.failing.length > 0 && (
        <details>
          <summary>{counted(new Set(subject.failing.map((one) => one.id)).size, "vector")} that it fails</summary>
          <p class="vectors">
            {[...new Set(subject.failing.map((one) => one.id))].slice(0, 400).map((id) => <code key={id}>{id} </code>)}
          </p>
        </details>
      )}
      {subject.not_tested.length > 0 && (
        <>
          <h3>It was not asked</h3>
          <ul>{subject.not_tested.map((what) => <li key={what}>{what}</li>)}</ul>
        </>
      )}
    </section>
  );
}

export function DecoderPage() {
  const { book, route, href } = useApp();
  const name = route.args.join("/");
  const subjects = book.subjectsOf(name);
  const [first] = subjects;
  const external = book.external(name);
  const absent = book.report.absent.find((one) => one.name === name);
  if (first === undefined)
    return (
      <>
        <h1>{name}</h1>
        <p>{absent !== undefined ? `It is not on this machine: ${absent.subject}.` : external !== undefined ? external.trouble || "It was not judged." : "This report has no decoder of that name."}</p>
        <Identity book={book} name={name} />
      </>
    );
  const standing = standingOf(first);
  const machines = book.report.machines.filter((machine) => machine.decoder === name);
  const certificates = book.report.certificates.filter((one) => one.decoder === name);
  const words = {
    conforms: isSampled(first)
      ? "shows no difference from the profile it claims, in a sample of the cases"
      : conformsWords(first),
    known: knownWords(first),
    unchecked: "nothing was checked",
    differs: counted(first.findings.filter(isNew).length, "new finding"),
  };
  return (
    <>
      <h1>{name} <small class={`standing ${standing}`}>{first.claimed ? words[standing] : ""}</small></h1>
      <p class="lead">{first.described ? profileSentence(first.judged_as, true) : profileSentence(first.claims)}</p>
      <p class="chips">
        {first.capabilities.map((one) => <span key={one} class="chip">{one}</span>)}
        <a class="chip action" href={href({ page: "compare", args: [name] })}>compare with another</a>
      </p>
      <Rows
        rows={[
          ["version", first.version],
          ["claims", <code>{first.claims || "nothing"}</code>],
          ["described, not judged", first.described !== undefined && <code>{first.described}</code>],
          ["origin", first.origin],
        ]}
      />
      <Identity book={book} name={name} />
      {subjects.map((subject) => <Judged key={idOf(subject)} subject={subject} />)}
      {machines.map((machine) => (
        <section key={machine.law}>
          <h2>Its machine</h2>
          <p class="lead">{machineSentence(machine)}</p>
          <LearntDrawing machine={machine} />
          {machine.differences.length > 0 && (
            <ul>{machine.differences.map((text) => <li key={text}>{text}</li>)}</ul>
          )}
        </section>
      ))}
      {certificates.map((certificate) => (
        <section key={certificate.judged_as}>
          <h2>Certificate <small>{certificate.result}</small></h2>
          <CertificateItems certificate={certificate} />
        </section>
      ))}
      <SpeedOfDecoder runs={book.report.speed} name={name} />
    </>
  );
}
