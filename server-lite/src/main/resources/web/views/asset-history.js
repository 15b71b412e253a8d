import { html } from "../components/html.js";
import { Card } from "../components/page.js";
import { State, Tag, Time } from "../components/marks.js";
import { DiffRows } from "../components/diff.js";
import { whenLoaded } from "../components/states.js";
import { withQuery } from "../api.js";
import { useQuery } from "../query.js";
import { useParams } from "../router.js";
import { plural } from "../formats/counts.js";
import { utc } from "../formats/dates.js";
import { words } from "../formats/words.js";

const TONES = { critical: "critical", warning: "medium", info: "info" };

/** The history of an asset, and a comparison of two snapshots. */
export function Posture({ id }) {
  const base = /** @type {const} */ (`/api/discovery/${encodeURIComponent(id)}`);
  const history = useQuery(base + "/history?limit=200");
  return html`<${Card} title="Posture history" padded=${false}>
    <div class="pad">
      ${whenLoaded(history, 160, ({ history: moments }) =>
        moments.length === 0
          ? html`<p class="dim">No snapshots yet.</p>`
          : html`<${Moments} moments=${moments} />`)}
    </div>
    ${history.data?.history.length > 1 && html`<${Compare} base=${base} moments=${history.data.history} />`}
  </${Card}>`;
}

function Moments({ moments }) {
  return html`<ol class="mcp-plain moments">
    ${moments.map(
      (m) => html`<li key=${m.snapshotId}>
        <${Time} at=${m.observedAt} />
        <span class="t">${words(m.event)}</span>
        <span>Risk ${m.riskScore}</span>
        <${State} of=${m.reviewState} />
        <span class="dim">${m.findings.critical} critical, ${plural(m.findings.high, "high-risk factor")}</span>
      </li>`,
    )}
  </ol>`;
}

/** A comparison of two snapshots, which are parameters in the address. */
function Compare({ base, moments }) {
  const [params, update] = useParams();
  const from = params.get("from") ?? moments[1].snapshotId;
  const to = params.get("to") ?? moments[0].snapshotId;
  const diff = useQuery(withQuery(base + "/diff", { from, to }));
  const choose = (name, label, value) => html`<label class="range">${label}
    <select class="inp" value=${value} onChange=${(event) => update({ [name]: event.target.value })}>
      ${moments.map(
        (m) => html`<option key=${m.snapshotId} value=${m.snapshotId}>
          ${utc(m.observedAt)}, ${words(m.event).toLowerCase()}
        </option>`,
      )}
    </select>
  </label>`;
  return html`<div class="compare">
    <h3 class="sub">Compare snapshots</h3>
    <div class="bar-tools">${choose("from", "From", from)}${choose("to", "To", to)}</div>
  </div>
  ${whenLoaded(diff, 160, ({ changes, summary }) =>
    changes.length === 0
      ? html`<p class="pad dim">No differences between these snapshots.</p>`
      : html`<p class="pad dim">
            ${summary.critical} critical, ${plural(summary.warning, "warning")}, ${summary.info} informational
          </p>
          <div class="clip"><${DiffRows} long rows=${changes.map(row)} /></div>`)}`;
}

function row({ path, before, after, severity, driftClass }) {
  return {
    name: path,
    before: before == null ? undefined : shown(before),
    after: after == null ? undefined : shown(after),
    mark: html`<br /><${Tag} tone=${TONES[severity]}>${words(driftClass)}</${Tag}>`,
  };
}

function shown(value) {
  if (Array.isArray(value)) return value.map((v) => (typeof v === "object" ? JSON.stringify(v) : v)).join(", ") || "none";
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, v]) => `${name}: ${Array.isArray(v) ? v.join(", ") || "none" : v}`)
    .join(" ");
}
