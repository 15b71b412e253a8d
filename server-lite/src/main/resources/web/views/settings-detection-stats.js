import { html } from "../components/html.js";
import { Card } from "../components/page.js";
import { State } from "../components/marks.js";
import { Empty, whenLoaded } from "../components/states.js";
import { num, percent, plural } from "../formats/counts.js";
import { words } from "../formats/words.js";

/** Each layer: name, description and possible actions. */
export const LAYERS = {
  policy: ["Policy", "Repeated denials by policies.", ["enforce", "annotate"]],
  signatures: ["Signatures", "Known patterns of prompt injection, exfiltration, destructive actions and secrets.", ["alert", "annotate"]],
  heuristics: ["Heuristics", "Combinations of steps that are harmless alone.", ["alert", "annotate"]],
  anomaly: ["Anomaly", "Behavior that is new for an agent: hosts, hours, amounts.", ["alert", "annotate"]],
  judge: ["Judge", "Uses a language model. None is included, so this layer cannot be enabled.", ["annotate"]],
};

/** Each threat: name and description. */
export const THREATS = {
  prompt_injection: ["Prompt injection", "Content contains instructions for the model."],
  exfiltration: ["Data exfiltration", "Sensitive data is sent to another destination."],
  destructive_action: ["Destructive action", "Deletes or overwrites data."],
  secret_exposure: ["Secret in tool arguments", "A key or a password in the arguments of a tool."],
  pii_exposure: ["Personal data exposure", "Select the types of personal data below."],
  unusual_destination: ["Unusual destination", "A host that the agent has not called before."],
  burst: ["Activity spike", "The agent acts far more often than usual."],
  off_hours: ["Activity at an unusual hour", "The agent is usually inactive at this time."],
  policy_violation: ["Repeated denials", "An agent repeats denied actions."],
};

/** Detection results of the last hours, by layer and by threat. */
export function DetectionStats({ query }) {
  return html`<${Card} title="Last 24 hours" padded=${false} className="tbl-card">
    ${whenLoaded(query, 160, (stats) => html`<${Figures} stats=${stats} />`)}
  </${Card}>`;
}

function Figures(/** @type {Props} */ { stats }) {
  const judged = Object.values(stats.verdicts).reduce((sum, n) => sum + n, 0);
  const threats = Object.entries(stats.byThreatType).sort((a, b) => b[1] - a[1]);
  if (!judged && !stats.waiting) {
    return html`<${Empty} icon="radar" title="No detection results yet" level=${3}>
      <p>Results appear after the first decisions and telemetry of your agents.</p>
      <a class="btn" href="/agents">Open agents</a>
    </${Empty}>`;
  }
  return html`<div class="pad">
      <p>
        ${plural(judged, "event")} evaluated:${" "}
        ${Object.entries(stats.verdicts).map(([name, n]) => `${num(n)} ${words(name).toLowerCase()}`).join(", ")}.
        ${stats.waiting > 0 && ` ${num(stats.waiting)} queued.`}
        ${stats.falsePositiveRate == null
          ? " No closed alerts yet, so the false positive rate is unknown."
          : ` False positives: ${percent(stats.falsePositiveRate)} of ${plural(stats.triaged, "closed alert")}.`}
      </p>
      ${threats.length > 0 &&
      html`<p class="dim">
        By threat: ${threats.map(([name, n]) => `${THREATS[name]?.[0] ?? words(name)} ${num(n)}`).join(", ")}.
        ${" "}<a href="/alerts">Open alerts</a>
      </p>`}
    </div>
    <div class="tbl plain-tbl">
      <table>
        <caption class="vh">Events by detection layer in the last ${stats.windowHours} hours</caption>
        <thead>
          <tr>
            <th scope="col">Layer</th>
            <th scope="col" class="num">Evaluated</th>
            <th scope="col" class="num">Skipped</th>
            <th scope="col" class="num">Flagged</th>
            <th scope="col" class="num">Passed on</th>
            <th scope="col" class="num">Average ms</th>
            <th scope="col" class="num">p95 (ms)</th>
          </tr>
        </thead>
        <tbody>
          ${stats.layers.map(
            (one) => html`<tr key=${one.layer}>
              <td class="c-main">${LAYERS[one.layer]?.[0] ?? words(one.layer)}</td>
              <td class="num" data-label="Evaluated">${num(one.evaluated)}</td>
              <td class="num" data-label="Skipped">${num(one.notEvaluated)}</td>
              <td class="num" data-label="Flagged">${num(one.flagged)}</td>
              <td class="num" data-label="Passed on">${num(one.escalated)}</td>
              <td class="num" data-label="Average ms">${num(one.avgLatencyMs)}</td>
              <td class="num" data-label="p95 (ms)">${num(one.p95LatencyMs)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

/** The built-in rule sets and statistics of the layers. */
export function Models({ query }) {
  return html`<${Card} title="Rule sets and statistics" padded=${false} className="tbl-card">
    ${whenLoaded(query, 160, ({ models }) => html`<div class="tbl plain-tbl">
      <table>
        <caption class="vh">Rule sets and statistics of detection</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Layer</th>
            <th scope="col">Type</th>
            <th scope="col" class="num">Rules</th>
            <th scope="col">Version</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          ${models.map(
            (model) => html`<tr key=${model.id}>
              <td class="c-main">${model.name}<span class="d"><code>${model.id}</code></span></td>
              <td data-label="Layer">${LAYERS[model.layer]?.[0] ?? words(model.layer)}</td>
              <td data-label="Type">${words(model.type)}</td>
              <td class="num" data-label="Rules">${num(model.ruleCount)}</td>
              <td data-label="Version">${model.version}</td>
              <td data-label="Status"><${State} of=${model.status} /></td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`)}
  </${Card}>`;
}
