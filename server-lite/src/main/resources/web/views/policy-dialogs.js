import { useEffect, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Copyable, Sev, State, SEVERITIES } from "../components/marks.js";
import { KeyValue } from "../components/page.js";
import { Confirm, Drawer } from "../components/dialog.js";
import { Field, FormDialog, Options, useForm } from "../components/form.js";
import { ErrorBox, Note, say, Skeleton } from "../components/states.js";
import { middle, words } from "../formats/words.js";
import { send } from "../api.js";
import { refetch } from "../query.js";
import { holdPage, navigate } from "../router.js";
import { ifMatch } from "./policy-parts.js";

/** Edits name, description, tags and severity. */
export function Details(/** @type {Props} */ { policy, onClose }) {
  const [before] = useState(policy);
  const initial = {
    name: before.name,
    description: before.description,
    tags: before.tags.join(", "),
    severity: before.severity,
  };
  const form = useForm(initial, (values) => {
    const tags = values.tags.split(",").map((tag) => tag.trim()).filter(Boolean);
    const body = { ...values, name: values.name.trim(), tags };
    return send("PUT", `/api/policies/${before.id}`, body, ifMatch(before));
  });
  const done = () => {
    refetch("/api/policies", "/api/governance/rollout");
    say("Details saved");
    onClose();
  };
  return html`<${FormDialog}
    label="Edit policy"
    verb="Save details"
    because=${form.values.name.trim() ? "" : "Enter a name first"}
    form=${form}
    onDone=${done}
    onClose=${onClose}
  >
    <${Field} ...${form.field("name")} label="Name" required maxlength="120" />
    <${Field} ...${form.field("description")} label="Description" as="textarea" rows="3" optional maxlength="2000" />
    <${Field} ...${form.field("tags")} label="Tags" optional hint="Separate them by commas." />
    <${Field} ...${form.field("severity")} label="Severity" as="select">
      <${Options} options=${SEVERITIES.map((level) => [level, words(level)])} />
    </${Field}>
  </${FormDialog}>`;
}

/** Deletes a policy after its name was typed. */
export function Deletion(/** @type {Props} */ { policy, onClose }) {
  const [shown] = useState(policy);
  const remove = async () => {
    await send("DELETE", `/api/policies/${shown.id}`, undefined, ifMatch(shown));
    holdPage(null);
    say(`${shown.name} is deleted`);
    navigate("/policies");
    refetch("/api/policies", "/api/governance/rollout");
  };
  return html`<${Confirm} label="Delete policy" danger typed=${shown.name} onConfirm=${remove} onClose=${onClose}>
    <p>“${shown.name}” and its versions and assignments are deleted. Recorded decisions are retained.</p>
  </${Confirm}>`;
}

/** The compiled policy, rule by rule. */
export function Compiled({ dsl, onClose }) {
  const [{ answer, error }, set] = useState({ answer: null, error: null });
  const compile = () =>
    send("POST", "/api/policies/dsl/compile", { dsl, includeSnapshot: true }).then(
      (answer) => set({ answer, error: null }),
      (error) => set({ answer: null, error }),
    );
  useEffect(() => {
    compile();
  }, []);
  return html`<${Drawer} label="Compiled policy" onClose=${onClose}>
    <div class="dl-b">
      ${error && html`<${ErrorBox} error=${error} retry=${compile} />`}
      ${!answer && !error && html`<${Skeleton} height=${240} />`}
      ${answer && (answer.compiled ? html`<${Snapshot} answer=${answer} />` : html`<${NotCompiled} answer=${answer} />`)}
    </div>
  </${Drawer}>`;
}

const NotCompiled = ({ answer }) =>
  html`<${Note} tone="critical" icon="circle-alert" title="The document does not compile">
    <ul>${answer.errors.map((e, i) => html`<li key=${i}>Line ${e.line}: ${e.message}</li>`)}</ul>
  </${Note}>`;

function Snapshot({ answer: { summary, contentHash, snapshot } }) {
  const rules = [...(snapshot.rules ?? [])].sort((a, b) => b.priority - a.priority);
  return html`<${KeyValue} rows=${[
      ["Content hash", html`<${Copyable}
        text=${contentHash} shown=${middle(contentHash, 26)} label="Copy content hash" />`],
      ["Rules", summary.ruleCount],
      ["Effects", Object.entries(summary.effects).map(([effect, n]) => `${n} ${words(effect).toLowerCase()}`).join(", ")],
      ["Default effect", snapshot.defaultEffect && html`<${State} of=${snapshot.defaultEffect} />`],
      ["On error", snapshot.onError && html`<${State} of=${snapshot.onError} />`],
    ]} />
    <h3>Rules, highest priority first</h3>
    <ol class="rules">
      ${rules.map(
        (rule) => html`<li key=${rule.id}>
          <div class="row wrap"><b class="mono">${rule.id}</b><${State} of=${rule.effect} /><${Sev} level=${rule.severity} /></div>
          <p class="dim">Priority ${rule.priority}${rule.reason && `. ${rule.reason}`}</p>
        </li>`,
      )}
    </ol>
    <h3>Snapshot</h3>
    <pre class="code tall" tabindex="0" aria-label="Snapshot as JSON">${JSON.stringify(snapshot, null, 2)}</pre>`;
}
