import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { State } from "../components/marks.js";
import { Button, Card } from "../components/page.js";
import { Field, Options } from "../components/form.js";
import { Note, Refused, say } from "../components/states.js";
import { withTest } from "../formats/policy-tests.js";
import { words } from "../formats/words.js";
import { ApiError, send } from "../api.js";
import { useAction } from "../query.js";
import { useMay, whoMay } from "../session.js";

const NAME = "Tried by hand";
const ACTIONS = ["tool_call", "http_request", "llm_call", "peer_call"].map((name) => [name, words(name)]);
const EMPTY = { action: "tool_call", server: "", tool: "", destination: "", environment: "", data: "", args: "{}" };

/**
 * One request, written by hand, against the document as it stands. The server runs it as a test of
 * the document, since only keys of agents can ask for decisions.
 */
export function TryRequest({ dsl, keep }) {
  const may = useMay("policies:validate");
  const [form, setForm] = useState(EMPTY);
  const [result, setResult] = useState(null);
  const set = (key) => (value) => (setForm((f) => ({ ...f, [key]: value })), setResult(null));
  const action = useAction(async () => {
    setResult(null);
    const input = request(form);
    const document = withTest(dsl, { name: NAME, input, expect: { effect: "allow" } });
    if (!document) throw wrong("dsl", "Write the document's tests as a YAML list, one test per line, and try again.");
    const answer = await send("POST", "/api/policies/dsl/validate", { dsl: document });
    const outcome = answer.tests.find((test) => test.name === NAME);
    const errors = answer.errors.filter((e) => e.code !== "test_failed");
    setResult({ outcome, errors, input, dsl });
  });
  const submit = (event) => {
    event.preventDefault();
    action.run();
  };
  const because = !may ? whoMay("policies:validate") : dsl.trim() ? "" : "Enter a document first";
  return html`<${Card} title="Try a request">
    <form class="form wide" onSubmit=${submit}>
      <p class="dim">Evaluates the document above, including unsaved changes. Nothing is recorded.</p>
      <div class="two">
        <${Field} name="action" label="Action" as="select" value=${form.action} onInput=${set("action")}>
          <${Options} options=${ACTIONS} />
        </${Field}>
        <${Field} name="tool" label="Tool" optional value=${form.tool} onInput=${set("tool")} />
        <${Field} name="server" label="Server" optional value=${form.server} onInput=${set("server")} />
        <${Field}
          name="destination" label="Destination" optional value=${form.destination}
          onInput=${set("destination")} />
        <${Field}
          name="environment" label="Environment" optional value=${form.environment}
          onInput=${set("environment")} />
        <${Field}
          name="data" label="Data classes" optional hint="Separate with commas." value=${form.data}
          onInput=${set("data")} />
      </div>
      <${Field} name="args" label="Arguments (JSON)" as="textarea" class="inp mono" rows="3" spellcheck=${false}
        value=${form.args} onInput=${set("args")} error=${action.error} />
      <div class="row"><${Button}
        type="submit" icon="play" because=${because} busy=${action.busy}>Try request</${Button}></div>
      <div aria-live="polite">
        ${action.error && !action.error.fields.args && html`<${Refused} error=${action.error} />`}
        ${result && html`<${Outcome} result=${result} now=${dsl} keep=${keep} />`}
      </div>
    </form>
  </${Card}>`;
}

const wrong = (field, message) => new ApiError(400, { message, errors: [{ field, message }] });

function request(form) {
  const input = { action: form.action };
  for (const key of ["server", "tool", "destination", "environment"]) {
    if (form[key].trim()) input[key] = form[key].trim();
  }
  const classes = form.data.split(",").map((name) => name.trim()).filter(Boolean);
  if (classes.length) input.data = { classification: classes };
  let args;
  try {
    args = JSON.parse(form.args.trim() || "{}");
  } catch {
    throw wrong("args", "This is not valid JSON. Use the form {\"amount\": 900}.");
  }
  if (args === null || typeof args !== "object" || Array.isArray(args)) {
    throw wrong("args", "Arguments must be a JSON object. Use the form {\"amount\": 900}.");
  }
  if (Object.keys(args).length) input.args = args;
  return input;
}

function Outcome({ result, now, keep }) {
  const { outcome, errors, input, dsl } = result;
  if (!outcome) {
    return html`<${Note}
      tone="critical" icon="circle-alert" title="Not evaluated: the document has errors">
      ${errors[0] && `Line ${errors[0].line}: ${errors[0].message}`}
    </${Note}>`;
  }
  const [effect, rule] = outcome.actual.split(" by ");
  const by = rule === "default" ? "No rule matches. The default effect applies." : rule ? `Decided by rule ${rule}.` : "";
  const add = () => {
    const expect = rule && rule !== "default" ? { effect, rule } : { effect };
    const what = [input.action, input.tool ?? input.destination, "answers", effect].filter(Boolean).join(" ");
    keep(withTest(dsl, { name: what, input, expect }));
    say("Test added to the document. Save to keep it.");
  };
  return html`<div class="tried">
    <${State} of=${effect} /><span>${by}</span>
    ${keep && now === dsl && html`<${Button} small onClick=${add}>Add as test</${Button}>`}
  </div>`;
}
