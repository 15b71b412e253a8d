import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button, Card, KeyValue, PageHead } from "../components/page.js";
import { Copyable, Risk, State, Tag, Time } from "../components/marks.js";
import { Note, whenLoaded } from "../components/states.js";
import { useQuery } from "../query.js";
import { percent, plural } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { ReviewDrawer } from "./discovery.js";
import { Hash } from "./mcp-parts.js";
import { Posture } from "./asset-history.js";

/** The page of a discovered asset: risk, connectors, evidence and history. */
export function AssetPage({ id }) {
  const query = useQuery(`/api/discovery/${encodeURIComponent(id)}`, { every: 30 });
  const asset = query.data?.asset;
  const [reviewing, setReviewing] = useState(false);
  return html`<${PageHead}
      title=${asset?.name ?? "Asset"}
      crumbs=${[["Discovery", "/discovery"]]}
      sub=${asset && `${words(asset.kind)} from ${asset.sources.map(words).join(", ")}`}
    >
      ${asset && html`<${Button} kind="pri" icon="shield-check" onClick=${() => setReviewing(true)}>Review asset</${Button}>`}
    </${PageHead}>
    ${whenLoaded(query, 420, ({ asset: a }) => html`
      ${a.lifecycleState === "removed" &&
      html`<${Note} tone="medium" icon="circle-minus" title="Removed">
        The sources no longer list this asset.
      </${Note}>`}
      <div class="cols">
        <div class="grid">
          <${Factors} asset=${a} />
          <${Connectors} connectors=${a.connectors} />
          <${Evidence} asset=${a} />
          <${Posture} id=${a.id} />
        </div>
        <div class="grid">
          <${Standing} asset=${a} />
          <${About} asset=${a} />
        </div>
      </div>
      ${reviewing && html`<${ReviewDrawer} asset=${a} onClose=${() => setReviewing(false)} />`}`)}`;
}

function Factors(/** @type {Props} */ { asset }) {
  return html`<${Card} title="Risk" padded=${false} action=${html`<${Risk} of=${asset} />`}>
    <ul class="mcp-lines pts">
      ${asset.riskFactors.map(
        (f) => html`<li key=${f.key}>
          <b class="n">${f.points > 0 ? "+" : ""}${f.points}</b>
          <div><span class="t">${words(f.key)}</span><p class="dim">${f.detail}</p></div>
        </li>`,
      )}
    </ul>
    <p class="pad dim">
      ${asset.riskFactors.length
        ? "The score is the sum of the factors, from 0 to 100."
        : "The risk is assessed when a platform scan or a registration describes the asset."}
    </p>
  </${Card}>`;
}

const CLASSES = {
  business: ["ok", "Business"],
  non_business: ["medium", "Non-business"],
  blocked: ["critical", "Blocked"],
};

function Connectors({ connectors }) {
  return html`<${Card} title="Connectors" padded=${false}>
    ${connectors.length === 0
      ? html`<p class="pad dim">No connectors detected.</p>`
      : html`<ul class="mcp-lines two">
          ${connectors.map((c) => {
            const [tone, label] = CLASSES[c.classification] ?? [null, "Unclassified"];
            return html`<li key=${c.name}>
              <div>
                <span class="t mono">${c.name}</span>
                ${[["Operations", c.operations], ["Scopes", c.scopes], ["Credentials", c.credentials]]
                  .filter(([, list]) => list.length)
                  .map(([name, list]) => html`<p class="dim" key=${name}>${name}: <code>${list.join(", ")}</code></p>`)}
              </div>
              <${Tag} tone=${tone}>${label}</${Tag}>
            </li>`;
          })}
        </ul>`}
  </${Card}>`;
}

function Evidence(/** @type {Props} */ { asset }) {
  return html`<${Card} title="Evidence" padded=${false} action=${html`<b title=${asset.confidenceExplanation}>${percent(asset.confidence)} confidence</b>`}>
    <ul class="mcp-lines two">
      ${asset.evidence.map(
        (e, i) => html`<li key=${i}>
          <div>
            <span class="t">${words(e.scanner)}, based on ${words(e.basis).toLowerCase()}</span>
            <p class="dim">${e.detail}</p>
            <p class="dim"><code>${e.source}</code>, <${Time} at=${e.observedAt} /></p>
          </div>
          <b class="n">${percent(e.confidence)}</b>
        </li>`,
      )}
    </ul>
    <p class="pad dim" title=${asset.confidenceExplanation}>Confidence combines all evidence.</p>
  </${Card}>`;
}

function Standing(/** @type {Props} */ { asset: a }) {
  return html`<${Card} title="Review">
    <div class="row"><${State} of=${a.reviewState} /><${State} of=${a.governanceStatus} /></div>
    <${KeyValue}
      rows=${[
        ["Reason", a.reviewReason === "drift" && "Changed after approval"],
        ["Decided by", a.reviewedBy],
        ["Decided", a.reviewedAt && html`<${Time} at=${a.reviewedAt} />`],
        ["Note", a.reviewNote],
        ["Certification", html`<${State} of=${a.certification.status} />`],
        ["Agent", a.agentId ? html`<a href=${"/agents/" + a.agentId}>Open agent</a>` : "Not registered"],
      ]}
    />
  </${Card}>`;
}

/** An address. Only HTTP addresses become links. */
function Address({ url }) {
  if (!/^https?:\/\//.test(url)) return html`<code>${url}</code>`;
  return html`<a href=${url} target="_blank" rel="noreferrer">${url}</a>`;
}

function About(/** @type {Props} */ { asset: a }) {
  const settings = Object.entries(a.settings);
  const { scanMode, redactionStatus } = a.discoveryEnvelope;
  return html`<${Card} title="Details">
    <${KeyValue}
      rows=${[
        ["Presence", html`<${State} of=${a.lifecycleState} />`],
        ["Enabled", a.active ? "Yes" : "No"],
        ["Owner", a.owner ?? "Unowned"],
        ["Address", a.url && html`<${Address} url=${a.url} />`],
        ["Steps", a.steps > 0 && `${plural(a.steps, "step")}${a.usesAi ? ", uses a model" : ""}`],
        ["Triggers", a.triggers.join(", ")],
        ["Calls workflows", a.subWorkflows.length > 0 && html`<code>${a.subWorkflows.join(", ")}</code>`],
        ["Tags", a.tags.join(", ")],
        ["First seen", html`<${Time} at=${a.firstSeenAt} />`],
        ["Last seen", html`<${Time} at=${a.lastSeenAt} />`],
        ["Scan", `${words(scanMode)}, ${words(redactionStatus).toLowerCase()}`],
        ["External ID", html`<${Copyable} text=${a.externalId} label="Copy external ID" />`],
        ["Asset ID", html`<${Copyable} text=${a.id} label="Copy asset ID" />`],
        ["Fingerprint", html`<${Hash} of=${a.fingerprint.hash} />`],
      ]}
    />
    ${settings.length > 0 &&
    html`<details class="mt4">
      <summary>${plural(settings.length, "setting")}</summary>
      <${KeyValue} rows=${settings.map(([name, value]) => [name, html`<code>${value}</code>`])} />
    </details>`}
  </${Card}>`;
}
