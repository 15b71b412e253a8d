import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Dialog } from "../components/dialog.js";
import { Check, Field, FormDialog, useForm, useUnsaved } from "../components/form.js";
import { Note, Refused } from "../components/states.js";
import { send } from "../api.js";
import { words } from "../formats/words.js";

/** Where the API has integrations. */
export const ITEM = "/api/admin/integrations";

const AUTHORIZATION = ["authorization", "Authorization", "secret", "The full header value, such as Bearer and a token."];
const HOOK = ["webhookSecret", "Webhook secret", "secret", "The platform signs run events with it."];

/**
 * The fields of each type: name in the API, label, type (a trailing !
 * marks a required field) and hint.
 */
export const FIELDS = {
  slack: [["webhookUrl", "Webhook URL", "secret!", "https://hooks.slack.com/services/…"]],
  email: [["recipients", "Recipients", "text!", "Up to 20 addresses, separated by commas."]],
  webhook: [
    ["url", "URL", "url!"],
    ["secret", "Signing secret", "secret", "Signed with Standard Webhooks. The previous secret stays valid for 24 hours."],
    AUTHORIZATION,
  ],
  pagerduty: [
    ["routingKey", "Routing key", "secret!", "Routing key of an Events API v2 integration."],
    ["baseUrl", "URL", "url", "Default: https://events.pagerduty.com."],
  ],
  siem_webhook: [["url", "URL", "url!", "Receives findings in OCSF format."], AUTHORIZATION],
  n8n: [
    ["baseUrl", "URL", "url!", "For example, https://n8n.example.com."],
    ["apiKey", "API key", "secret!", "A key with permission to read workflows."],
    HOOK,
  ],
  zapier: [
    ["accessToken", "Access token", "secret", "Without a token, you can only import exported files."],
    ["baseUrl", "URL", "url", "Default: https://api.zapier.com."],
    HOOK,
  ],
  make: [
    ["baseUrl", "Zone URL", "url!", "For example, https://eu1.make.com."],
    ["apiToken", "API token", "secret!"],
    ["organizationId", "Organization ID", "text"],
    ["teamId", "Team ID", "text"],
    HOOK,
  ],
  power_automate: [
    ["tenantId", "Tenant ID", "text", "Needs client ID and client secret. Without all three, you can only import files."],
    ["clientId", "Client ID", "text"],
    ["clientSecret", "Client secret", "secret"],
    ["environmentId", "Environment ID", "text"],
    ["apiUrl", "API URL", "url", "Default: https://api.flow.microsoft.com."],
    ["loginUrl", "Sign-in URL", "url", "Default: https://login.microsoftonline.com."],
    HOOK,
  ],
  github: [
    ["token", "Token", "secret!"],
    ["baseUrl", "URL", "url", "Default: https://api.github.com. GitHub Enterprise Server URLs end in /api/v3."],
  ],
  otlp: [["endpoint", "Endpoint", "url!", "Without /v1/traces."], AUTHORIZATION],
  oidc: [
    ["issuer", "Issuer", "url!"],
    ["clientId", "Client ID", "text!"],
    ["clientSecret", "Client secret", "secret", "Empty for a public client."],
  ],
  vault: [
    ["address", "URL", "url!", "URL of HashiCorp Vault or OpenBao."],
    ["token", "Token", "secret!"],
    ["namespace", "Namespace", "text"],
  ],
};

/**
 * Types by purpose: [type, label, description].
 *
 * @type {[string, [Api<"IntegrationType">, string, string][]][]}
 */
const TYPES = [
  [
    "Alert channels",
    [
      ["slack", "Slack", "Posts alerts to a channel."],
      ["email", "Email", "Sends alerts by email."],
      ["webhook", "Webhook", "Posts signed JSON to a URL."],
      ["pagerduty", "PagerDuty", "Opens and resolves incidents."],
      ["siem_webhook", "SIEM", "Posts OCSF findings."],
    ],
  ],
  [
    "Platforms to scan",
    [
      ["n8n", "n8n", "Finds workflows."],
      ["make", "Make", "Finds scenarios or imports blueprints."],
      ["zapier", "Zapier", "Finds Zaps or imports exports."],
      ["power_automate", "Power Automate", "Finds flows or imports packages."],
    ],
  ],
  [
    "Other services",
    [
      ["github", "GitHub", "Stores a token for a GitHub server."],
      ["otlp", "OpenTelemetry", "Sends telemetry to a collector."],
      ["oidc", "OpenID Connect", "Stores identity provider details."],
      ["vault", "Vault", "Stores Vault connection details."],
    ],
  ],
];

const NAMES = Object.fromEntries(TYPES.flatMap(([, types]) => types.map(([type, name]) => [type, name])));

/** The display name of a type. */
export const typeName = (type) => NAMES[type] ?? words(type);

/** Whether the workflows of a platform are scanned. */
export const isScanned = (type) => ["n8n", "make", "zapier", "power_automate"].includes(type);

/**
 * Creates or edits an integration. After an error, the form keeps its values.
 *
 * @param of the integration to edit; missing for a new one
 * @param type of a new one, if known
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
    interval: String((one?.pollIntervalSeconds ?? 900) / 60),
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
      because=${!values.name.trim() ? "Enter a name first" : missing ? `Fill in ${missing[1]} first` : ""}
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
        label="Scan interval (minutes)"
        hint="1 to 10,080. Starts automatically after the first test or scan."
        type="number"
        min="1"
        max="10080"
        step="any"
      />`}
      <${Check}
        label="Enabled"
        hint="When off, the integration is stored but inactive."
        checked=${values.enabled}
        onChange=${form.field("enabled").onInput}
      />
      ${type === "oidc" &&
      html`<${Note}>
        The operator of the server configures sign-in. See${" "}
        <a href="/settings/sign-in">Sign-in and mail</a>.
      </${Note}>`}
    </${FormDialog}>`;
}

const isSecret = (kind) => kind.startsWith("secret");

/** A field of the configuration. Secrets are never read back; empty keeps the stored one. */
function ConfigField({ field: [name, label, kind, hint], stored, value, onInput, gone, onGone, error }) {
  const secret = isSecret(kind);
  const kept = secret && stored ? `Stored as ${stored}. Leave empty to keep it.` : "";
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
      label=${"Remove stored " + label.toLowerCase()}
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
    ...(isScanned(type) ? { pollIntervalSeconds: Math.round(Number(form.interval) * 60) || form.interval } : {}),
  };
}
