import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Dialog } from "../components/dialog.js";
import { Check, Field, FormDialog, useForm, useUnsaved } from "../components/form.js";
import { Note, Refused } from "../components/states.js";
import { send } from "../api.js";
import { words } from "../formats/words.js";

/** Where the API has integrations. */
export const ITEM = "/api/admin/integrations";

const AUTHORIZATION = ["authorization", "Authorization", "secret", "The whole header, such as Bearer and a token."];
const HOOK = ["webhookSecret", "Webhook secret", "secret", "What the platform signs with when it posts its runs."];

/**
 * What each type is configured with: the field's name in the API, its label, its kind (a trailing !
 * says that it must be there) and a hint.
 */
export const FIELDS = {
  slack: [["webhookUrl", "Webhook address", "secret!", "https://hooks.slack.com/services/…"]],
  email: [["recipients", "Recipients", "text!", "Up to 20 addresses, with commas between."]],
  webhook: [
    ["url", "Address", "url!"],
    ["secret", "Signing secret", "secret", "Signed with Standard Webhooks. The previous secret stays valid for 24 hours."],
    AUTHORIZATION,
  ],
  pagerduty: [
    ["routingKey", "Routing key", "secret!", "Of an integration with the Events API, version 2."],
    ["baseUrl", "Address", "url", "https://events.pagerduty.com unless you run another."],
  ],
  siem_webhook: [["url", "Address", "url!", "Findings are posted here as OCSF."], AUTHORIZATION],
  n8n: [
    ["baseUrl", "Address", "url!", "Such as https://n8n.example.com."],
    ["apiKey", "API key", "secret!", "One that may read workflows."],
    HOOK,
  ],
  zapier: [
    ["accessToken", "Access token", "secret", "Without it, only exported files are read."],
    ["baseUrl", "Address", "url", "https://api.zapier.com unless it is another."],
    HOOK,
  ],
  make: [
    ["baseUrl", "Address of your zone", "url!", "Such as https://eu1.make.com."],
    ["apiToken", "API token", "secret!"],
    ["organizationId", "Organization ID", "text"],
    ["teamId", "Team ID", "text"],
    HOOK,
  ],
  power_automate: [
    ["tenantId", "Tenant ID", "text", "With client ID and client secret. Without all three, only files are read."],
    ["clientId", "Client ID", "text"],
    ["clientSecret", "Client secret", "secret"],
    ["environmentId", "Environment ID", "text"],
    ["apiUrl", "API address", "url", "https://api.flow.microsoft.com unless it is another."],
    ["loginUrl", "Sign-in address", "url", "https://login.microsoftonline.com unless it is another."],
    HOOK,
  ],
  github: [
    ["token", "Token", "secret!"],
    ["baseUrl", "Address", "url", "https://api.github.com; a server of your own ends in /api/v3."],
  ],
  otlp: [["endpoint", "Endpoint", "url!", "Without /v1/traces."], AUTHORIZATION],
  oidc: [
    ["issuer", "Issuer", "url!"],
    ["clientId", "Client ID", "text!"],
    ["clientSecret", "Client secret", "secret", "None for a public client."],
  ],
  vault: [
    ["address", "Address", "url!", "Of HashiCorp Vault or OpenBao."],
    ["token", "Token", "secret!"],
    ["namespace", "Namespace", "text"],
  ],
};

/**
 * Types by purpose, with a sentence each.
 *
 * @type {[string, [Api<"IntegrationType">, string, string][]][]}
 */
const TYPES = [
  [
    "Alerts go to",
    [
      ["slack", "Slack", "Posts alerts to a channel."],
      ["email", "Email", "Mails alerts to people."],
      ["webhook", "Webhook", "Posts signed JSON to an address."],
      ["pagerduty", "PagerDuty", "Opens and resolves incidents."],
      ["siem_webhook", "SIEM", "Posts OCSF findings."],
    ],
  ],
  [
    "Platforms to scan",
    [
      ["n8n", "n8n", "Finds its workflows."],
      ["make", "Make", "Finds scenarios, or reads blueprints."],
      ["zapier", "Zapier", "Finds Zaps, or reads exports."],
      ["power_automate", "Power Automate", "Finds flows, or reads packages."],
    ],
  ],
  [
    "Other services",
    [
      ["github", "GitHub", "Keeps a token for a GitHub server."],
      ["otlp", "OpenTelemetry", "Sends telemetry to a collector."],
      ["oidc", "OpenID Connect", "Keeps an identity provider at hand."],
      ["vault", "Vault", "Stores Vault connection details."],
    ],
  ],
];

const NAMES = Object.fromEntries(TYPES.flatMap(([, types]) => types.map(([type, name]) => [type, name])));

/** A type as people call it. */
export const typeName = (type) => NAMES[type] ?? words(type);

/** Whether the workflows of a platform are looked through. */
export const isScanned = (type) => ["n8n", "make", "zapier", "power_automate"].includes(type);

/**
 * A new integration, or another configuration of one. What is refused leaves the form as it was.
 *
 * @param of the one that is changed; none for a new one
 * @param type of a new one, where it is known already
 */
export function IntegrationForm(/** @type {Props<{ of: Api<"Integration"> }>} */ { of: one, type: wanted, onSaved, onClose }) {
  const [type, setType] = useState(one?.type ?? (FIELDS[wanted] ? wanted : null));
  if (!type) {
    return html`<${Dialog} label="Add integration" onClose=${onClose}>
      <div class="dl-b">
        ${TYPES.map(
          ([group, types]) => html`<div key=${group}>
            <h3>${group}</h3>
            <div class="types mt2">
              ${types.map(
                ([id, name, about]) => html`<button key=${id} type="button" onClick=${() => setType(id)}>
                  <b>${name}</b><span>${about}</span>
                </button>`,
              )}
            </div>
          </div>`,
        )}
      </div>
    </${Dialog}>`;
  }
  return html`<${Filled} key=${type} of=${one} type=${type} onSaved=${onSaved} onClose=${onClose} />`;
}

function Filled(/** @type {Props<{ of: Api<"Integration"> }>} */ { of: one, type, onSaved, onClose }) {
  const fields = FIELDS[type];
  const first = {
    name: one?.name ?? typeName(type),
    enabled: one?.enabled ?? true,
    interval: String(one?.pollIntervalSeconds ?? 900),
    // Secrets are never read back: their fields begin empty, and stay out of what is sent.
    ...Object.fromEntries(
      fields.map(([name, , kind]) => [name, isSecret(kind) ? "" : (one?.config[name] ?? "")]),
    ),
  };
  const [gone, setGone] = useState({});
  const form = useForm(first, (values) =>
    one
      ? send("PUT", `${ITEM}/${one.id}`, bodyOf(one, type, values, gone), {
          headers: { "If-Match": `"${one.version}"` },
        })
      : send("POST", ITEM, bodyOf(null, type, values, gone)),
  );
  const { values } = form;
  const held = useUnsaved(JSON.stringify(values) !== JSON.stringify(first));
  const missing = fields.find(([name, , kind]) => kind.endsWith("!") && !values[name].trim() && !one?.config[name]);
  return html`${held}
    <${FormDialog}
      label=${one ? "Edit " + one.name : "Add " + typeName(type)}
      verb=${one ? "Save integration" : "Add integration"}
      because=${!values.name.trim() ? "Give it a name first" : missing ? `${missing[1]} is missing` : ""}
      form=${form}
      className="dl-b form"
      refusal=${html`<${Refused} error=${form.error} />
        ${form.error && html`<p class="dim">Nothing was saved. What you typed is still here.</p>`}`}
      onDone=${({ integration }) => onSaved(integration, !one)}
      onClose=${onClose}
      autocomplete="off"
      novalidate
    >
      <${Field} ...${form.field("name")} label="Name" maxlength="100" />
      ${fields.map(
        (field) => html`<${ConfigField}
          key=${field[0]}
          ...${form.field(field[0])}
          field=${field}
          stored=${one?.config[field[0]]}
          gone=${gone[field[0]]}
          onGone=${(on) => setGone((g) => ({ ...g, [field[0]]: on }))}
        />`,
      )}
      ${isScanned(type) &&
      html`<${Field}
        ...${form.field("interval")}
        name="pollIntervalSeconds"
        label="Seconds between two scans"
        hint="60 to 604800. It begins by itself after the first test or scan."
        type="number"
        min="60"
        max="604800"
      />`}
      <${Check}
        label="Enabled"
        hint="When off, the integration is kept but inactive."
        checked=${values.enabled}
        onChange=${form.field("enabled").onInput}
      />
      ${type === "oidc" &&
      html`<${Note}>
        Signing in is set up by the operator of the server. See${" "}
        <a href="/settings/sign-in">Sign-in and mail</a>.
      </${Note}>`}
    </${FormDialog}>`;
}

const isSecret = (kind) => kind.startsWith("secret");

/** A field of the configuration. A secret is written and never read: empty keeps what is stored. */
function ConfigField({ field: [name, label, kind, hint], stored, value, onInput, gone, onGone, error }) {
  const secret = isSecret(kind);
  const kept = secret && stored ? `Stored as ${stored}. Leave it empty to keep it.` : "";
  return html`<div class="grid">
    <${Field}
      name=${"config." + name}
      label=${label}
      optional=${!kind.endsWith("!")}
      hint=${[hint, kept].filter(Boolean).join(" ")}
      type=${secret ? "password" : kind.startsWith("url") ? "url" : "text"}
      value=${value}
      onInput=${onInput}
      error=${error}
      autocomplete=${secret ? "new-password" : "off"}
      spellcheck=${false}
    />
    ${secret &&
    stored &&
    !kind.endsWith("!") &&
    html`<${Check}
      label=${"Remove the stored " + label.toLowerCase()}
      checked=${Boolean(gone)}
      onChange=${onGone}
    />`}
  </div>`;
}

function bodyOf(one, type, form, gone) {
  /** @type {Record<string, string | null>} */
  const config = {};
  for (const [name, , kind] of FIELDS[type]) {
    const value = form[name].trim();
    if (value) config[name] = value;
    else if (gone[name] || (!isSecret(kind) && one?.config[name])) config[name] = null;
  }
  return {
    ...(one ? {} : { type }),
    name: form.name.trim(),
    enabled: form.enabled,
    config,
    ...(isScanned(type) ? { pollIntervalSeconds: Number(form.interval) || form.interval } : {}),
  };
}
