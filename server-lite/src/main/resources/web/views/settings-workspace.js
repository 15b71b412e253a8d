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
 * Each setting: its name in the API, its label, its effect, and its kind or range.
 *
 * @type {[string, string, [string, string, string, string | number[]][]][]}
 */
const GROUPS = [
  [
    "Certification",
    "When a workflow can be certified.",
    [
      ["riskThreshold", "Risk limit", "A workflow with this composite risk or more is not certified.", [0, 100]],
      [
        "certifyObserved",
        "A policy that only observes is enough",
        "Otherwise a workflow needs a policy that enforces something.",
        "flag",
      ],
    ],
  ],
  [
    "Rollout",
    "What a policy must show before it is promoted.",
    [
      [
        "calibrationThreshold",
        "Share of matching verdicts",
        "What a replay must reach. With 1, every verdict must match.",
        [0, 1, 0.01],
      ],
      ["minReplaySamples", "Recorded decisions a replay needs", "Fewer are no evidence.", [1, 1_000_000]],
      ["evidenceMaxAgeHours", "Hours that a replay stays good", "An older one must be repeated.", [1, 8760]],
      [
        "requireTwoPersonPromotion",
        "Two people for a promotion",
        "Who asks for a promotion may not be the one who confirms it.",
        "flag",
      ],
    ],
  ],
  [
    "Agents",
    "How agents become known, and which may act.",
    [
      ["autoRegister", "Register agents by their first call", "Otherwise an unknown agent is refused.", "flag"],
      ["denyRejected", "Refuse rejected agents", "An agent that was rejected in Discovery may do nothing.", "flag"],
    ],
  ],
  [
    "Approvals",
    "Who approves, and how long a call waits.",
    [
      [
        "approvalTimeoutSeconds",
        "Seconds an approval waits",
        "After that it is denied, unless its rule says otherwise.",
        [10, 604_800],
      ],
      ["approvalGroups", "Groups", "Policies name these groups. Members are given by email or ID.", "groups"],
    ],
  ],
  [
    "Outbound proxy",
    "What may leave, and what comes back.",
    [
      ["allowPlainHttp", "Allow plain HTTP", "The proxy and integrations may call addresses without TLS.", "flag"],
      ["proxyAllowSetCookie", "Pass Set-Cookie headers through", "When off, Set-Cookie is removed from responses.", "flag"],
      [
        "proxyStripHeaders",
        "Request headers to remove",
        "One per line, in addition to those that are always removed.",
        "lines",
      ],
    ],
  ],
  [
    "Retention and telemetry",
    "How long data is retained, and how much.",
    [
      ["retentionDays.sessions", "Days that sessions are kept", "Sessions with their timeline.", [1, 36_500]],
      ["retentionDays.events", "Days that events are kept", "Decisions, telemetry and governance events.", [1, 36_500]],
      ["retentionDays.audit", "Days that the audit log is kept", "At least a year.", [365, 36_500]],
      [
        "telemetryContent",
        "Keep what models and tools say",
        "Secrets and personal data are taken out first.",
        "flag",
      ],
      [
        "traceUrlTemplate",
        "Where traces can be looked at",
        "An address with {trace_id}, such as https://tempo.example/trace/{trace_id}. Empty for nowhere.",
        "text",
      ],
    ],
  ],
];

/** @type {[string, string, string, object][]} */
const PROFILE = [
  ["name", "Name", "", { maxlength: 200, required: true }],
  ["contactEmail", "Contact email", "Where people turn to about this workspace.", { type: "email", maxlength: 254 }],
  ["timezone", "Time zone", "A name such as Europe/Stockholm.", { maxlength: 100, list: "timezones" }],
  ["industry", "Industry", "", { maxlength: 200 }],
  ["size", "Size", "How many people, such as 51-200.", { maxlength: 200 }],
];

const FIELDS = GROUPS.flatMap(([, , fields]) => fields);
const LABELS = Object.fromEntries([
  ...PROFILE.map(([name, label]) => [name, label]),
  ...FIELDS.map(([name, label]) => ["settings." + name, label]),
]);

/** The profile of the workspace, and everything that it can set for itself. */
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

/** A setting as the field that shows it. */
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
  return Array.isArray(kind) ? String(value) : value;
}

/** What is sent for the fields that were changed, and nothing else. */
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
  // What is no number is sent as it was typed, so that the server says what is wrong with it.
  if (Array.isArray(kind)) return value.trim() === "" || Number.isNaN(Number(value)) ? value : Number(value);
  return value;
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
        Until when that can be canceled stands at the end of this page.
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
              ["ID", html`<${Copyable} text=${tenant.id} label="Copy the ID" />`],
              ["Short name", html`<${Copyable} text=${tenant.slug} label="Copy the short name" />`],
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
  const [min, max, step = 1] = kind;
  return html`<${Field}
    ...${common}
    hint=${`${hint} ${num(min)} to ${num(max)}.`}
    type="number"
    min=${min}
    max=${max}
    step=${step}
  />`;
}

const HOUR = 3_600_000;
const isDeletion = (banner) => banner.code === "tenant_deletion";

/** The end of the workspace: asked for by its short name, and taken back within a day. */
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
              It can be canceled until ${utc(until)} (<${Time} at=${until} />). Everything is gone by
              ${" "}${utc(over)} at the latest. Until then integrations are not used.
              ${asked &&
              html` Everybody was signed out.${" "}
                <a href="/login?next=/settings/workspace">Sign in again</a> to cancel it.`}
            </${Note}>`
          : html`<p>
              Agents, policies, findings, incidents, keys, members and the audit log are removed for good. The
              deletion begins after 24 hours, in which it can be canceled, and is over after 72 hours at the
              latest. Everybody is signed out at once.
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
                Cancel the deletion
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
        <b>${tenant.name}</b> and everything in it is deleted. You have 24 hours to cancel. After 72 hours at
        the latest nothing is left, and no one can bring it back.
      </p>
      <p class="dim">Export the audit log and make a backup first if you need them.</p>
    </${Confirm}>`}`;
}
