// finding.tsx: one finding, complete: what went in, what was expected, what came out, why it matters, and
// how to see it again.
import { useMemo } from "preact/hooks";
import { issueText } from "../model/issue";
import { columnOf, idOf, inputOf, isKnown, isNew, shownGlyph } from "../model/matrix";
import { kindOf } from "../model/tables";
import { literals, parseNotation } from "../model/units";
import type { Listed } from "../model/book";
import { useApp } from "./context";
import { CodeBlock, Copy, counted, DecoderLink, Glyph, Outward, Profile, Rows, Units } from "./parts";

export function Badge({ listed }: { listed: Listed }) {
  const { finding } = listed;
  if (isNew(finding)) return <span class="badge new">new</span>;
  if (isKnown(finding))
    return (
      <span class="badge" title="The expected list has a reason for it.">
        known
      </span>
    );
  return (
    <span class="badge" title="The decoder does not claim this profile; nothing here counts against it.">
      contrast
    </span>
  );
}

export function CopyUnits({ text }: { text: string }) {
  const units = useMemo(() => parseNotation(text), [text]);
  if (units === null || units.bytes.length === 0) return null;
  return (
    <p class="copies">
      <span class="soft">copy as</span>
      {literals.map(({ language, of }) => (
        <Copy key={language} text={of(units.bytes)}>
          {language}
        </Copy>
      ))}
    </p>
  );
}

export function FindingCard({ listed, heading }: { listed: Listed; heading?: 2 | 3 }) {
  const { book, href, route } = useApp();
  const { finding, subject } = listed;
  const kind = kindOf(finding.kind);
  const made = book.report.reproductions.get(finding.key);
  const neighbours = useMemo(() => book.neighbours(finding), [finding]);
  // Beside the matrix, the cell moves too.
  const toNeighbour = (one: Listed) => ({
    ...route,
    finding: one.finding.key,
    cell: route.cell === "" ? "" : `${idOf(one.subject)}|${columnOf(one.subject, one.finding)}`,
  });
  const H = `h${heading ?? 3}` as "h3";
  return (
    <article class="finding" data-key={finding.key}>
      <H>
        <Glyph glyph={shownGlyph(finding)} /> <span>{finding.kind}</span> <Badge listed={listed} />
      </H>
      <p>
        <DecoderLink name={finding.decoder} /> {kind.summary}.
      </p>
      <Units text={finding.minimal} profile={finding.judged_as} />
      <CopyUnits text={finding.minimal} />
      <Rows
        rows={[
          [finding.minimal === "" ? "input" : "needed besides", finding.conditions],
          ["where", finding.pattern],
          ["expected", <><code>{finding.expected}</code> <span class="soft">as <Profile text={finding.judged_as} /></span></>],
          ["seen", <><code>{finding.seen}</code>{finding.operation !== "" && <span class="soft"> from {finding.operation}</span>}</>],
          ["clause", finding.clause],
          ["effect", finding.effect],
          ["known because", finding.reason !== "" && <>{finding.reason} {finding.link !== "" && <>(<Outward text={finding.link} />)</>}</>],
          ["the same elsewhere", finding.related.length > 0 && finding.related.map((one, i) => <>{i > 0 && ", "}<Outward text={one} /></>)],
          ["first seen", <>source <code>{finding.source}</code>{finding.vector !== "" && <>, vector <code>{finding.vector}</code></>}{finding.example !== "" && finding.example !== finding.minimal && <>, as <code>{finding.example}</code></>}; {counted(finding.checks, "failed check")}</>],
        ]}
      />
      {neighbours.length > 0 && (
        <p class="neighbours">
          <span class="soft">The same kind in this class: </span>
          {neighbours.slice(0, 12).map((one, i) => (
            <>
              {i > 0 && ", "}
              <a href={href(toNeighbour(one))} title={inputOf(one.finding)}>
                {one.finding.decoder}
              </a>
            </>
          ))}
          {neighbours.length > 12 && ` and ${neighbours.length - 12} more`}
        </p>
      )}
      {finding.symptoms.length > 0 && (
        <details>
          <summary>{counted(finding.symptoms.length, "symptom")} of the same cause</summary>
          <ul class="symptoms">
            {finding.symptoms.map((symptom) => (
              <li key={symptom.key}>
                {symptom.kind} <code>{inputOf(symptom)}</code>: expected <code>{symptom.expected}</code>, seen{" "}
                <code>{symptom.seen}</code> <span class="soft">({counted(symptom.checks, "failed check")})</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <h4>See it again</h4>
      {finding.replay !== "" && <CodeBlock text={finding.replay} label="replay line" />}
      {made !== undefined ? (
        <details>
          <summary>Without placemat: {made.file || "a shell line"}</summary>
          {made.why_not !== "" && <p class="soft">There is no better one: {made.why_not}.</p>}
          <CodeBlock text={made.text} label="native reproduction" />
          {made.run !== "" && <CodeBlock text={made.run} label="how to run it" />}
          <p>{made.tells}</p>
        </details>
      ) : (
        <p class="soft">
          Without placemat: <code>placemat issue '{finding.key}'</code> writes a program where one can be made.
        </p>
      )}
      <details class="issue">
        <summary>Issue text</summary>
        <CodeBlock text={issueText(book.report, subject, finding)} label="issue text" />
      </details>
    </article>
  );
}

export function FindingRow(props: { listed: Listed; isOpen: boolean; isAt: boolean; onOpen: () => void }) {
  const { finding } = props.listed;
  return (
    <button
      type="button"
      class={`finding-row${props.isOpen ? " open" : ""}${props.isAt ? " at" : ""}`}
      aria-expanded={props.isOpen}
      data-key={finding.key}
      onClick={props.onOpen}
    >
      <Glyph glyph={shownGlyph(finding)} />
      <span class="who">{finding.decoder}</span>
      <span class="what">{finding.kind}</span>
      <code>{inputOf(finding)}</code>
      <span class="gist">
        expected {finding.expected}; seen {finding.seen}
      </span>
      <Badge listed={props.listed} />
    </button>
  );
}
