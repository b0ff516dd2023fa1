// tryit.tsx: what every dialect and policy makes of units that a person types, computed in the page.
import { useMemo } from "preact/hooks";
import { automatonOf, decode, rolesOf, type Answer } from "../model/law";
import { law, type Dialect, type Policy } from "../model/tables";
import { guessNotation, hex2, hexOf, parseTyped, type Notation } from "../model/units";
import { useApp } from "../ui/context";
import { CopyUnits } from "../ui/finding";
import { AutomatonDrawing } from "../ui/machine";
import { Boxes, DataTable } from "../ui/parts";

const examples: [string, string][] = [
  ["C0 AF", "an overlong slash"],
  ["ED A0 80", "a surrogate"],
  ["F4 90 80 80", "beyond 10FFFF"],
  ["E2 82", "truncated"],
  ["F0 9F 98 41", "interrupted"],
  ["ED A0 BD ED B8 80", "CESU-8"],
  ["C0 80", "NUL of modified UTF-8"],
  ["EF BB BF 41", "a byte order mark"],
];

const shortestRun = 8;

// As placemat writes values: hex, with long runs of one value as "FFFD*13".
function valuesText(values: readonly bigint[]): string {
  if (values.length === 0) return "nothing";
  const parts: string[] = [];
  for (let at = 0; at < values.length; ) {
    let count = 1;
    while (at + count < values.length && values[at + count] === values[at]) count++;
    if (count < shortestRun) count = 1;
    const digits = values[at]!.toString(16).toUpperCase().padStart(2, "0");
    parts.push(count === 1 ? digits : `${digits}*${count}`);
    at += count;
  }
  return parts.slice(0, 60).join(" ") + (parts.length > 60 ? ` … (${values.length} values)` : "");
}

const verdict = (answer: Answer) =>
  answer.error === null
    ? "well-formed"
    : `ill-formed at ${answer.error.at}, length ${answer.error.length}${answer.error.unfinished ? ", at the end" : ""}`;

// The nodes that the units go through, one sequence after the other.
function pathOf(dialect: Dialect, bytes: readonly number[]) {
  const automaton = automatonOf(dialect);
  const done = automaton.nodes.length;
  const path: { node: number; unit: number }[] = [];
  const steps: { unit: number; from: string; to: string; fault: boolean }[] = [];
  let node = 0;
  for (let i = 0; i < bytes.length; ) {
    const unit = bytes[i]!;
    const from = automaton.nodes[node]!.name;
    const step = automaton.nodes[node]!.steps.find((one) => one.units[unit]);
    if (step === undefined) {
      steps.push({ unit, from, to: node === 0 ? "ill-formed; start" : "ill-formed; the unit is read again from the start", fault: true });
      path.push({ node, unit: 256 });
      if (node === 0) i++;
      node = 0;
      continue;
    }
    path.push({ node, unit });
    if (step.to === automaton.done) {
      path.push({ node: done, unit: 256 });
      steps.push({ unit, from, to: "complete; start", fault: false });
      node = 0;
    } else {
      steps.push({ unit, from, to: automaton.nodes[step.to]!.name, fault: false });
      node = step.to;
    }
    i++;
  }
  if (node !== 0) {
    steps.push({ unit: -1, from: automaton.nodes[node]!.name, to: "ill-formed: the input ends", fault: true });
    path.push({ node, unit: 256 });
  }
  return { automaton, path, steps };
}

export function TryIt() {
  const { route, go } = useApp();
  const typed = route.more.in ?? "C0 AF";
  const notation = (route.more.as as Notation | undefined) ?? guessNotation(typed);
  const { dialects, policies } = law();
  const dialect = dialects.find((one) => one.name === route.more.dialect) ?? dialects[0]!;
  const policy = policies.find((one) => one.name === route.more.policy) ?? policies[1]!;
  const strips = route.more.bom === "strip";
  const set = (change: Record<string, string>) => go({ more: { in: typed, ...route.more, ...change } }, true);
  const units = useMemo(() => parseTyped(typed, notation), [typed, notation]);
  const bytes = typeof units === "string" ? [] : units.bytes;
  const machine = useMemo(() => pathOf(dialect, bytes), [dialect, units]);
  const best = policies.find((one) => one.name === "maximal-subpart")!;
  const cell = (one: Dialect, rule: Policy) => {
    const answer = decode(bytes, one, rule, strips);
    return rule.stops ? verdict(answer) : valuesText(answer.values);
  };
  return (
    <>
      <h1>Try it</h1>
      <p class="lead">Type or paste code units. Everything below is computed in this page from the tables of the law; nothing leaves it.</p>
      <form class="try" onSubmit={(event) => event.preventDefault()}>
        <label class="wide">
          units
          <textarea rows={2} spellcheck={false} value={typed} onInput={(event) => set({ in: (event.target as HTMLTextAreaElement).value })} />
        </label>
        <label>
          read as
          <select value={route.more.as ?? ""} onChange={(event) => set({ as: (event.target as HTMLSelectElement).value })}>
            <option value="">{`as it looks: ${guessNotation(typed)}`}</option>
            <option value="hex">hex: C3 A9, 61*63</option>
            <option value="escapes">escapes: \xC3, %C3, \u00E9</option>
            <option value="text">text, as its UTF-8</option>
          </select>
        </label>
        <label>
          dialect
          <select value={dialect.name} onChange={(event) => set({ dialect: (event.target as HTMLSelectElement).value })}>
            {dialects.map((one) => <option key={one.name} value={one.name}>{one.name}</option>)}
          </select>
        </label>
        <label>
          policy
          <select value={policy.name} onChange={(event) => set({ policy: (event.target as HTMLSelectElement).value })}>
            {policies.map((one) => <option key={one.name} value={one.name}>{one.name}</option>)}
          </select>
        </label>
        <label>
          byte order mark
          <select value={strips ? "strip" : ""} onChange={(event) => set({ bom: (event.target as HTMLSelectElement).value })}>
            <option value="">keep it as U+FEFF</option>
            <option value="strip">drop it at the start</option>
          </select>
        </label>
      </form>
      <p class="chips">
        {examples.map(([text, name]) => (
          <button key={text} type="button" class="chip" onClick={() => set({ in: text, as: "hex" })}><code>{text}</code> {name}</button>
        ))}
      </p>
      {typeof units === "string" ? (
        <p class="caveat" role="alert">{units}</p>
      ) : (
        <>
          <section aria-live="polite">
            <h2>{dialect.name}: <span class={machine.steps.some((step) => step.fault) ? "bad" : "good"}>{verdict(decode(bytes, dialect, best, strips))}</span></h2>
            <Boxes bytes={bytes} cuts={units.cuts} roles={rolesOf(bytes, dialect, best)} />
            <CopyUnits text={hexOf(bytes)} />
            <p class="lead">
              By {policy.name}: <code class="values">{cell(dialect, policy)}</code>
            </p>
          </section>
          <section>
            <h2>The automaton of {dialect.name}</h2>
            <p class="lead">
              {dialect.name}: {dialect.summary} ({dialect.source}). Each box is a state, and each line in it names the units that lead on. Any other unit is
              ill-formed there. The path of the typed units is marked.
            </p>
            <AutomatonDrawing automaton={machine.automaton} path={machine.path} label={`Automaton of ${dialect.name} with the way of ${hexOf(bytes.slice(0, 16))}`} />
            <details open={bytes.length <= 12}>
              <summary>Step by step</summary>
              <ol class="steps">
                {machine.steps.slice(0, 200).map((step, i) => (
                  <li key={i} class={step.fault ? "fault" : ""}>
                    <b>{step.unit < 0 ? "end" : hex2(step.unit)}</b> {step.from} → {step.to}
                  </li>
                ))}
              </ol>
            </details>
          </section>
          <section>
            <h2>Every policy, as {dialect.name}</h2>
            <DataTable
              label="Every policy"
              rows={policies}
              rowClass={(one) => (one === policy ? "chosen" : "")}
              columns={[
                { name: "policy", of: (one) => <button type="button" class="plain" onClick={() => set({ policy: one.name })}>{one.name}</button> },
                { name: "what comes out", of: (one) => <code class="values">{cell(dialect, one)}</code> },
                { name: "what it is", of: (one) => <span class="soft">{one.summary}</span> },
              ]}
            />
          </section>
          <section>
            <h2>Every dialect, by {policy.name}</h2>
            <DataTable
              label="Every dialect"
              rows={dialects}
              rowClass={(one) => (one === dialect ? "chosen" : "")}
              columns={[
                { name: "dialect", of: (one) => <button type="button" class="plain" onClick={() => set({ dialect: one.name })}>{one.name}</button> },
                { name: "verdict", of: (one) => { const answer = decode(bytes, one, best, strips); return <span class={answer.error === null ? "good" : "bad"}>{verdict(answer)}</span>; } },
                { name: "what comes out", of: (one) => <code class="values">{cell(one, policy)}</code> },
                { name: "what it is", of: (one) => <span class="soft">{one.summary}</span> },
              ]}
            />
          </section>
        </>
      )}
    </>
  );
}
