import { useEffect, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Tag, Time } from "../components/marks.js";
import { Button, Card } from "../components/page.js";
import { Confirm } from "../components/dialog.js";
import { Check, Field, Options, useUnsaved } from "../components/form.js";
import { Note, say, whenLoaded } from "../components/states.js";
import { percent, plural } from "../formats/counts.js";
import { role, words } from "../formats/words.js";
import { send } from "../api.js";
import { refetch, useQuery } from "../query.js";
import { useMay, whoMay } from "../session.js";
import { usePeople } from "./policy-parts.js";

const PATH = "/api/lifecycle/config";
const ITEMS = [
  ["owner_assigned", "A person or a team answers for it"],
  ["policy_assigned", "A policy applies to it"],
  ["policy_enforcing", "One of them warns or stops"],
  ["risk_below_threshold", "Its risk is below the threshold"],
  ["certified_or_attested", "It is certified, or a claim about it stands"],
  ["no_open_critical_alerts", "No critical alert about it is open"],
];
const RISK = { min: 0, max: 100, hint: "0 to 100. Agents of a higher risk do not pass." };
const SHARE = { min: 0, max: 1, step: "any", hint: "0.2 is 20 %." };
const ROLES = ["role_approver", "role_operator", "role_admin"];

/** What the gates ask for; what changes is shown before it is saved. */
export function GateConfig() {
  const query = useQuery(PATH);
  return whenLoaded(query, 480, ({ config }) => html`<${Editor} latest=${config} reload=${query.reload} />`);
}

const copy = (config) => JSON.parse(JSON.stringify(config));

function Editor({ latest, reload }) {
  const [base, setBase] = useState(latest);
  const [form, setForm] = useState(() => copy(latest));
  const [asked, setAsked] = useState(null);
  const [refused, setRefused] = useState(null);
  const who = usePeople();
  const may = useMay("lifecycle:config");
  const changes = differences(base, form);
  const leave = useUnsaved(changes.length > 0);
  const take = (config) => (setBase(config), setForm(copy(config)));
  useEffect(() => {
    if (!changes.length) take(latest);
  }, [latest]);
  const set = (key) => (value) => setForm((f) => ({ ...f, [key]: value }));
  const setIn = (part, key) => (value) => setForm((f) => ({ ...f, [part]: { ...f[part], [key]: value } }));
  const setGate = (i) => (change) =>
    setForm((f) => ({ ...f, gates: f.gates.map((gate, at) => (at === i ? { ...gate, ...change } : gate)) }));
  const save = async (shown) => {
    try {
      const body = { ...shown, version: base.version };
      const { config } = await send("PUT", PATH, body, { headers: { "If-Match": `"${base.version}"` } });
      take(config);
      setRefused(null);
      refetch("/api/lifecycle");
      say("Gates saved");
    } catch (error) {
      setRefused(error);
      throw error;
    }
  };
  const because = !may ? whoMay("lifecycle:config") : changes.length ? "" : "Nothing is changed";
  const behind = latest.version !== base.version;
  const number = (name, label, value, onInput, more = {}) => html`<${Field} name=${name} label=${label} type="number" error=${refused}
    value=${value} onInput=${(text) => onInput(text === "" ? "" : Number(text))} readonly=${!may} ...${more} />`;
  const within = (part, key, label, more) => number(`${part}.${key}`, label, form[part][key], setIn(part, key), more);
  return html`${leave}
    ${!may && html`<div class="gap"><${Note}
      icon="lock" title="You may look, but not change">${whoMay("lifecycle:config")}</${Note}></div>`}
    ${behind &&
    html`<div class="gap"><${Note}
      tone="medium" icon="triangle-alert" title="Somebody else changed the gates meanwhile">
      <${Button} small onClick=${() => take(latest)}>Load theirs, drop mine</${Button}>
    </${Note}></div>`}
    <div class="grid">
      ${form.gates.map(
        (gate, i) => html`<${GateForm}
          key=${gate.from} gate=${gate} at=${i} may=${may} onChange=${setGate(i)} refused=${refused}
          number=${number} />`,
      )}
      <${Card} title="For all gates">
        <div class="form wide">
          <div class="two">
            ${number("riskThreshold", "Risk below", form.riskThreshold, set("riskThreshold"), RISK)}
            ${number("staleAfterDays", "Idle after, in days", form.staleAfterDays, set("staleAfterDays"), { min: 1, max: 3650 })}
            ${within("degraded", "denyRate", "Degraded from this share of denied requests", SHARE)}
            ${within("degraded", "errorRate", "Degraded from this share of failed sessions", SHARE)}
            ${within("degraded", "windowHours", "Counted over, in hours", { min: 1, max: 720 })}
            ${within("waivers", "maxDays", "A waiver holds at most, in days", { min: 1, max: 365 })}
          </div>
          <${Check} label="Items can be waived" hint="By a member who may approve, with a reason and an expiry."
            checked=${form.waivers.allowed} onChange=${setIn("waivers", "allowed")} disabled=${!may} />
          <${Check} label="Take agents out of production at a critical alert" hint="They go back to staging by themselves."
            checked=${form.autoDemoteOnCritical} onChange=${set("autoDemoteOnCritical")} disabled=${!may} />
        </div>
      </${Card}>
      <div class="row wrap gate-savebar">
        <${Button}
          kind="pri" because=${because} onClick=${() => setAsked({ changes, form: copy(form) })}
        >Review changes</${Button}>
        ${changes.length > 0 && html`<${Button} onClick=${() => (setForm(copy(base)), setRefused(null))}>Undo changes</${Button}>`}
        <span
          class="dim" role="status"
        >${changes.length ? `${plural(changes.length, "change")}, not saved.` : ""}</span>
        <span class="dim sp">Version ${base.version}${base.updatedAt && html`, saved <${Time} at=${base.updatedAt} /> by ${who(base.updatedBy)}`}</span>
      </div>
    </div>
    ${asked &&
    html`<${Confirm}
      label="Save gates" onConfirm=${() => save(asked.form)} onClose=${() => (setAsked(null), reload())}>
      <p>Agents that wait are held against this from now on.</p>
      <${Changes} changes=${asked.changes} />
    </${Confirm}>`}`;
}

function GateForm({ gate, at, may, onChange, refused, number }) {
  const own = gate.required.filter((key) => key.startsWith("manual_"));
  const [adding, setAdding] = useState("");
  const toggle = (key) => (on) => onChange({ required: on ? [...gate.required, key] : gate.required.filter((k) => k !== key) });
  const key = "manual_" + adding.trim().toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  const add = (event) => {
    event.preventDefault();
    if (key !== "manual_" && !gate.required.includes(key)) onChange({ required: [...gate.required, key] });
    setAdding("");
  };
  const wrong = refused?.fields?.[`gates[${at}].required`];
  const field = (name) => `gates[${at}].${name}`;
  return html`<${Card} title=${`${words(gate.from)} to ${words(gate.to).toLowerCase()}`}>
    <div class="gate-form">
      <fieldset class="choose open" disabled=${!may}>
        <legend>Needed</legend>
        ${ITEMS.map(
          ([item, hint]) => html`<${Check}
            key=${item} label=${words(item)} hint=${hint} checked=${gate.required.includes(item)}
            onChange=${toggle(item)} />`,
        )}
        ${own.map((item) => html`<${Check}
          key=${item} label=${words(item.slice(7))} hint="Somebody has to look, and say so" checked
          onChange=${toggle(item)} />`)}
        ${wrong && html`<small class="wrong-now">${wrong}</small>`}
      </fieldset>
      <div class="form">
        ${number(field("minApprovals"), "Approvals by others", gate.minApprovals, (v) => onChange({ minApprovals: v }), { min: 0, max: 10 })}
        <${Field} name=${field("approverRole")} label="By this role at least" as="select" value=${gate.approverRole} disabled=${!may}
          onInput=${(v) => onChange({ approverRole: v })} error=${refused}>
          <${Options} options=${[...new Set([...ROLES, gate.approverRole])].map((name) => [name, role(name)])} />
        </${Field}>
        ${number(field("soakHours"), `Hours in ${words(gate.from).toLowerCase()} before`, gate.soakHours, (v) => onChange({ soakHours: v }), { min: 0, max: 8760 })}
        ${may &&
        html`<form class="field-add" onSubmit=${add}>
          <${Field}
            name=${"manual-" + at} label="Another check by a person" optional maxlength="50" value=${adding}
            onInput=${setAdding} />
          <${Button} type="submit" because=${adding.trim() ? "" : "Name the check first"}>Add</${Button}>
        </form>`}
      </div>
    </div>
  </${Card}>`;
}

const LABELS = {
  riskThreshold: "Risk below",
  staleAfterDays: "Idle after, in days",
  "degraded.denyRate": "Share of denied requests",
  "degraded.errorRate": "Share of failed sessions",
  "degraded.windowHours": "Counted over, in hours",
  autoDemoteOnCritical: "Out of production at a critical alert",
  "waivers.allowed": "Items can be waived",
  "waivers.maxDays": "A waiver holds at most, in days",
  minApprovals: "Approvals by others",
  approverRole: "By this role at least",
  soakHours: "Hours before",
};

function told(key, value) {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (key === "approverRole") return role(value);
  if (key.endsWith("Rate")) return percent(value);
  return value === "" ? "Nothing" : String(value);
}

/** Every difference, as [where, what, before, after]. */
function differences(before, after) {
  const out = [];
  const compare = (where, key, a, b) => {
    if (a !== b) out.push([where, LABELS[key], told(key, a), told(key, b)]);
  };
  after.gates.forEach((gate, i) => {
    const old = before.gates[i];
    const where = `${words(gate.from)} to ${words(gate.to).toLowerCase()}`;
    for (const key of gate.required) if (!old.required.includes(key)) out.push([where, "Needed", "", words(key)]);
    for (const key of old.required) if (!gate.required.includes(key)) out.push([where, "Needed", words(key), ""]);
    for (const key of ["minApprovals", "approverRole", "soakHours"]) compare(where, key, old[key], gate[key]);
  });
  for (const path of Object.keys(LABELS).slice(0, 8)) {
    const read = (config) => path.split(".").reduce((value, key) => value[key], config);
    compare("For all gates", path, read(before), read(after));
  }
  return out;
}

function Changes({ changes }) {
  return html`<ul class="lines gate-changes">
    ${changes.map(
      ([where, what, before, after], i) => html`<li key=${i}>
        <div>
          <span class="dim d">${where}</span>
          <span class="row wrap">
            <b class="t">${what}</b>
            ${before !== "" && html`<del><span class="vh">was </span>${before}</del>`}
            ${after !== "" && html`<ins><span class="vh">will be </span>${after}</ins>`}
            ${before === "" && html`<${Tag} tone="ok">Added</${Tag}>`}
            ${after === "" && html`<${Tag} tone="critical">Removed</${Tag}>`}
          </span>
        </div>
      </li>`,
    )}
  </ul>`;
}
