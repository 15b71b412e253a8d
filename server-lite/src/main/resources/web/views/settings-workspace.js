import { useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button, Card, KeyValue, PageHead } from "../components/page.js";
import { Confirm } from "../components/dialog.js";
import { Check, Field, focusWrong } from "../components/form.js";
import { Copyable, Time } from "../components/marks.js";
import { Note, Refused, say, whenLoaded } from "../components/states.js";
import { ApprovalGroups, groupsOf, rowsOf } from "./settings-groups.js";
import { linesOf, Lines, ReadOnly, SaveBar, useDraft } from "./settings-parts.js";
import { send } from "../api.js";
import { num } from "../formats/counts.js";
import { utc } from "../formats/dates.js";
import { useAction, useQuery } from "../query.js";
import { useMay, useSession, whoMay } from "../session.js";

const TENANT = "/api/admin/tenant";

/**
 * Each setting: name in the API, label, effect, and type or range. A range is [minimum, maximum, step, API units, text]; a step of 0 allows any number.
 *
 * @type {[string, string, [string, string, string, string | any[]][]][]}
 */
const GROUPS = [
  [
    "Certification",
    "Requirements for certifying a workflow.",
    [
      ["riskThreshold", "Risk limit", "Workflows with this composite risk or more cannot be certified.", [0, 100]],
      [
        "certifyObserved",
        "Accept policies in observe mode",
        "When off, a workflow needs an enforcing policy.",
        "flag",
      ],
    ],
  ],
  [
    "Rollout",
    "Requirements for promoting a policy.",
    [
      [
        "calibrationThreshold",
        "Required match rate (%)",
        "The share of replayed sessions that must match.",
        [0, 100, 0, 0.01],
      ],
      ["minReplaySamples", "Minimum replay sample", "Recorded decisions that a replay needs.", [1, 1_000_000]],
      ["evidenceMaxAgeHours", "Evidence validity (hours)", "After this time, a new replay is needed.", [1, 8760]],
      [
        "requireTwoPersonPromotion",
        "Require a second member for promotions",
        "The member who requests a promotion cannot confirm it.",
        "flag",
      ],
    ],
  ],
  [
    "Agents",
    "Registration of agents, and rejected agents.",
    [
      ["autoRegister", "Register agents on their first call", "When off, calls of unknown agents are rejected.", "flag"],
      ["denyRejected", "Block rejected agents", "Denies all actions of agents that were rejected in Discovery.", "flag"],
    ],
  ],
  [
    "Approvals",
    "Approval groups and the timeout.",
    [
      [
        "approvalTimeoutSeconds",
        "Approval timeout (minutes)",
        "Denied on timeout unless the rule specifies otherwise.",
        [10 / 60, 10_080, 0, 60, "10 seconds to 7 days."],
      ],
      ["approvalGroups", "Groups", "Groups that policies refer to. Enter members by email or ID.", "groups"],
    ],
  ],
  [
    "Outbound proxy",
    "Limits for outbound requests and their responses.",
    [
      ["allowPlainHttp", "Allow plain HTTP", "The proxy and integrations can call URLs without TLS.", "flag"],
      ["proxyAllowSetCookie", "Pass Set-Cookie headers through", "When off, Set-Cookie is removed from responses.", "flag"],
      [
        "proxyStripHeaders",
        "Request headers to remove",
        "One per line, in addition to the headers that are always removed.",
        "lines",
      ],
    ],
  ],
  [
    "Retention and telemetry",
    "How long data is retained, and which content is stored.",
    [
      ["retentionDays.sessions", "Session retention (days)", "Sessions and their timelines.", [1, 36_500]],
      ["retentionDays.events", "Event retention (days)", "Decisions, telemetry and governance events.", [1, 36_500]],
      ["retentionDays.audit", "Audit log retention (days)", "At least one year.", [365, 36_500]],
      [
        "telemetryContent",
        "Store content of models and tools",
        "Secrets and personal data are removed first.",
        "flag",
      ],
      [
        "traceUrlTemplate",
        "Trace URL",
        "A URL with {trace_id}, such as https://tempo.example/trace/{trace_id}. Empty: no links.",
        "text",
      ],
    ],
  ],
];

/** @type {[string, string, string, object][]} */
const PROFILE = [
  ["name", "Name", "", { maxlength: 200, required: true }],
  ["contactEmail", "Contact email", "Contact for questions about this workspace.", { type: "email", maxlength: 254 }],
  ["timezone", "Time zone", "A name such as Europe/Stockholm.", { maxlength: 100, list: "timezones" }],
  ["industry", "Industry", "", { maxlength: 200 }],
  ["size", "Company size", "Number of people, such as 51-200.", { maxlength: 200 }],
];

const FIELDS = GROUPS.flatMap(([, , fields]) => fields);
const LABELS = Object.fromEntries([
  ...PROFILE.map(([name, label]) => [name, label]),
  ...FIELDS.map(([name, label]) => ["settings." + name, label]),
]);

/** The profile and the settings of the workspace. */
export function Workspace({ crumbs, title }) {
  const query = useQuery(TENANT);
  return html`<${PageHead}
    title=${title}
    crumbs=${crumbs}
    sub="Workspace profile and default limits."
  />
    ${whenLoaded(query, 480, ({ tenant }) =>
      html`<${Form} tenant=${tenant} reload=${query.reload} />`)}`;
}

/** The values of the form. */
function fieldsOf(tenant) {
  const fields = Object.fromEntries(PROFILE.map(([name]) => [name, tenant[name]]));
  for (const [name, , , kind] of FIELDS) {
    const value = name.split(".").reduce((at, part) => at[part], tenant.settings);
    fields["settings." + name] = inputOf(value, kind);
  }
  return fields;
}

function inputOf(value, kind) {
  if (kind === "lines") return value.join("\n");
  if (kind === "groups") return rowsOf(value);
  return Array.isArray(kind) ? String(Number((value / (kind[3] ?? 1)).toPrecision(12))) : value;
}

/** The request body, with changed fields only. */
function bodyOf(draft) {
  const body = {};
  for (const path of draft.changed) {
    const kind = FIELDS.find(([name]) => "settings." + name === path)?.[3];
    const parts = path.split(".");
    let at = body;
    for (const part of parts.slice(0, -1)) at = at[part] ??= {};
    at[parts.at(-1)] = valueOf(draft.value[path], kind);
  }
  return body;
}

function valueOf(value, kind) {
  if (kind === "lines") return linesOf(value);
  if (kind === "groups") return groupsOf(value);
  // Invalid numbers are sent unchanged, so that the server reports the error.
  if (Array.isArray(kind)) return value.trim() === "" || Number.isNaN(Number(value)) ? value : scaled(Number(value), kind[3]);
  return value;
}

/** Converts a number of the form to units of the API: percent to a share, minutes to whole seconds. */
function scaled(value, units = 1) {
  return units > 1 ? Math.round(value * units) : Number((value * units).toPrecision(12));
}

const showValue = (value) => {
  if (Array.isArray(value)) return value.map((row) => `${row.name}: ${row.members}`).join("\n") || "None";
  if (typeof value === "boolean") return value ? "On" : "Off";
  return value || "Empty";
};

function Form(/** @type {Props} */ { tenant, reload }) {
  const may = useMay("tenant:write");
  const session = useSession();
  const draft = useDraft(fieldsOf(tenant), tenant.version);
  const box = useRef(null);
  const action = useAction(async () => {
    try {
      await send("PUT", TENANT, bodyOf(draft), { headers: { "If-Match": `"${draft.version}"` } });
    } catch (error) {
      focusWrong(box.current);
      throw error;
    }
    await reload();
    say("Workspace saved");
    if (draft.changed.includes("name")) session.reload();
  });
  return html`<div class="grid" ref=${box}>
      ${session.banners.some(isDeletion) &&
      html`<${Note} tone="critical" icon="trash-2" title="This workspace will be deleted.">
        The end of this page shows until when you can cancel.
      </${Note}>`}
      ${!may && html`<${ReadOnly} who=${whoMay("tenant:write")} />`}
      <${Card} title="Profile">
        <fieldset class="plain form" disabled=${!may}>
          ${PROFILE.map(
            ([name, label, hint, more]) => html`<${Field}
              key=${name}
              name=${name}
              label=${label}
              hint=${hint}
              value=${draft.value[name]}
              onInput=${draft.set(name)}
              error=${action.error}
              ...${more}
            />`,
          )}
          <datalist id="timezones">
            ${zones().map((zone) => html`<option key=${zone} value=${zone} />`)}
          </datalist>
        </fieldset>
        <div class="wide-kv mt4">
          <${KeyValue}
            rows=${[
              ["ID", html`<${Copyable} text=${tenant.id} label="Copy ID" />`],
              ["Short name", html`<${Copyable} text=${tenant.slug} label="Copy short name" />`],
              ["Created", html`<${Time} at=${tenant.createdAt} />`],
            ]}
          />
        </div>
      </${Card}>
      ${GROUPS.map(
        ([group, about, fields]) => html`<${Card} title=${group} key=${group}>
          <fieldset class="plain form" disabled=${!may}>
            <p class="dim">${about}</p>
            ${fields.map(
              (field) => html`<${Setting}
                key=${field[0]}
                field=${field}
                draft=${draft}
                error=${action.error}
                may=${may}
              />`,
            )}
          </fieldset>
        </${Card}>`,
      )}
    </div>
    <${SaveBar}
      draft=${draft}
      labels=${(name) => LABELS[name]}
      show=${showValue}
      action=${action}
      reload=${reload}
      because=${may ? "" : whoMay("tenant:write")}
    />
    <${Deletion} tenant=${tenant} />`;
}

const zones = () => Intl.supportedValuesOf?.("timeZone") ?? [];

function Setting({ field: [name, label, hint, kind], draft, error, may }) {
  const path = "settings." + name;
  const value = draft.value[path];
  const onInput = draft.set(path);
  if (kind === "flag") return html`<${Check} label=${label} hint=${hint} checked=${value} onChange=${onInput} />`;
  if (kind === "groups") {
    return html`<${ApprovalGroups}
      label=${label}
      hint=${hint}
      path=${path}
      rows=${value}
      onChange=${onInput}
      error=${error}
      may=${may}
    />`;
  }
  const common = { name: path, label, hint, value, onInput, error };
  if (kind === "lines") return html`<${Lines} ...${common} />`;
  if (kind === "text") return html`<${Field} ...${common} maxlength="1000" />`;
  const [min, max, step = 1, , range = `${num(min)} to ${num(max)}.`] = kind;
  return html`<${Field}
    ...${common}
    hint=${`${hint} ${range}`}
    type="number"
    min=${min}
    max=${max}
    step=${step || "any"}
  />`;
}

const HOUR = 3_600_000;
const isDeletion = (banner) => banner.code === "tenant_deletion";

/** Deletes the workspace after confirmation. The deletion can be canceled for 24 hours. */
function Deletion(/** @type {Props} */ { tenant }) {
  const session = useSession();
  const because = useMay("tenant:delete") ? "" : whoMay("tenant:delete");
  const banner = session.banners.find(isDeletion);
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(null);
  const cancel = useAction(async () => {
    await send("POST", TENANT + "/delete/cancel");
    await session.reload();
    say("Deletion canceled");
  });
  const begun = banner && Date.parse(banner.since);
  const until = asked?.scheduledFor ?? (begun && new Date(begun + 24 * HOUR).toISOString());
  const over = asked?.completesBy ?? (begun && new Date(begun + 72 * HOUR).toISOString());
  return html`<${Card} title="Delete this workspace" className="danger">
      <div class="grid">
        ${until
          ? html`<${Note} tone="critical" icon="trash-2" title="This workspace will be deleted.">
              You can cancel the deletion until ${utc(until)} (<${Time} at=${until} />). All data is deleted by
              ${" "}${utc(over)} at the latest. Integrations are inactive until then.
              ${asked &&
              html` All members were signed out.${" "}
                <a href="/login?next=/settings/workspace">Sign in again</a> to cancel it.`}
            </${Note}>`
          : html`<p>
              Agents, policies, findings, incidents, keys, members and the audit log are deleted permanently. The
              deletion starts after 24 hours and completes within 72 hours. You can cancel it in the first
              24 hours. All members are signed out immediately.
            </p>`}
        <${Refused} error=${cancel.error} />
        <div class="acts-row">
          ${until
            ? !asked &&
              html`<${Button}
                icon="undo-2"
                because=${because}
                busy=${cancel.busy}
                onClick=${() => cancel.run()}
              >
                Cancel deletion
              </${Button}>`
            : html`<${Button}
                icon="trash-2"
                because=${because}
                onClick=${() => setAsking(true)}
              >Delete workspace</${Button}>`}
        </div>
      </div>
    </${Card}>
    ${asking &&
    html`<${Confirm}
      label="Delete workspace"
      danger
      typed=${tenant.slug}
      onConfirm=${async () => setAsked((await send("POST", TENANT + "/delete", { confirm: tenant.slug })).deletion)}
      onClose=${() => setAsking(false)}
    >
      <p>
        <b>${tenant.name}</b> and all its data will be deleted. You can cancel within 24 hours. After 72 hours,
        the data is gone and cannot be restored.
      </p>
      <p class="dim">If you need them, export the audit log and create a backup first.</p>
    </${Confirm}>`}`;
}
