import { useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button, Card, PageHead } from "../components/page.js";
import { Field, focusWrong, Options } from "../components/form.js";
import { Empty, say, whenLoaded } from "../components/states.js";
import { ChangedBy, ReadOnly, SaveBar, useDraft } from "./settings-parts.js";
import { send } from "../api.js";
import { plural } from "../formats/counts.js";
import { refetch, useAction, useQuery } from "../query.js";
import { useMay, whoMay } from "../session.js";

const CONNECTORS = "/api/discovery/connectors";
const CLASSES = [
  ["business", "Business"],
  ["non_business", "Non-business"],
  ["blocked", "Blocked"],
];
const LOOKED_AT = 200;
const NAMES = Object.fromEntries(CLASSES);

/** The risk classes of workflow connectors. */
export function Connectors({ crumbs, title }) {
  const query = useQuery(CONNECTORS);
  return html`<${PageHead}
      title=${title}
      crumbs=${crumbs}
      sub="Connectors of workflows and their risk class."
    />
    ${whenLoaded(query, 160, (data) => html`<${Form} data=${data} reload=${query.reload} />`)}`;
}

const showValue = (rows) => rows.map((row) => `${row.name}: ${NAMES[row.classification]}`).join("\n") || "None";

function Form(/** @type {Props<{ data: Api<"ConnectorClasses"> }>} */ { data, reload }) {
  const may = useMay("policies:write");
  const because = may ? "" : whoMay("policies:write");
  const draft = useDraft({ connectors: data.connectors }, data.version);
  const rows = draft.value.connectors;
  const change = draft.set("connectors");
  const box = useRef(null);
  const action = useAction(async () => {
    try {
      await send("PUT", CONNECTORS, { connectors: rows }, { headers: { "If-Match": `"${draft.version}"` } });
    } catch (error) {
      focusWrong(box.current);
      throw error;
    }
    await reload();
    refetch("/api/discovery");
    say("Connectors saved");
  });
  const set = (at, part) => (value) => change(rows.map((row, i) => (i === at ? { ...row, [part]: value } : row)));
  const add = (name = "", classification = "business") => change([...rows, { name, classification }]);
  return html`<div class="grid" ref=${box}>
      ${!may && html`<${ReadOnly} who=${because} />`}
      <${Card}
        title="Classified"
        action=${html`<${Button} small icon="plus" because=${because} onClick=${() => add()}>
          Add connector
        </${Button}>`}
      >
        <fieldset class="plain" disabled=${!may}>
          <p class="dim">
            Blocked connectors add 20 risk points; external non-business connectors add 10. Names are
            case-insensitive.
          </p>
          ${rows.length === 0 &&
          html`<${Empty} icon="network" title="No classified connectors yet" level=${3}>
            <p>Start with connectors that must never be used.</p>
          </${Empty}>`}
          <ul class="rows">
            ${rows.map(
              (row, i) => html`<li key=${i}>
                <${Field}
                  name=${`connectors[${i}].name`}
                  label="Connector"
                  value=${row.name}
                  onInput=${set(i, "name")}
                  error=${action.error}
                  autocomplete="off"
                />
                <${Field}
                  name=${`connectors[${i}].classification`}
                  label="Class"
                  as="select"
                  value=${row.classification}
                  onInput=${set(i, "classification")}
                  error=${action.error}
                ><${Options} options=${CLASSES} /></${Field}>
                <${Button}
                  small
                  icon="trash-2"
                  because=${because}
                  aria-label=${`Remove ${row.name || "this connector"}`}
                  onClick=${() => change(rows.filter((_, at) => at !== i))}
                >Remove</${Button}>
              </li>`,
            )}
          </ul>
        </fieldset>
        <${ChangedBy} version=${data.version} at=${data.updatedAt} by=${data.updatedBy} />
      </${Card}>
      <${Seen} rows=${rows} because=${because} onClassify=${add} />
    </div>
    <${SaveBar}
      draft=${draft}
      labels=${() => "Connectors"}
      show=${showValue}
      action=${action}
      reload=${reload}
      because=${because}
    />`;
}

/** Unclassified connectors of workflows, most used first. */
function Seen({ rows, because, onClassify }) {
  const query = useQuery(`/api/discovery?limit=${LOOKED_AT}`);
  const [wanted, setWanted] = useState({});
  const known = new Set(rows.map((row) => row.name.trim().toLowerCase()));
  const uses = new Map();
  const { assets = [], total = 0 } = query.data ?? {};
  for (const asset of assets) {
    for (const { name } of asset.connectors) {
      if (!known.has(name.toLowerCase())) uses.set(name, (uses.get(name) ?? 0) + 1);
    }
  }
  const seen = [...uses].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).slice(0, 50);
  return html`<${Card} title="Unclassified connectors">
    ${total > LOOKED_AT &&
    html`<p class="dim">Based on the first ${LOOKED_AT} of ${plural(total, "workflow")} in Discovery.</p>`}
    ${whenLoaded(query, 80, () =>
      seen.length === 0
        ? html`<p class="dim">All connectors that discovery found are classified.</p>`
        : html`<ul class="rows seen">
            ${seen.map(
              ([name, n]) => html`<li key=${name}>
                <span><b>${name}</b> <span class="dim">in ${plural(n, "workflow")}</span></span>
                <select
                  class="inp"
                  aria-label=${`Class of ${name}`}
                  value=${wanted[name] ?? "business"}
                  onChange=${(event) => setWanted((w) => ({ ...w, [name]: event.target.value }))}
                ><${Options} options=${CLASSES} /></select>
                <${Button} small because=${because} aria-label=${`Classify ${name}`}
                  onClick=${() => onClassify(name, wanted[name] ?? "business")}>Classify</${Button}>
              </li>`,
            )}
          </ul>`)}
  </${Card}>`;
}
