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
import { usePeople } from "./people.js";

const PATH = "/api/lifecycle/config";
const ITEMS = [
  ["owner_assigned", "The agent has an owner or a team."],
  ["policy_assigned", "A policy applies to the agent."],
  ["policy_enforcing", "A policy is in soft enforce or enforce."],
  ["risk_below_threshold", "The risk score is below the threshold."],
  ["certified_or_attested", "The agent is certified or has a valid claim."],
  ["no_open_critical_alerts", "The agent has no open critical alerts."],
];
const RISK = { min: 0, max: 100, hint: "0 to 100. Agents must have a lower risk score." };
const SHARE = { min: 0, max: 100, step: "any" };
const ROLES = ["role_approver", "role_operator", "role_admin"];

/** The gate settings. Changes are reviewed before they are saved. */
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
  const { name: who } = usePeople();
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
  const because = !may ? whoMay("lifecycle:config") : changes.length ? "" : "No changes to save";
  const behind = latest.version !== base.version;
  const number = (name, label, value, onInput, more = {}) => html`<${Field} name=${name} label=${label} type="number" error=${refused}
    value=${value} onInput=${(text) => onInput(text === "" ? "" : Number(text))} readonly=${!may} ...${more} />`;
  const within = (part, key, label, more) => number(`${part}.${key}`, label, form[part][key], setIn(part, key), more);
  // The API takes fractions; members enter percentages.
  const share = (key, label) => {
    const value = form.degraded[key];
    const percentage = value === "" ? "" : Math.round(value * 10_000) / 100;
    const change = (text) => setIn("degraded", key)(text === "" ? "" : text / 100);
    return number(`degraded.${key}`, label, percentage, change, SHARE);
  };
  return html`${leave}
    ${!may && html`<div class="gap"><${Note}
      icon="lock" title="Read only">${whoMay("lifecycle:config")}</${Note}></div>`}
    ${behind &&
    html`<div class="gap"><${Note}
      tone="medium" icon="triangle-alert" title="Someone else changed the gates">
      <${Button} small onClick=${() => take(latest)}>Discard my changes and reload</${Button}>
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
            ${number("riskThreshold", "Risk threshold", form.riskThreshold, set("riskThreshold"), RISK)}
            ${number("staleAfterDays", "Idle after (days)", form.staleAfterDays, set("staleAfterDays"), { min: 1, max: 3650 })}
            ${share("denyRate", "Degraded at denied requests (%)")}
            ${share("errorRate", "Degraded at failed sessions (%)")}
            ${within("degraded", "windowHours", "Measurement window (hours)", { min: 1, max: 720 })}
            ${within("waivers", "maxDays", "Maximum waiver duration (days)", { min: 1, max: 365 })}
          </div>
          <${Check} label="Allow waivers" hint="Granted by approvers, with a reason and an expiry date."
            checked=${form.waivers.allowed} onChange=${setIn("waivers", "allowed")} disabled=${!may} />
          <${Check} label="Demote agents on critical alerts" hint="Agents return from production to staging automatically."
            checked=${form.autoDemoteOnCritical} onChange=${set("autoDemoteOnCritical")} disabled=${!may} />
        </div>
      </${Card}>
      <div class="row wrap gate-savebar">
        <${Button}
          kind="pri" because=${because} onClick=${() => setAsked({ changes, form: copy(form) })}
        >Review changes</${Button}>
        ${changes.length > 0 && html`<${Button} onClick=${() => (setForm(copy(base)), setRefused(null))}>Discard changes</${Button}>`}
        <span
          class="dim" role="status"
        >${changes.length ? plural(changes.length, "unsaved change") : ""}</span>
        <span class="dim sp">Version ${base.version}${base.updatedAt && html`, saved <${Time} at=${base.updatedAt} /> by ${who(base.updatedBy)}`}</span>
      </div>
    </div>
    ${asked &&
    html`<${Confirm}
      label="Save gates" onConfirm=${() => save(asked.form)} onClose=${() => (setAsked(null), reload())}>
      <p>The new gates apply to all agents immediately, including pending promotions.</p>
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
        <legend>Requirements</legend>
        ${ITEMS.map(
          ([item, hint]) => html`<${Check}
            key=${item} label=${words(item)} hint=${hint} checked=${gate.required.includes(item)}
            onChange=${toggle(item)} />`,
        )}
        ${own.map((item) => html`<${Check}
          key=${item} label=${words(item.slice(7))} hint="A member records the result." checked
          onChange=${toggle(item)} />`)}
        ${wrong && html`<small class="wrong-now">${wrong}</small>`}
      </fieldset>
      <div class="form">
        ${number(field("minApprovals"), "Required approvals", gate.minApprovals, (v) => onChange({ minApprovals: v }), { min: 0, max: 10 })}
        <${Field} name=${field("approverRole")} label="Minimum approver role" as="select" value=${gate.approverRole} disabled=${!may}
          onInput=${(v) => onChange({ approverRole: v })} error=${refused}>
          <${Options} options=${[...new Set([...ROLES, gate.approverRole])].map((name) => [name, role(name)])} />
        </${Field}>
        ${number(field("soakHours"), `Minimum time in ${words(gate.from).toLowerCase()} (hours)`, gate.soakHours, (v) => onChange({ soakHours: v }), { min: 0, max: 8760 })}
        ${may &&
        html`<form class="field-add" onSubmit=${add}>
          <${Field}
            name=${"manual-" + at} label="Additional manual check" optional maxlength="50" value=${adding}
            onInput=${setAdding} />
          <${Button} type="submit" because=${adding.trim() ? "" : "Enter a name first"}>Add check</${Button}>
        </form>`}
      </div>
    </div>
  </${Card}>`;
}

const LABELS = {
  riskThreshold: "Risk threshold",
  staleAfterDays: "Idle after (days)",
  "degraded.denyRate": "Degraded at denied requests",
  "degraded.errorRate": "Degraded at failed sessions",
  "degraded.windowHours": "Measurement window (hours)",
  autoDemoteOnCritical: "Demote agents on critical alerts",
  "waivers.allowed": "Allow waivers",
  "waivers.maxDays": "Maximum waiver duration (days)",
  minApprovals: "Required approvals",
  approverRole: "Minimum approver role",
  soakHours: "Minimum time in the previous state (hours)",
};

function shown(key, value) {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (key === "approverRole") return role(value);
  if (key.endsWith("Rate")) return percent(value);
  return value === "" ? "Empty" : String(value);
}

/** Returns the differences, as [where, what, before, after]. */
function differences(before, after) {
  const out = [];
  const compare = (where, key, a, b) => {
    if (a !== b) out.push([where, LABELS[key], shown(key, a), shown(key, b)]);
  };
  after.gates.forEach((gate, i) => {
    const old = before.gates[i];
    const where = `${words(gate.from)} to ${words(gate.to).toLowerCase()}`;
    for (const key of gate.required) if (!old.required.includes(key)) out.push([where, "Requirement", "", words(key)]);
    for (const key of old.required) if (!gate.required.includes(key)) out.push([where, "Requirement", words(key), ""]);
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
