import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { State, Tag, Time } from "../components/marks.js";
import { Button, Card, KeyValue } from "../components/page.js";
import { Confirm } from "../components/dialog.js";
import { Refused, say } from "../components/states.js";
import { useAction, useQuery } from "../query.js";
import { useMay, whoMay } from "../session.js";
import { duration } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { CATEGORIES, HOLDS, labelOf } from "./incident-words.js";
import { change } from "./incident-moves.js";
import { usePeople } from "./people.js";

/** The side panel of an incident: details, targets, roles, agents and evidence. */
export function Side(/** @type {Props} */ { incident, onMove }) {
  const may = useMay("incidents:write");
  const because = may ? "" : whoMay("incidents:write");
  return html`<div class="grid">
    <${Facts} incident=${incident} because=${because} onMove=${onMove} />
    <${Timers} incident=${incident} />
    <${Roles} incident=${incident} because=${because} />
    <${Agents} incident=${incident} because=${because} onMove=${onMove} />
    <${Evidence} incident=${incident} because=${because} onMove=${onMove} />
  </div>`;
}

const Edit = ({ label, because, onClick }) =>
  html`<${Button} kind="ghost" small because=${because} onClick=${onClick}>${label}</${Button}>`;

function Facts(/** @type {Props} */ { incident, because, onMove }) {
  const { name } = usePeople();
  const edit = html`<${Edit} label="Edit details" because=${because} onClick=${() => onMove({ kind: "edit", incident })} />`;
  return html`<${Card} title="Details" action=${edit}>
    <${KeyValue} rows=${[
      ["Status", html`<${State} of=${incident.status} />`],
      ["Severity", html`<span class="row rsp-wrap">${words(incident.severity)}
        <${Edit} label="Change severity" because=${because}
          onClick=${() => onMove({ kind: "severity", incident })} /></span>`],
      ["Priority", incident.priority.toUpperCase()],
      ["Category", labelOf(CATEGORIES, incident.category)],
      ["Opened by", name(incident.openedBy)],
      ["Channel", /^https?:/.test(incident.warRoom.channelUrl ?? "") &&
        html`<a href=${incident.warRoom.channelUrl} rel="noreferrer">Open channel</a>`],
      ["Tags", incident.tags.length > 0 && incident.tags.join(", ")],
      ["Duplicate", incident.status !== "closed" &&
        html`<${Edit} label="Merge incident" because=${because}
          onClick=${() => onMove({ kind: "merge", incident })} />`],
    ]} />
  </${Card}>`;
}

function Timers(/** @type {Props} */ { incident }) {
  const { timers, targets } = incident;
  /** @type {[any, string, number | null, string][]} */
  const rows = [
    ["acknowledge", "Acknowledged", timers.timeToAcknowledgeSeconds, targets.acknowledgeBy],
    ["contain", "Contained", timers.timeToContainSeconds, targets.containBy],
    ["resolve", "Resolved", timers.timeToResolveSeconds, targets.resolveBy],
  ];
  return html`<${Card} title="Response targets">
    <ul class="gate">${rows.map(([key, label, seconds, by]) => {
      const missed = targets.missed.includes(key);
      const done = seconds != null;
      return html`<li key=${key} class=${missed ? "no" : done ? "" : "rsp-todo"}>
        <${Icon} name=${missed ? "circle-x" : done ? "circle-check" : "clock"} />
        <div>
          <div>${done ? `${label} after ${duration(seconds * 1000) || "0 s"}` : `Not ${label.toLowerCase()}${incident.resolvedAt ? "" : " yet"}`}
            ${missed && html` <${Tag} tone="critical">Target missed</${Tag}>`}</div>
          <div class="dim">Due <${Time} at=${by} /></div>
        </div>
      </li>`;
    })}</ul>
  </${Card}>`;
}

const ROLES = [
  ["commander", "Commander"],
  ["scribe", "Scribe"],
  ["liaison", "Liaison"],
];

function Roles(/** @type {Props} */ { incident, because }) {
  const { members } = usePeople();
  const action = useAction(async (role, userId) => {
    await change(incident, { [role + "Id"]: userId || null });
    say("Role changed");
  });
  return html`<${Card} title="Roles">
    <div class="grid">
      ${ROLES.map(([role, label]) => {
        const person = incident.roles[role];
        const known = members.some((member) => member.userId === person?.userId);
        return html`<div class="field" key=${role}>
          <label for=${"role-" + role}>${label}</label>
          <select class="inp" id=${"role-" + role} value=${person?.userId ?? ""}
            disabled=${Boolean(because) || action.busy}
            onChange=${(event) => action.run(role, event.target.value)}>
            <option value="">Unassigned</option>
            ${person && !known && html`<option value=${person.userId}>${person.name}</option>`}
            ${members.map((member) => html`<option key=${member.userId} value=${member.userId}>
              ${member.name || member.username}</option>`)}
          </select>
        </div>`;
      })}
      ${because && html`<p class="dim">${because}</p>`}
      <${Refused} error=${action.error} />
    </div>
  </${Card}>`;
}

function Agents(/** @type {Props} */ { incident, because, onMove }) {
  const known = useQuery("/api/agents?limit=200").data?.agents ?? [];
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const holds = new Map(incident.containment.holds.map((hold) => [hold.agentId, hold]));
  const [removing, setRemoving] = useState(null);
  const off = closed(incident) || because;
  const add = html`<${Edit} label="Add agent" because=${off}
    onClick=${() => onMove({ kind: "evidence", incident })} />`;
  return html`<${Card} title="Agents in scope" action=${add}>
    ${incident.agentIds.length === 0 && html`<p class="dim">No agents yet. Add an agent to contain it.</p>`}
    <ul class="rsp-list">${incident.agentIds.map((id) => {
      const hold = holds.get(id);
      return html`<li key=${id}>
        <div><a href=${"/agents/" + id}>${names.get(id) ?? id}</a>
          <div class="dim">${hold
            ? html`${labelOf(HOLDS, hold.action)} since <${Time} at=${hold.since} />
              ${hold.expiresAt && html`, expires <${Time} at=${hold.expiresAt} />`}`
            : "Not contained"}</div></div>
        ${hold && html`<${Tag} tone="critical" icon="lock">Contained</${Tag}>`}
        <${RemoveButton} what=${names.get(id) ?? id} because=${off}
          onClick=${() => setRemoving(id)} />
      </li>`;
    })}</ul>
    ${removing && html`<${RemoveEvidence} incident=${incident} id=${removing}
      name=${names.get(removing) ?? removing} onClose=${() => setRemoving(null)} />`}
  </${Card}>`;
}

const closed = (incident) => (incident.status === "closed" ? "The incident is closed" : "");

const RemoveButton = ({ what, because, onClick }) =>
  html`<${Button} kind="ghost" small icon="x" aria-label=${"Remove " + what} because=${because}
    onClick=${onClick} />`;

function RemoveEvidence(/** @type {Props} */ { incident, id, name, onClose }) {
  const [seen] = useState(incident);
  const remove = async () => {
    await change(seen, { removeEvidenceIds: [id] });
    say("Evidence removed");
  };
  return html`<${Confirm} label="Remove evidence" onConfirm=${remove} onClose=${onClose}>
    <p>Removes “${name}” from this incident. The timeline records the removal. “${name}” itself is not changed.</p>
  </${Confirm}>`;
}

const PLACES = { alert: ["/alerts/", "bell"], session: ["/sessions/", "activity"] };

function Evidence(/** @type {Props} */ { incident, because, onMove }) {
  const [removing, setRemoving] = useState(null);
  const { name } = usePeople();
  const items = incident.evidence.filter((item) => item.type !== "agent");
  const titles = new Map(
    incident.timeline
      .filter((entry) => entry.type === "evidence_added" && entry.data.id)
      .map((entry) => [entry.data.id, entry.text.match(/^alert "(.*)" added/s)?.[1]]),
  );
  const off = closed(incident) || because;
  const add = html`<${Edit} label="Add evidence" because=${off}
    onClick=${() => onMove({ kind: "evidence", incident })} />`;
  return html`<${Card} title="Evidence" action=${add}>
    ${items.length === 0 && html`<p class="dim">No alerts or sessions yet. Add evidence to link them.</p>`}
    <ul class="rsp-list">${items.map((item) => {
      const label = titles.get(item.id) ?? `${words(item.type)} ${item.id.slice(-6)}`;
      return html`<li key=${item.id}>
        <div><a href=${PLACES[item.type][0] + item.id}>${label}</a>
          <div class="dim">${words(item.type)}, added by ${name(item.addedBy)} <${Time} at=${item.addedAt} /></div>
          ${item.note && html`<div class="rsp-text">${item.note}</div>`}</div>
        <${RemoveButton} what=${label} because=${off}
          onClick=${() => setRemoving({ id: item.id, label })} />
      </li>`;
    })}</ul>
    ${removing && html`<${RemoveEvidence} incident=${incident} id=${removing.id} name=${removing.label}
      onClose=${() => setRemoving(null)} />`}
  </${Card}>`;
}
