// certificates.tsx: what is established for all inputs of some kind, and what is not as plainly.
import { useApp } from "../ui/context";
import { CodeBlock, counted, DecoderLink, grouped, plainItem, Profile, Rows, useFiltered } from "../ui/parts";
import type { Certificate, CertificateItem } from "../model/report";

const tone: Record<string, string> = {
  established: "good",
  refused: "bad",
  unfinished: "warn",
};

// Consecutive items with one argument, one result and one assumption: only operations differ.
function groupsOf(items: readonly CertificateItem[]): CertificateItem[][] {
  const groups: CertificateItem[][] = [];
  for (const item of items) {
    const last = groups.at(-1)?.[0];
    const isLike = last !== undefined && last.item === item.item && last.result === item.result && last.assumption === item.assumption;
    if (isLike && !item.refuted_by && !last.refuted_by && !item.replay && !last.replay) groups.at(-1)!.push(item);
    else groups.push([item]);
  }
  return groups;
}

const secondsText = (seconds: number) => (seconds < 0.1 ? "under 0.1 s" : `${seconds.toFixed(1)} s`);

function effortOf(items: readonly CertificateItem[]): string {
  const sum = (of: (item: CertificateItem) => number) => items.reduce((total, item) => total + of(item), 0);
  const unanswered = sum((item) => item.unanswered);
  return `${counted(sum((item) => item.comparisons), "comparison")}, ${secondsText(sum((item) => item.seconds))} of processor time${unanswered > 0 ? `; ${grouped(unanswered)} had no answer to compare` : ""}`;
}

export function CertificateItems({ certificate }: { certificate: Certificate }) {
  return (
    <ol class="items">
      {groupsOf(certificate.items).map((items, i) => {
        const [first] = items as [CertificateItem];
        return (
          <li key={i} class={tone[first.result] ?? ""}>
            <p>
              <b class="result">{first.result}</b> {first.item}{items.length === 1 && `, ${first.about}`}
            </p>
            {items.length === 1 ? <p>{first.claim}</p> : <Rows rows={items.map((item) => [item.about, item.claim])} />}
            {first.assumption !== "" && <p class="soft">It assumes that {first.assumption}.</p>}
            {first.refuted_by && (
              <p>
                Refuted by <code>{first.refuted_by}</code>: expected <code>{first.expected}</code>, seen <code>{first.seen}</code>
              </p>
            )}
            {first.replay && <CodeBlock text={first.replay} label="replay line" />}
            {items.some((item) => item.comparisons > 0) && <p class="soft">{effortOf(items)}</p>}
          </li>
        );
      })}
    </ol>
  );
}

// "16 established, 5 not attempted"
function tallyOf(certificate: Certificate): string {
  const counts = new Map<string, number>();
  for (const item of certificate.items) counts.set(item.result, (counts.get(item.result) ?? 0) + 1);
  return [...counts].map(([result, count]) => `${grouped(count)} ${result}`).join(", ");
}

export function Certificates() {
  const { book } = useApp();
  const list = useFiltered(book.report.certificates, (one) =>
    plainItem({ decoder: one.decoder, profile: one.judged_as, version: one.version }, one.result, ...one.items.map((item) => `${item.item} ${item.about} ${item.result}`)),
  );
  return (
    <>
      <h1>Certificates</h1>
      <p class="lead">
        Tests show that faults are present; a certificate says which are absent: each claim with its argument, its assumption
        and what was not attempted.
      </p>
      {book.report.certificates.length === 0 && (
        <p>This report has none. <code>placemat certify DECODER --format json</code> prints one.</p>
      )}
      {list.map((one) => (
        <section key={`${one.decoder} ${one.judged_as}`}>
          <h2><DecoderLink name={one.decoder} /> <small><Profile text={one.judged_as} />: {one.result}</small></h2>
          <Rows
            rows={[
              ["version", one.version],
              ["SHA-256", one.digest === "" ? "unknown" : <code>{one.digest}</code>],
              ["placemat", one.tool_commit],
              ["processor", one.cpu_features.join(", ")],
            ]}
          />
          <details open={list.length === 1 || one.result !== "established"}>
            <summary>{tallyOf(one)}</summary>
            <CertificateItems certificate={one} />
          </details>
        </section>
      ))}
    </>
  );
}
