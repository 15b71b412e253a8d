import { useRef } from "preact/hooks";
import { html } from "../components/html.js";
import { Card, PageHead } from "../components/page.js";
import { Check, Field, focusWrong, Options } from "../components/form.js";
import { SEVERITIES } from "../components/marks.js";
import { say, whenLoaded } from "../components/states.js";
import { DetectionStats, LAYERS, Models, THREATS } from "./settings-detection-stats.js";
import { ChangedBy, linesOf, Lines, ReadOnly, SaveBar, useDraft } from "./settings-parts.js";
import { send } from "../api.js";
import { words } from "../formats/words.js";
import { useAction, useQuery } from "../query.js";
import { useMay, whoMay } from "../session.js";

const CONFIG = "/api/detection/config";

/** The types of personal data, by their names in the API. */
const ENTITIES = [
  ["EMAIL_ADDRESS", "Email addresses"],
  ["PHONE_NUMBER", "Phone numbers"],
  ["CREDIT_CARD", "Card numbers"],
  ["IBAN_CODE", "Bank accounts (IBAN)"],
  ["US_SSN", "US social security numbers"],
  ["SE_PERSONNUMMER", "Swedish personal numbers"],
  ["UK_NINO", "UK national insurance numbers"],
  ["PASSPORT_NUMBER", "Passport numbers"],
  ["DATE_OF_BIRTH", "Dates of birth"],
];

const ACTIONS = {
  enforce: "Enforce policy decisions",
  alert: "Raise an alert",
  annotate: "Record without an alert",
};

/** Detection settings and statistics. */
export function DetectionSettings({ crumbs, title }) {
  const query = useQuery(CONFIG);
  const stats = useQuery("/api/detection/stats", { every: 30 });
  const models = useQuery("/api/detection/models");
  return html`<${PageHead}
      title=${title}
      crumbs=${crumbs}
      sub="The first confident detection layer decides."
    />
    <${DetectionStats} query=${stats} />
    ${whenLoaded(query, 480, ({ config }) =>
      html`<${Form} config=${config} reload=${query.reload} />`)}
    <${Models} query=${models} />`;
}

function fieldsOf(config) {
  const fields = {
    enabled: config.enabled,
    piiEntities: config.piiEntities,
    allowList: config.allowList.join("\n"),
    "autoIncident.enabled": config.autoIncident.enabled,
    "autoIncident.minSeverity": config.autoIncident.minSeverity,
  };
  for (const layer of config.cascade) {
    fields[`${layer.layer}.enabled`] = layer.enabled;
    fields[`${layer.layer}.action`] = layer.action;
    if (layer.threshold != null) fields[`${layer.layer}.threshold`] = String(layer.threshold);
  }
  for (const [threat, one] of Object.entries(config.threatTypes)) {
    fields[`threatTypes.${threat}.enabled`] = one.enabled;
    fields[`threatTypes.${threat}.minSeverity`] = one.minSeverity;
  }
  return fields;
}

/** The whole configuration, so that error paths match the fields of the page. */
function bodyOf(config, value, version) {
  const number = (text) => (text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text));
  return {
    version,
    enabled: value.enabled,
    cascade: config.cascade.map(({ layer, threshold }) => ({
      layer,
      enabled: value[layer + ".enabled"],
      action: value[layer + ".action"],
      ...(threshold == null ? {} : { threshold: number(value[layer + ".threshold"]) }),
    })),
    threatTypes: Object.fromEntries(
      Object.keys(config.threatTypes).map((threat) => [
        threat,
        {
          enabled: value[`threatTypes.${threat}.enabled`],
          minSeverity: value[`threatTypes.${threat}.minSeverity`],
        },
      ]),
    ),
    piiEntities: value.piiEntities,
    allowList: linesOf(value.allowList),
    autoIncident: {
      enabled: value["autoIncident.enabled"],
      minSeverity: value["autoIncident.minSeverity"],
    },
  };
}

function labelOf(name) {
  const fixed = {
    enabled: "Detection",
    piiEntities: "Personal data",
    allowList: "Allow list",
    "autoIncident.enabled": "Create incidents automatically",
    "autoIncident.minSeverity": "Minimum severity of incidents",
  };
  if (fixed[name]) return fixed[name];
  const parts = name.split(".");
  const what = { enabled: "", action: ", action", threshold: ", threshold", minSeverity: ", least severity" };
  const of = parts.length === 3 ? (THREATS[parts[1]]?.[0] ?? words(parts[1])) : LAYERS[parts[0]][0];
  return of + what[parts.at(-1)];
}

function showValue(value, name) {
  if (value === true) return "On";
  if (value === false) return "Off";
  if (name.endsWith(".action")) return ACTIONS[value];
  if (Array.isArray(value)) return value.map(words).join(", ") || "None";
  return name.endsWith("everity") ? words(value) : value || "Empty";
}

function Form(/** @type {Props<{ config: Api<"DetectionConfig"> }>} */ { config, reload }) {
  const may = useMay("detection:write");
  const draft = useDraft(fieldsOf(config), config.version);
  const box = useRef(null);
  const { value, set } = draft;
  const action = useAction(async () => {
    try {
      await send("PUT", CONFIG, bodyOf(config, value, draft.version), {
        headers: { "If-Match": `"${draft.version}"` },
      });
    } catch (error) {
      focusWrong(box.current);
      throw error;
    }
    await reload();
    say("Detection saved");
  });
  const { error } = action;
  return html`<div class="grid" ref=${box}>
      ${!may && html`<${ReadOnly} who=${whoMay("detection:write")} />`}
      <${Card} title="Layers">
        <fieldset class="plain" disabled=${!may}>
          <${Check}
            label="Detection"
            hint="When off, no events are evaluated and detection raises no alerts. Policies still apply."
            checked=${value.enabled}
            onChange=${set("enabled")}
          />
          <ul class="layers form-rows">
            ${config.cascade.map(
              ({ layer, threshold }, i) => html`<${Layer}
                key=${layer}
                layer=${layer}
                place=${i}
                hasThreshold=${threshold != null}
                value=${value}
                set=${set}
                error=${error}
              />`,
            )}
          </ul>
        </fieldset>
      </${Card}>
      <${Card} title="Threats">
        <fieldset class="plain" disabled=${!may}>
          <p class="dim">Lower severities raise no alert.</p>
          <ul class="layers threats">
            ${Object.keys(config.threatTypes).map((threat) => {
              const [label, hint] = THREATS[threat] ?? [words(threat), ""];
              return html`<li key=${threat}>
                <${Check}
                  label=${label}
                  hint=${hint}
                  checked=${value[`threatTypes.${threat}.enabled`]}
                  onChange=${set(`threatTypes.${threat}.enabled`)}
                />
                <${SeverityField}
                  name=${`threatTypes.${threat}.minSeverity`}
                  label=${label + ", minimum severity"}
                  value=${value}
                  set=${set}
                />
              </li>`;
            })}
          </ul>
        </fieldset>
      </${Card}>
      <${Card} title="Incidents">
        <fieldset class="plain" disabled=${!may}>
          <ul class="layers threats">
            <li>
              <${Check}
                label="Create incidents automatically"
                hint="Alerts of at least this severity create an incident."
                checked=${value["autoIncident.enabled"]}
                onChange=${set("autoIncident.enabled")}
              />
              <${SeverityField}
                name="autoIncident.minSeverity"
                label="Minimum severity of incidents"
                value=${value}
                set=${set}
              />
            </li>
          </ul>
        </fieldset>
      </${Card}>
      <${Card} title="Personal data">
        <fieldset class="plain" disabled=${!may}>
          <p class="dim">The types of data that count as personal.</p>
          <div class="choices two">
            ${entities(config).map(
              ([name, label]) => html`<${Check}
                key=${name}
                label=${label}
                checked=${value.piiEntities.includes(name)}
                onChange=${(on) =>
                  set("piiEntities")(
                    entities(config)
                      .map(([one]) => one)
                      .filter((one) => (one === name ? on : value.piiEntities.includes(one))),
                  )}
              />`,
            )}
          </div>
        </fieldset>
      </${Card}>
      <${Card} title="Allow list">
        <fieldset class="plain form" disabled=${!may}>
          <${Lines}
            name="allowList"
            label="Do not alert on"
            rows="5"
            hint="One per line: host:*.example.com, agent:agt_…, tool:server.tool, or rule: with a name."
            value=${value.allowList}
            onInput=${set("allowList")}
            error=${error}
          />
        </fieldset>
        <div class="mt4">
          <${ChangedBy} version=${config.version} at=${config.updatedAt} by=${config.updatedBy} />
        </div>
      </${Card}>
    </div>
    <${SaveBar}
      draft=${draft}
      labels=${labelOf}
      show=${showValue}
      action=${action}
      reload=${reload}
      because=${may ? "" : whoMay("detection:write")}
    />`;
}

/** The known values, and others that the server has enabled. */
const entities = (config) => [
  ...ENTITIES,
  ...config.piiEntities
    .filter((name) => !ENTITIES.some(([known]) => known === name))
    .map((name) => [name, words(name.toLowerCase())]),
];

function Layer({ layer, place, hasThreshold, value, set, error }) {
  const [label, hint, actions] = LAYERS[layer];
  const judge = layer === "judge";
  return html`<li>
    <${Check}
      label=${`${place + 1}. ${label}`}
      hint=${hint}
      checked=${value[layer + ".enabled"]}
      disabled=${judge}
      onChange=${set(layer + ".enabled")}
    />
    ${hasThreshold
      ? html`<${Field}
          name=${`cascade[${place}].threshold`}
          label=${html`<span class="vh">${label}, </span>Confidence threshold`}
          hint=${layer === "anomaly" ? "2 to 20" : "0.3 to 1"}
          type="number"
          min=${layer === "anomaly" ? 2 : 0.3}
          max=${layer === "anomaly" ? 20 : 1}
          step="0.05"
          value=${value[layer + ".threshold"]}
          onInput=${set(layer + ".threshold")}
          error=${error}
        />`
      : html`<span></span>`}
    <${Field}
      name=${`cascade[${place}].action`}
      label=${html`<span class="vh">${label}, </span>Action`}
      as="select"
      value=${value[layer + ".action"]}
      onInput=${set(layer + ".action")}
      error=${error}
    ><${Options} options=${actions.map((one) => [one, ACTIONS[one]])} /></${Field}>
  </li>`;
}

function SeverityField({ name, label, value, set }) {
  return html`<select
    class="inp"
    aria-label=${label}
    value=${value[name]}
    onChange=${(event) => set(name)(event.target.value)}
  ><${Options} options=${SEVERITIES.map((one) => [one, words(one) + " or higher"])} /></select>`;
}
