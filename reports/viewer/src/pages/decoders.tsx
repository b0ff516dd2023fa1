// decoders.tsx: every decoder. An audit begins with the classes of effect, and then with tiles of
// language and profile, because a table of hundreds of rows answers no question.
import { useMemo } from "preact/hooks";
import { cellsOf, checksOf, faceOf, idOf, isKnown, isNew, isSampled, standingOf } from "../model/matrix";
import { gravity, kindOf, law } from "../model/tables";
import type { External, Subject } from "../model/report";
import { useApp } from "../ui/context";
import { counted, DataTable, DecoderLink, Glyph, grouped, Profile, useFiltered } from "../ui/parts";

const standingText = {
  differs: "new findings",
  known: "known only",
  unchecked: "nothing checked",
  conforms: "conforms",
} as const;

// What an external decoder follows, short enough for a column of tiles.
export function followed(external: External): string {
  const profile = external.profiles[0];
  if (profile === undefined) return "not known";
  if (external.explained) return external.knows_policy ? profile.split("/").slice(0, 2).join("/") : profile.split("/")[0]!;
  return external.complete ? "parts in words" : "none";
}

function Effects({ subjects }: { subjects: readonly Subject[] }) {
  const { book, href } = useApp();
  const groups = useMemo(() => {
    const byGlyph = new Map<string, Map<string, Subject[]>>();
    for (const subject of subjects) {
      const glyphs = subject.findings.map((finding) => kindOf(finding.kind).glyph);
      const worst = glyphs.sort((a, b) => gravity(a) - gravity(b))[0];
      if (worst === undefined) continue;
      const product = book.external(subject.decoder)?.product || subject.decoder;
      const group = byGlyph.get(worst) ?? new Map<string, Subject[]>();
      byGlyph.set(worst, group.set(product, [...(group.get(product) ?? []), subject]));
    }
    return law().glyphs.filter((row) => byGlyph.has(row.glyph)).map((row) => ({ row, products: byGlyph.get(row.glyph)! }));
  }, [subjects]);
  if (groups.length === 0) return null;
  return (
    <section>
      <h2>By effect, the gravest first</h2>
      <p class="lead">A product is listed under its gravest finding. Known findings count too.</p>
      <ul class="effects">
        {groups.map(({ row, products }) => (
          <li key={row.glyph}>
            <p>
              <Glyph glyph={row.glyph} /> <b>{row.meaning}</b>{" "}
              <span class="soft">{counted([...products.values()].flat().length, "decoder")} of {counted(products.size, "product")}</span>
            </p>
            <p class="chips">
              {[...products].slice(0, 60).map(([product, list]) => (
                <a
                  key={product}
                  class="chip"
                  href={list.length === 1 ? href({ page: "decoder", args: [list[0]!.decoder] }) : href({ page: "decoders", q: `product:"${product}"` })}
                >
                  {product}
                  {list.length > 1 && <b> {list.length}</b>}
                </a>
              ))}
              {products.size > 60 && <span class="soft">and {products.size - 60} more</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tiles({ externals }: { externals: readonly External[] }) {
  const { href } = useApp();
  const tiles = useMemo(() => {
    const count = new Map<string, Map<string, number>>();
    const columns = new Map<string, number>();
    for (const external of externals) {
      const language = external.language || "not stated";
      const profile = followed(external);
      const row = count.get(language) ?? new Map<string, number>();
      count.set(language, row.set(profile, (row.get(profile) ?? 0) + 1));
      columns.set(profile, (columns.get(profile) ?? 0) + 1);
    }
    const last = ["parts in words", "none", "not known"];
    const names = [...columns.keys()].sort(
      (a, b) => last.indexOf(a) - last.indexOf(b) || columns.get(b)! - columns.get(a)!,
    );
    const sum = (row: Map<string, number>) => [...row.values()].reduce((a, b) => a + b, 0);
    return { names, columns, rows: [...count].sort((a, b) => sum(b[1]) - sum(a[1])), sum };
  }, [externals]);
  if (externals.length < 2) return null;
  const most = Math.max(...tiles.rows.flatMap(([, row]) => [...row.values()]));
  return (
    <section>
      <h2>Language and profile</h2>
      <p class="lead">
        How many entry points of each language follow each profile, on all inputs that were asked. “Parts in words”: the parts have names, but
        the whole profile has none. “none”: an input contradicts each explanation.
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Tiles of language and profile">
        <table class="tiles">
          <thead>
            <tr>
              <th scope="col">language</th>
              {tiles.names.map((name) => <th key={name} scope="col"><span>{name}</span></th>)}
              <th scope="col" class="number">all</th>
            </tr>
          </thead>
          <tbody>
            {tiles.rows.map(([language, row]) => (
              <tr key={language}>
                <th scope="row"><a href={href({ page: "decoders", q: `language:"${language}"` })}>{language}</a></th>
                {tiles.names.map((name) => {
                  const number = row.get(name) ?? 0;
                  return (
                    <td key={name} style={number > 0 ? { "--share": `${15 + (70 * Math.log1p(number)) / Math.log1p(most)}%` } : undefined} class={number > 0 ? (name === "none" ? "tile bad" : "tile") : ""}>
                      {number > 0 && (
                        <a href={href({ page: "decoders", q: `language:"${language}" profile:"${name}"` })} title={`${language}, ${name}: ${number}`}>{number}</a>
                      )}
                    </td>
                  );
                })}
                <td class="number">{tiles.sum(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function Decoders() {
  const { book, query, route } = useApp();
  const all = useMemo(() => {
    const list = book.claimed.length > 0 ? book.claimed : book.contrasts;
    const like = list.find((subject) => idOf(subject) === route.more.as);
    if (like === undefined) return list;
    const face = (subject: Subject) => book.classes.map((name) => faceOf(cellsOf(subject).get(name)!)).join("\n");
    return list.filter((subject) => face(subject) === face(like));
  }, [book, route.more.as]);
  const subjects = useFiltered(all, (subject) => {
    const external = book.external(subject.decoder);
    const [dialect, policy] = subject.judged_as.split("/");
    const standing = standingOf(subject);
    return {
      fields: {
        decoder: subject.decoder,
        profile: [subject.judged_as, external === undefined ? "" : followed(external)],
        dialect: dialect ?? "",
        policy: policy ?? "",
        product: external?.product ?? "",
        language: external === undefined ? "" : external.language || "not stated",
        version: subject.version,
        kind: subject.findings.map((finding) => finding.kind),
        class: subject.findings.map((finding) => finding.error_class),
        input: subject.findings.map((finding) => finding.minimal),
      },
      text: `${subject.decoder} ${subject.judged_as} ${subject.origin} ${external?.product ?? ""} ${external?.language ?? ""}`.toLowerCase(),
      flags: [
        ...(subject.findings.some(isNew) ? ["new"] : []),
        ...(subject.findings.some(isKnown) ? ["known"] : []),
        ...(standing === "conforms" ? ["conforms"] : ["different"]),
        ...(standing === "unchecked" ? ["unchecked"] : []),
        ...(subject.claimed ? [] : ["contrast"]),
      ],
      outcome: (match, what) =>
        match(subject.decoder) &&
        (what === "fail" ? subject.findings.length > 0
          : what === "pass" ? standing === "conforms"
          : subject.findings.some(what === "new" ? isNew : isKnown)),
    };
  });
  const externals = useMemo(() => {
    const names = new Set(subjects.map((subject) => subject.decoder));
    return book.report.externals.filter((one) => query.isEmpty || names.has(one.decoder));
  }, [subjects]);
  return (
    <>
      <h1>Decoders <small>{grouped(subjects.length)}{subjects.length !== all.length && ` of ${grouped(all.length)}`}</small></h1>
      {all.length < book.claimed.length && <p class="lead">Those with the same picture as {route.more.as}.</p>}
      {book.report.externals.length > 1 && <Effects subjects={subjects} />}
      <Tiles externals={externals} />
      <h2>Each decoder</h2>
      <DataTable
        label="Decoders"
        rows={subjects}
        columns={[
          { name: "decoder", of: (subject) => <DecoderLink name={subject.decoder} />, sort: (subject) => subject.decoder },
          { name: "standing", of: (subject) => <span class={`standing ${standingOf(subject)}`}>{standingText[standingOf(subject)]}{standingOf(subject) === "conforms" && isSampled(subject) && " in a sample"}</span>, sort: (subject) => ["differs", "known", "unchecked", "conforms"].indexOf(standingOf(subject)) },
          { name: "judged as", of: (subject) => <Profile text={subject.judged_as} />, sort: (subject) => subject.judged_as },
          { name: "glyphs", of: (subject) => <Glyphs subject={subject} /> },
          { name: "new", number: true, of: (subject) => nonzero(subject.findings.filter(isNew).length), sort: (subject) => subject.findings.filter(isNew).length },
          { name: "known", number: true, of: (subject) => nonzero(subject.findings.filter(isKnown).length), sort: (subject) => subject.findings.filter(isKnown).length },
          { name: "checks", number: true, of: (subject) => grouped(checksOf(subject)), sort: checksOf },
          { name: "version", of: (subject) => subject.version, sort: (subject) => subject.version },
        ]}
      />
    </>
  );
}

const nonzero = (number: number) => (number === 0 ? "" : grouped(number));

export function Glyphs({ subject }: { subject: Subject }) {
  const { book } = useApp();
  const glyphs = new Set(book.classes.flatMap((name) => cellsOf(subject).get(name)!.marks.map((mark) => mark.glyph)));
  return (
    <>
      {[...glyphs].sort((a, b) => gravity(a) - gravity(b)).map((glyph) => <Glyph key={glyph} glyph={glyph} small />)}
    </>
  );
}
