import { useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { State, Time } from "../components/marks.js";
import { Button, Card, KeyValue } from "../components/page.js";
import { Confirm } from "../components/dialog.js";
import { Field, focusWrong, Options, useUnsaved } from "../components/form.js";
import { Empty, Note, Refused, say, whenLoaded } from "../components/states.js";
import { send } from "../api.js";
import { refetch, useAction, useQuery } from "../query.js";
import { useMay, whoMay } from "../session.js";
import { duration } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { usePeople } from "./people.js";

const OVER = ["resolved", "closed"];

/** The review of an incident: drafted from its data, edited by members, then finalized. */
export function Review(/** @type {Props} */ { incident }) {
  const path = /** @type {const} */ (`/api/incidents/${incident.id}/review`);
  const query = useQuery(path);
  const may = useMay("incidents:write");
  const because = may ? "" : whoMay("incidents:write");
  return whenLoaded(query, 300, ({ review }) =>
    review
      ? html`<${Written} key=${`${review.id} ${review.revision}`} review=${review} path=${path}
        because=${because} />`
      : html`<${None} incident=${incident} path=${path} because=${because} />`);
}

function None(/** @type {Props} */ { incident, path, because }) {
  const action = useAction(() => send("POST", path));
  const draft = async () => {
    if (!(await action.run())) return;
    refetch("/api/incidents/" + incident.id);
    say("Review drafted");
  };
  const early = OVER.includes(incident.status) ? "" : "Resolve the incident first";
  return html`<div class="card">
    <${Empty} icon="clipboard-check" title="No review yet">
      <p>After the incident is resolved, draft a review from its timeline, response times and evidence.</p>
      <${Button} kind="pri" icon="wand-sparkles" because=${because || early} busy=${action.busy}
        onClick=${draft}>Draft review</${Button}>
      <${Refused} error=${action.error} />
    </${Empty}>
  </div>`;
}

const TEXTS = [
  ["summary", "Summary"],
  ["impact", "Impact"],
  ["rootCause", "Root cause"],
  ["detection", "Detection"],
];
const LISTS = [
  ["whatWentWell", "What went well"],
  ["whatWentWrong", "What went wrong"],
];
const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

const begin = (review) => ({
  ...Object.fromEntries(TEXTS.map(([name]) => [name, review[name] ?? ""])),
  ...Object.fromEntries(LISTS.map(([name]) => [name, review[name].join("\n")])),
  actionItems: review.actionItems.map(({ id, title, ownerId, dueDate, status }) => ({ id, title, ownerId, dueDate, status })),
});

/** Returns only the changed fields, so that action items of a final review can be changed alone. */
function changes(now, before) {
  const body = {};
  for (const [name] of TEXTS) if (now[name] !== before[name]) body[name] = now[name];
  for (const [name] of LISTS) if (now[name] !== before[name]) body[name] = lines(now[name]);
  if (JSON.stringify(now.actionItems) !== JSON.stringify(before.actionItems)) body.actionItems = now.actionItems;
  return body;
}

function Written(/** @type {Props} */ { review, path, because }) {
  const [before] = useState(() => begin(review));
  const [now, setNow] = useState(before);
  const [asking, setAsking] = useState(null);
  const form = useRef(null);
  const body = changes(now, before);
  const changed = Object.keys(body).length > 0;
  const unsaved = useUnsaved(changed, ["tab"]);
  const put = (more) => send("PUT", path, { ...body, ...more, expectedRevision: review.revision });
  const action = useAction(() => put({}));
  const reload = () => refetch(path.replace("/review", ""));
  const save = async (event) => {
    event.preventDefault();
    if (because || !changed || action.busy) return;
    if (!(await action.run())) return focusWrong(form.current);
    say("Review saved");
    reload();
  };
  const final = review.status === "final";
  const set = (name) => (value) => setNow({ ...now, [name]: value });
  return html`<form class="grid" ref=${form} onSubmit=${save}>
    <${Head} review=${review} because=${because} changed=${changed} ask=${setAsking} />
    <${Card} title="Review">
      <div class="grid">
        ${final && html`<${Note}
          icon="lock">This version is final. Editing the text creates a new version. Action items remain editable.</${Note}>`}
        ${TEXTS.map(([name, label]) => html`<${Field} key=${name} as="textarea" rows="3" name=${name} label=${label}
          value=${now[name]} onInput=${set(name)} error=${action.error} readonly=${Boolean(because)} />`)}
        ${LISTS.map(([name, label]) => html`<${Field} key=${name} as="textarea" rows="3" name=${name}
          label=${label} hint="One per line."
          value=${now[name]} onInput=${set(name)} error=${action.error} readonly=${Boolean(because)} />`)}
      </div>
    </${Card}>
    <${Items} items=${now.actionItems} onChange=${set("actionItems")} error=${action.error} because=${because} />
    <${Refused} error=${action.error} />
    <div class="row rsp-wrap">
      <${Button} kind="pri" type="submit" busy=${action.busy}
        because=${because || (changed ? "" : "No changes to save")}>Save review</${Button}>
      ${changed && html`<${Button} onClick=${() => setNow(before)}>Discard changes</${Button}>`}
    </div>
    <${Markdown} text=${review.markdown} />
    ${asking === "final" &&
    html`<${Confirm} label="Finalize review" onClose=${() => setAsking(null)}
      onConfirm=${async () => {
        await put({ status: "final" });
        say("Review finalized");
        reload();
      }}><p>You can’t change a final version. Corrections create a new version. Action items remain editable.</p>
        </${Confirm}>`}
    ${asking === "again" &&
    html`<${Confirm} label="Create new draft" onClose=${() => setAsking(null)}
      onConfirm=${async () => {
        await send("POST", path);
        say("New draft created");
        reload();
      }}><p>${final ? "Creates a new version from the current data." : "Replaces the draft with a new one from the current data. Edits are discarded."}</p></${Confirm}>`}
    ${unsaved}
  </form>`;
}

const took = (seconds) => (seconds == null ? "No" : duration(seconds * 1000) || "0 s");

function Head(/** @type {Props} */ { review, because, changed, ask }) {
  const { name } = usePeople();
  const final = review.status === "final";
  const act = html`<${State} of=${final ? "approved" : "draft"} label=${final ? "Final" : "Draft"} />
    <${Button} small because=${because} onClick=${() => ask("again")}>Create new draft</${Button}>
    ${!final && html`<${Button} small icon="lock"
      because=${because || (changed ? "Save the changes first" : "")}
      onClick=${() => ask("final")}>Finalize review</${Button}>`}`;
  return html`<${Card} title=${`Version ${review.version}`} action=${act}>
    <${KeyValue} rows=${[
      ["Acknowledged", took(review.metrics.mttaSeconds)],
      ["Contained", took(review.metrics.mttcSeconds)],
      ["Resolved", took(review.metrics.mttrSeconds)],
      ["Agents", review.agents.length > 0 && html`<ul>${review.agents.map(({ id, name }) => html`<li key=${id}>
        <a href=${"/agents/" + id}>${name || id}</a></li>`)}</ul>`],
      ["Policies", review.policiesInvolved.length > 0 && html`<ul>
        ${review.policiesInvolved.map(({ id, name }) => html`<li key=${id}><a href=${"/policies/" + id}>
        ${name || id}</a></li>`)}</ul>`],
      ["Drafted", html`<${Time} at=${review.generatedAt} /> by ${name(review.generatedBy)}`],
      ["Finalized", review.finalizedAt && html`<${Time} at=${review.finalizedAt} /> by ${name(review.finalizedBy)}`],
    ]} />
  </${Card}>`;
}

const PROGRESS = ["open", "in_progress", "done", "dropped"].map((status) => [status, words(status)]);

function Items({ items, onChange, error, because }) {
  const { members } = usePeople();
  const people = [["", "Unassigned"], ...members.map((member) => [member.userId, member.name || member.username])];
  const set = (i, changes) => onChange(items.map((item, k) => (k === i ? { ...item, ...changes } : item)));
  const add = () => onChange([...items, { title: "", ownerId: null, dueDate: null, status: "open" }]);
  return html`<${Card} title="Action items">
    <div class="grid">
      ${items.length === 0 && html`<p class="dim">No action items yet. Add what to improve.</p>`}
      ${items.map((item, i) => {
        const at = `actionItems[${i}]`;
        return html`<fieldset class="rsp-set rsp-box" key=${item.id ?? i} disabled=${Boolean(because)}>
          <legend class="vh">Action item ${i + 1}</legend>
          <${Field} name=${at + ".title"} label="Title" value=${item.title} error=${error} maxlength="300"
            onInput=${(title) => set(i, { title })} />
          <div class="rsp-two">
            <${Field} as="select" name=${at + ".ownerId"} label="Owner" value=${item.ownerId ?? ""} error=${error}
              onInput=${(ownerId) => set(i, { ownerId: ownerId || null })}><${Options} options=${people} /></${Field}>
            <${Field} name=${at + ".dueDate"} label="Due date" type="date" value=${item.dueDate ?? ""} error=${error}
              onInput=${(dueDate) => set(i, { dueDate: dueDate || null })} />
            <${Field} as="select" name=${at + ".status"} label="Status" value=${item.status} error=${error}
              onInput=${(status) => set(i, { status })}><${Options} options=${PROGRESS} /></${Field}>
          </div>
          ${!item.id && html`<div><${Button} kind="ghost" small icon="x"
            onClick=${() => onChange(items.filter((_, k) => k !== i))}>Remove<span
            class="vh"> action item ${i + 1}</span></${Button}></div>`}
        </fieldset>`;
      })}
      <div><${Button} small icon="plus" because=${because} onClick=${add}>Add action item</${Button}></div>
    </div>
  </${Card}>`;
}

function Markdown({ text }) {
  const copy = async () => {
    const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    say(done ? "Copied" : "The browser blocked copying. Select the text instead.", { tone: done ? "ok" : "medium" });
  };
  return html`<${Card} title="Markdown" action=${html`<${Button} small icon="copy"
    onClick=${copy}>Copy Markdown</${Button}>`}>
    <details><summary>Show Markdown</summary><pre class="code wrap" tabindex="0">${text}</pre></details>
  </${Card}>`;
}
