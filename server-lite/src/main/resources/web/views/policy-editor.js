import { useEffect, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Tag } from "../components/marks.js";
import { Button, Card } from "../components/page.js";
import { CodeArea } from "../components/code-area.js";
import { ErrorBox } from "../components/states.js";
import { plural } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { send } from "../api.js";
import { useMay, whoMay } from "../session.js";

const PAUSE = 600;

/** Validates a document on the server after a pause in typing. Until then, found is the earlier result. */
export function useValidation(dsl) {
  const may = useMay("policies:validate");
  const [state, set] = useState({ found: null, error: null, checking: false });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!may || !dsl.trim()) {
      set({ found: null, error: null, checking: false });
      return;
    }
    const abort = new AbortController();
    set((s) => ({ ...s, checking: true }));
    const timer = setTimeout(() => {
      send("POST", "/api/policies/dsl/validate", { dsl }, { signal: abort.signal }).then(
        (found) => set({ found: { ...found, dsl }, error: null, checking: false }),
        (error) => error.name !== "AbortError" && set((s) => ({ ...s, error, checking: false })),
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [dsl, turn, may]);
  return { ...state, again: () => setTurn((n) => n + 1) };
}

/** The document of a policy, with problems and test results. */
export function Editor({ dsl, onInput, readonly, checked, action, rows }) {
  const [jump, setJump] = useState(null);
  const { found } = checked;
  const marks = {};
  for (const problem of found ? [...found.warnings, ...found.errors] : []) marks[problem.line] = problem.severity;
  return html`<${Card} title="Document" padded=${false} action=${action}>
      <div class="pad">
        <${CodeArea}
          id="dsl"
          label="Policy document (YAML)"
          describedBy="dsl-state"
          value=${dsl}
          onInput=${onInput}
          marks=${marks}
          jump=${jump}
          readonly=${readonly}
          rows=${rows}
        />
        <${Verdict} dsl=${dsl} checked=${checked} />
      </div>
    </${Card}>
    ${checked.error && html`<${ErrorBox}
      error=${checked.error} retry=${checked.again} title="The document could not be checked" />`}
    ${found && html`<${Problems} found=${found} go=${setJump} /><${Tests} tests=${found.tests} go=${setJump} />`}`;
}

function Verdict({ dsl, checked }) {
  const may = useMay("policies:validate");
  const { found, checking } = checked;
  let text = "";
  if (!may) text = `You don't have permission to check policies. ${whoMay("policies:validate")}`;
  else if (!dsl.trim()) text = "The document is empty. A policy without rules stays a draft.";
  else if (checking) text = "Checking...";
  else if (found) text = summed(found);
  const wrong = found && !checking && !found.valid;
  const fine = found && !checking && found.valid && dsl.trim();
  return html`<p id="dsl-state" class=${"verdict " + (wrong ? "bad" : fine ? "fine" : "")} role="status">
    ${(wrong || fine) && html`<${Icon} name=${wrong ? "circle-alert" : "circle-check"} size=${15} />`}${text}
  </p>`;
}

function summed(found) {
  const parts = [];
  if (found.errors.length) parts.push(plural(found.errors.length, "error"));
  if (found.warnings.length) parts.push(plural(found.warnings.length, "warning"));
  if (!parts.length) parts.push("No problems");
  const passed = found.tests.filter((test) => test.passed).length;
  if (found.tests.length) parts.push(`${passed} of ${found.tests.length} tests passed`);
  else if (found.summary) parts.push("no tests");
  if (found.summary) parts.push(plural(found.summary.ruleCount, "rule"));
  return parts.join(", ") + ".";
}

function Problems({ found, go }) {
  const all = [...found.errors, ...found.warnings];
  if (!all.length) return null;
  return html`<${Card} title="Problems" padded=${false}>
    <ul class="problems">
      ${all.map(
        (p, i) => html`<li key=${i} class=${p.severity}>
          <${Icon} name=${p.severity === "error" ? "circle-alert" : "triangle-alert"} />
          <div>
            <span class="vh">${p.severity === "error" ? "Error:" : "Warning:"}</span>
            ${p.message}
            <span class="dim">${p.ruleId ? ` In rule ${p.ruleId}.` : ""}</span>
          </div>
          <${Button} small onClick=${() => go({ line: p.line, column: p.column })}>
            Line ${p.line}<span class="vh">: ${p.message}</span>
          </${Button}>
        </li>`,
      )}
    </ul>
  </${Card}>`;
}

/** Replaces the effect at the start of a test result with its display name. */
const outcome = (text) => text.replace(/^\w+/, (effect) => words(effect));

function Tests({ tests, go }) {
  if (!tests.length) return null;
  return html`<${Card} title="Tests in the document" padded=${false}>
    <ul class="problems">
      ${tests.map(
        (test, i) => html`<li key=${i}>
          <${Tag} tone=${test.passed ? "ok" : "critical"} icon=${test.passed ? "check" : "x"}>
            ${test.passed ? "Passes" : "Fails"}
          </${Tag}>
          <div>
            ${test.name}
            <span class="dim d">
              ${test.passed
                ? `Result: ${outcome(test.actual)}.`
                : `Expected: ${outcome(test.expected)}. Result: ${outcome(test.actual)}.`}
            </span>
          </div>
          <${Button} small onClick=${() => go({ line: test.line, column: 1 })}>
            Line ${test.line}<span class="vh">: ${test.name}</span>
          </${Button}>
        </li>`,
      )}
    </ul>
  </${Card}>`;
}
