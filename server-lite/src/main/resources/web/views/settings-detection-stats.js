import { html } from "../components/html.js";
import { Card } from "../components/page.js";
import { State } from "../components/marks.js";
import { Empty, whenLoaded } from "../components/states.js";
import { num, percent, plural } from "../formats/counts.js";
import { words } from "../formats/words.js";

/** Each layer: its name, what it does, and what it can do about what it finds. */
export const LAYERS = {
  policy: ["Policies", "What a policy refused again and again.", ["enforce", "annotate"]],
  signatures: ["Signatures", "Known orders to models, ways out, destruction, secrets.", ["alert", "annotate"]],
  heuristics: ["Combinations", "Steps that are harmless alone and not together.", ["alert", "annotate"]],
  anomaly: ["Habits", "What an agent never did before: hosts, hours, amounts.", ["alert", "annotate"]],
  judge: ["Judge", "Would ask a language model. None is shipped, so it cannot be switched on.", ["annotate"]],
};

/** Each threat: its name, and what it is. */
export const THREATS = {
  prompt_injection: ["Prompt injection", "Content contains instructions for the model."],
  exfiltration: ["Data exfiltration", "Sensitive data is sent to another destination."],
  destructive_action: ["Destructive action", "Deletes, drops, wipes."],
  secret_exposure: ["Secret in tool arguments", "A key or a password where none belongs."],
  pii_exposure: ["Personal data on its way out", "What counts as personal data is chosen below."],
  unusual_destination: ["Unusual destination", "A host the agent never called."],
  burst: ["Activity spike", "The agent acts far more often than usual."],
  off_hours: ["Action at an unusual hour", "When the agent usually rests."],
  policy_violation: ["Repeated denials", "An agent repeats denied actions."],
};

/** What detection did in the last hours, by layer and by threat. */
export function DetectionStats({ query }) {
  return html`<${Card} title="Last 24 hours" padded=${false} className="tbl-card">
    ${whenLoaded(query, 160, (stats) => html`<${Figures} stats=${stats} />`)}
  </${Card}>`;
}

function Figures(/** @type {Props} */ { stats }) {
  const judged = Object.values(stats.verdicts).reduce((sum, n) => sum + n, 0);
  const threats = Object.entries(stats.byThreatType).sort((a, b) => b[1] - a[1]);
  if (!judged && !stats.waiting) {
    return html`<${Empty} icon="radar" title="Nothing was judged yet" level=${3}>
      <p>Figures come with the first decisions and telemetry of your agents.</p>
      <a class="btn" href="/agents">Open agents</a>
    </${Empty}>`;
  }
  return html`<div class="pad">
      <p>
        ${plural(judged, "observation")} judged:${" "}
        ${Object.entries(stats.verdicts).map(([name, n]) => `${num(n)} ${words(name).toLowerCase()}`).join(", ")}.
        ${stats.waiting > 0 && ` ${num(stats.waiting)} wait to be judged.`}
        ${stats.falsePositiveRate == null
          ? " No alert was closed, so nothing is known of false alarms."
          : ` Of ${plural(stats.triaged, "closed alert")}, ${percent(stats.falsePositiveRate)} were false alarms.`}
      </p>
      ${threats.length > 0 &&
      html`<p class="dim">
        By threat: ${threats.map(([name, n]) => `${THREATS[name]?.[0] ?? words(name)} ${num(n)}`).join(", ")}.
        ${" "}<a href="/alerts">Open alerts</a>
      </p>`}
    </div>
    <div class="tbl plain-tbl">
      <table>
        <caption class="vh">What each layer did in the last ${stats.windowHours} hours</caption>
        <thead>
          <tr>
            <th scope="col">Layer</th>
            <th scope="col" class="num">Looked at</th>
            <th scope="col" class="num">Not told</th>
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
              <td class="num" data-label="Looked at">${num(one.evaluated)}</td>
              <td class="num" data-label="Not told">${num(one.notEvaluated)}</td>
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

/** What the layers are made of; all of it is built in. */
export function Models({ query }) {
  return html`<${Card} title="What the layers use" padded=${false} className="tbl-card">
    ${whenLoaded(query, 160, ({ models }) => html`<div class="tbl plain-tbl">
      <table>
        <caption class="vh">Rule sets and statistics of detection</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Layer</th>
            <th scope="col">Kind</th>
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
              <td data-label="Kind">${words(model.type)}</td>
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
