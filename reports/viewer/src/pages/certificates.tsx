// certificates.tsx: what is established for all inputs of some kind, and what is not as plainly.
import { useApp } from "../ui/context";
import { CodeBlock, DecoderLink, grouped, plainItem, useFiltered } from "../ui/parts";
import type { Certificate } from "../model/report";

const tone: Record<string, string> = {
  established: "good",
  refused: "bad",
  unfinished: "warn",
};

export function CertificateItems({ certificate }: { certificate: Certificate }) {
  return (
    <ol class="items">
      {certificate.items.map((item, i) => (
        <li key={i} class={tone[item.result] ?? ""}>
          <p>
            <b class="result">{item.result}</b> {item.item}, {item.about}
          </p>
          <p>{item.claim}</p>
          {item.assumption !== "" && <p class="soft">It assumes that {item.assumption}.</p>}
          {item.refuted_by && (
            <p>
              Refuted by <code>{item.refuted_by}</code>: expected <code>{item.expected}</code>, seen <code>{item.seen}</code>
            </p>
          )}
          {item.replay && <CodeBlock text={item.replay} label="replay line" />}
          {item.comparisons > 0 && (
            <p class="soft">
              {grouped(item.comparisons)} comparisons, {item.seconds.toFixed(1)} s of processor time
              {item.unanswered > 0 && `; ${grouped(item.unanswered)} had no answer to compare`}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
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
          <h2><DecoderLink name={one.decoder} /> <small>{one.judged_as}: {one.result}</small></h2>
          <p class="soft">
            version {one.version}, SHA-256 {one.digest || "unknown"}, placemat {one.tool_commit}, CPU {one.cpu_features.join(" ")}
          </p>
          <CertificateItems certificate={one} />
        </section>
      ))}
    </>
  );
}
