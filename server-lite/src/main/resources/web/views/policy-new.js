import { useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Sev, Tag } from "../components/marks.js";
import { Button, Card, PageHead, Tabs } from "../components/page.js";
import { Check, Field, focusWrong, Options, useUnsaved } from "../components/form.js";
import { Empty, Note, Refused, say, whenLoaded } from "../components/states.js";
import { words } from "../formats/words.js";
import { send } from "../api.js";
import { refetch, useAction, useQuery } from "../query.js";
import { holdPage, navigate, useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { Editor, useValidation } from "./policy-editor.js";

const BEGIN = `version: 1
kind: agent_policy
metadata:
  name: my-policy
  description: The purpose of the policy.
defaults:
  effect: allow
rules:
  - id: ask-before-deleting
    effect: require_approval
    severity: high
    reason: Deletions require approval.
    match: { action: [tool_call], tool: ["delete*"] }
tests:
  - name: deletions require approval
    input: { action: tool_call, tool: delete_user }
    expect: { effect: require_approval, rule: ask-before-deleting }
`;

/** Creates a policy from a template or from YAML. */
export function NewPolicy() {
  const [params] = useParams();
  const yaml = params.get("from") === "yaml";
  const may = useMay("policies:write");
  return html`<${PageHead} title="New policy" crumbs=${[["Policies", "/policies"]]}
      sub="New policies start as draft or in observe mode." />
    <${Tabs} label="Start from" tabs=${[
      ["Template", "/policies/new", !yaml],
      ["YAML", "/policies/new?from=yaml", yaml],
    ]} />
    ${!may && html`<${Note}
      tone="medium" icon="lock" title="You can view but not create policies">${whoMay("policies:write")}</${Note}>`}
    ${yaml ? html`<${FromYaml} />` : html`<${FromTemplate} id=${params.get("template")} />`}`;
}

function useCreate(body, changed) {
  const leave = useUnsaved(changed);
  const box = useRef(null);
  const action = useAction(() => send("POST", "/api/policies", body()));
  const submit = async (event) => {
    event.preventDefault();
    const answer = await action.run();
    if (!answer) return focusWrong(box.current);
    holdPage(null);
    refetch("/api/policies", "/api/governance/rollout");
    say("Policy created");
    navigate(`/policies/${answer.policy.id}`);
  };
  return { action, submit, leave, box };
}

function Basics({ form, set, error }) {
  return html`<${Field}
    name="name" label="Name" value=${form.name} onInput=${set("name")} error=${error} required maxlength="120"
  />
    <${Field} name="description" label="Description" as="textarea" rows="2" optional maxlength="2000"
      value=${form.description} onInput=${set("description")} error=${error} />
    <${Field}
      name="tags" label="Tags" optional hint="Separate them by commas." value=${form.tags}
      onInput=${set("tags")} error=${error} />
    <${Field} name="mode" label="Initial stage" as="select" value=${form.mode} onInput=${set("mode")} error=${error}
      hint="In observe mode, results are logged and nothing is blocked.">
      <${Options} options=${[["draft", "Draft: not evaluated"], ["observe", "Observe: results are logged"]]} />
    </${Field}>`;
}

const list = (text) => text.split(/[\n,]/).map((part) => part.trim()).filter(Boolean);

const basics = (form) => ({
  name: form.name.trim(),
  description: form.description.trim() || undefined,
  tags: list(form.tags),
  mode: form.mode,
});

function FromTemplate({ id }) {
  const query = useQuery("/api/policies/templates");
  return whenLoaded(query, 420, ({ templates }) => {
    const template = templates.find((t) => t.id === id);
    if (template) return html`<${TemplateForm} key=${id} template=${template} />`;
    if (id) {
      return html`<div class="card"><${Empty} icon="circle-help" title="Template not found">
        <a class="btn" href="/policies/new">Show all templates</a>
      </${Empty}></div>`;
    }
    return html`<${Templates} templates=${templates} />`;
  });
}

function Templates({ templates }) {
  const [params, update] = useParams();
  const chosen = params.get("category");
  const categories = [...new Set(templates.map((t) => t.category))];
  const shown = templates.filter((t) => !chosen || t.category === chosen);
  const chip = (value, label) => html`<button key=${value} type="button" aria-pressed=${chosen === value ? "true" : "false"}
    onClick=${() => update({ category: value })}>${label}</button>`;
  return html`<div class="bar-tools"><div class="chipset" role="group" aria-label="Category">
      ${chip(null, "All")}${categories.map((category) => chip(category, words(category)))}
    </div></div>
    <section class="card" aria-label="Templates">
      <ul class="pick pad">
        ${shown.map(
          (t) => html`<li key=${t.id}>
            <a href=${"/policies/new?template=" + t.id}>
              <b>${t.name}</b><span>${t.description}</span>
              <span class="row wrap"><${Sev} level=${t.severity} /><${Tag}>${words(t.category)}</${Tag}></span>
              <${Icon} name="arrow-right" size=${15} />
            </a>
          </li>`,
        )}
      </ul>
    </section>`;
}

function TemplateForm(/** @type {Props} */ { template }) {
  const start = () => ({
    ...{ name: template.name, description: "", tags: "", mode: "observe" },
    values: Object.fromEntries(template.parameters.map((p) => [p.name, shown(p)])),
  });
  const [form, setForm] = useState(start);
  const [before] = useState(() => JSON.stringify(form));
  const set = (key) => (value) => setForm((f) => ({ ...f, [key]: value }));
  const setValue = (key) => (value) => setForm((f) => ({ ...f, values: { ...f.values, [key]: value } }));
  const parameters = () =>
    Object.fromEntries(template.parameters.map((p) => [p.name, read(p, form.values[p.name])]));
  const { action, submit, leave, box } = useCreate(
    () => ({ ...basics(form), templateId: template.id, parameters: parameters() }),
    JSON.stringify(form) !== before,
  );
  const may = useMay("policies:write");
  return html`${leave}
    <div class="cols">
      <form class="form card pad wide" onSubmit=${submit} ref=${box} aria-label="Policy from a template">
        <div class="row wrap">
          <${Sev} level=${template.severity} /><${Tag}>${words(template.category)}</${Tag}>
          ${template.frameworks.map((name) => html`<${Tag} key=${name}>${name}</${Tag}>`)}
          <a class="sp" href="/policies/new">Choose another template</a>
        </div>
        <p>${template.description}</p>
        <${Basics} form=${form} set=${set} error=${action.error} />
        ${template.parameters.map(
          (p) => html`<${Parameter}
            key=${p.name} parameter=${p} value=${form.values[p.name]} onInput=${setValue(p.name)} />`,
        )}
        <${Refused} error=${action.error} />
        <div class="row">
          <${Button} kind="pri" type="submit" busy=${action.busy}
            because=${may ? (form.name.trim() ? "" : "Enter a name first") : whoMay("policies:write")}>
            Create policy
          </${Button}>
        </div>
      </form>
      <${Card} title="Preview">
        <p class="dim gap">Shown with the template's default values. Yours are applied when you create the policy.</p>
        <pre class="code tall" tabindex="0" aria-label="Document of the template">${template.dsl}</pre>
      </${Card}>
    </div>`;
}

/** Converts a template value to form text and back. */
const shown = (p) => (p.type === "string[]" ? p.default.join("\n") : p.type === "boolean" ? p.default : String(p.default));

function read(p, value) {
  if (p.type === "string[]") return list(value);
  if (p.type === "boolean" || p.type === "string") return value;
  return value === "" ? null : Number(value);
}

function Parameter({ parameter: p, value, onInput }) {
  if (p.type === "boolean") {
    return html`<${Check} label=${words(p.name)} hint=${p.description} checked=${value} onChange=${onInput} />`;
  }
  const many = p.type === "string[]";
  const number = p.type === "integer" || p.type === "number";
  return html`<${Field}
    name=${"parameters." + p.name}
    label=${words(p.name)}
    hint=${many ? p.description + " One per line." : p.description}
    as=${many ? "textarea" : "input"}
    value=${value}
    onInput=${onInput}
    ...${many ? { rows: Math.min(6, Math.max(2, value.split("\n").length)) } : {}}
    ...${number ? { type: "number", min: p.minimum, max: p.maximum, step: p.type === "integer" ? 1 : "any" } : {}}
  />`;
}

function FromYaml() {
  const [form, setForm] = useState({ name: "", description: "", tags: "", mode: "draft" });
  const [dsl, setDsl] = useState(BEGIN);
  const set = (key) => (value) => setForm((f) => ({ ...f, [key]: value }));
  const checked = useValidation(dsl);
  const changed = dsl !== BEGIN || Boolean(form.name || form.description || form.tags);
  const { action, submit, leave, box } = useCreate(() => ({ ...basics(form), dsl: dsl.trim() ? dsl : undefined }), changed);
  const may = useMay("policies:write");
  const because = !may
    ? whoMay("policies:write")
    : !form.name.trim()
      ? "Enter a name first"
      : checked.found?.valid === false && checked.found.dsl === dsl
        ? "The document has errors"
        : "";
  return html`${leave}
    <div class="cols">
      <div class="grid"><${Editor} dsl=${dsl} onInput=${setDsl} checked=${checked} rows=${22} /></div>
      <form class="form card pad wide" onSubmit=${submit} ref=${box} aria-label="Policy from YAML">
        <${Basics} form=${form} set=${set} error=${action.error} />
        <p class="dim">A policy without assigned agents applies to all agents. Assign agents on the policy page.</p>
        <${Refused} error=${action.error} />
        <div class="row"><${Button}
          kind="pri" type="submit" busy=${action.busy} because=${because}>Create policy</${Button}></div>
      </form>
    </div>`;
}
