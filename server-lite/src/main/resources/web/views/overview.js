import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { BarList, Legend, Spark, StackChart } from "../components/charts.js";
import { Icon } from "../components/icons.js";
import { SEVERITIES, Sev } from "../components/marks.js";
import { Button, Card, PageHead } from "../components/page.js";
import { Skeleton, whenLoaded } from "../components/states.js";
import { num, percent, plural } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { useQuery } from "../query.js";
import { useMay, useSession } from "../session.js";
import { OPEN_ALERTS } from "./alert-words.js";
import { Attention, attentionOf } from "./attention.js";
import { OPEN_INCIDENTS } from "./incident-words.js";
import { LatestEvents } from "./latest-events.js";

const LIVE = { every: 30 };

/** Items that need attention, and the current status. */
export function Overview() {
  const query = useQuery("/api/overview", LIVE);
  const lists = {
    incidents: useQuery(`/api/incidents?status=${OPEN_INCIDENTS}&limit=3`, LIVE),
    critical: useQuery(`/api/alerts?severity=critical&triage_status=${OPEN_ALERTS}&page_size=10`, LIVE),
  };
  return html`<${PageHead} title="Overview" sub="Items that need attention, and the current status." />
    ${whenLoaded(query, 420, ({ overview }) => html`<${Checklist} steps=${overview.onboarding.steps} />
      ${isNew(overview) ? html`<${Beginning} />` : html`<${Standing} overview=${overview} lists=${lists} />`}`)}`;
}

function isNew(/** @type {Props["overview"]} */ { agents, mcp, discovery, onboarding }) {
  const uploaded = onboarding.steps.some((step) => step.id === "upload_report" && step.done);
  return !agents.total && !mcp.servers && !discovery.unreviewed && !uploaded;
}

function Beginning() {
  return html`<p class="dim mt4">
    Items that need attention appear here after the first scan report or the first agent.
    Agents come by <a href="/agents">connecting one</a>, or by themselves when they ask the server about what
    they do.
  </p>`;
}

/** The setup steps of a new workspace: title, description, address and link text. */
const FIRST = {
  set_up_organization: ["Set up the workspace", "Name and time zone.", "/setup", "Set up"],
  create_api_key: ["Create API key", "Scanners and agents use it to call the server.", "/setup?step=key", "Create API key"],
  upload_report: ["Upload a first scan", "Lists MCP servers and their findings.", "/setup?step=scan", "See how"],
  approve_baseline: ["Approve a baseline", "Changes to MCP servers are then reported.", "/mcp/baseline", "Review servers"],
  invite_member: ["Invite member", "Approvals may need a second member.", "/settings/members", "Invite"],
};

/** Whether the checklist of a workspace is hidden in this browser. */
function wasHidden(key) {
  try {
    return localStorage.getItem(key) === "1";
  } catch {
    return false;
  }
}

function Checklist({ steps }) {
  const key = "checklist-hidden." + useSession().tenant?.id;
  const [hidden, setHidden] = useState(() => wasHidden(key));
  const may = useMay("api-keys:write");
  const known = steps.filter((step) => FIRST[step.id]);
  const done = known.filter((step) => step.done).length;
  if (hidden || !may || done === known.length) return null;
  const hide = () => {
    try {
      localStorage.setItem(key, "1");
    } catch {
      // A browser that keeps nothing shows it again next time.
    }
    setHidden(true);
  };
  return html`<${Card}
    title="First steps"
    padded=${false}
    className="first-steps"
    action=${html`<span class="dim">${done} of ${known.length} done</span>
      <${Button} kind="ghost" small onClick=${hide}>Hide</${Button}>`}
  >
    <ol>
      ${known.map((step) => {
        const [title, why, href, verb] = FIRST[step.id];
        return html`<li key=${step.id} class=${step.done ? "done" : ""}>
          <${Icon} name=${step.done ? "circle-check" : "circle-dashed"} size=${18} />
          <div>
            <div class="t">${title}<span class="vh">${step.done ? ", done" : ", to do"}</span></div>
            ${!step.done && html`<div class="dim">${why}</div>`}
          </div>
          ${!step.done && html`<a class="btn sm" href=${href}>${verb}</a>`}
        </li>`;
      })}
    </ol>
  </${Card}>`;
}

function Standing(/** @type {Props} */ { overview, lists }) {
  const { incidents, critical } = lists;
  const hasBaseline = overview.onboarding.steps.some((step) => step.id === "approve_baseline" && step.done);
  const drift = useQuery(hasBaseline ? "/api/mcp/baseline/diff" : null, LIVE);
  if ([incidents, critical].some((query) => query.loading)) return html`<${Skeleton} height=${420} />`;
  const items = attentionOf(overview, { incidents: incidents.data, alerts: critical.data, drift: drift.data });
  const unknown = [...Object.values(lists), drift].filter((query) => query.error && query.data === undefined);
  return html`<${Attention} items=${items} unknown=${unknown} />
    <${Tiles} overview=${overview} />
    <div class="cols">
      <div class="grid">
        <${Trend} days=${overview.trend} />
        <${LatestEvents} />
        <${Detection} />
      </div>
      <div class="grid">
        <${Decisions} counts=${overview.decisions24h} sessions=${overview.sessions24h} />
        <${Findings} mcp=${overview.mcp} />
        <${Stages} stages=${overview.policies.byStage} />
        <${Certified} certifications=${overview.certifications} />
      </div>
    </div>`;
}

function Tile({ href, label, value, of, note, children }) {
  return html`<a class="tile" href=${href}>
    <span class="l">${label}</span>
    <span class="v">${num(value)}${of != null && html`<small> of ${num(of)}</small>`}</span>
    ${children}
    <span class="m">${note}</span>
  </a>`;
}

/** Each number matches the list that its tile links to. */
function Tiles(/** @type {Props} */ { overview }) {
  const { agents, policies, trend } = overview;
  const stages = policies.byStage;
  const all = Object.values(stages).reduce((sum, n) => sum + n, 0);
  return html`<div class="tiles mt4">
    <${Tile} href="/agents" label="Agents" value=${agents.total}
      note=${`${num(agents.active)} active` + (agents.contained ? `, ${num(agents.contained)} contained` : "")} />
    <${Tile} href="/rollout?stage=enforce" label="Policies in enforce" value=${stages.enforce} of=${all}
      note=${`${num(stages.soft_enforce)} in soft enforce`} />
    <${Tile} href="/alerts" label="Open alerts" value=${overview.alerts.open} note=${`${num(trend.at(-1)?.alerts)} new today`}>
      <${Spark} values=${trend.map((day) => day.alerts)} bad />
    </${Tile}>
    <${Tile} href=${`/incidents?status=${OPEN_INCIDENTS}`} label="Open incidents" value=${overview.incidents.open}
      note=${`${num(overview.incidents.bySeverity.critical)} critical`} />
  </div>`;
}

const TREND = [
  { key: "denied", label: "Actions denied", fill: "c-blocked" },
  { key: "alerts", label: "Alerts raised", fill: "c-warned" },
];
const WEEKDAY = new Intl.DateTimeFormat("en", { weekday: "short", day: "numeric", timeZone: "UTC" });
const nameOf = (day) => WEEKDAY.format(new Date(day.date + "T00:00:00Z"));

function Trend({ days }) {
  return html`<${Card} title="Last 7 days" action=${html`<${Legend} series=${TREND} />`}>
    <${StackChart}
      title="Actions denied and alerts raised, last 7 days"
      rows=${days}
      series=${TREND}
      nameOf=${nameOf}
      unit="Day"
      grouped
    />
  </${Card}>`;
}

const EFFECTS = {
  allow: "f-ok",
  warn: "f-medium",
  redact: "f-low",
  require_approval: "f-high",
  deny: "f-critical",
};

function Decisions({ counts, sessions }) {
  const items = Object.entries(counts).map(([effect, value]) => ({
    key: effect,
    name: effect === "require_approval" ? "Require approval" : words(effect),
    value,
    fill: EFFECTS[effect] ?? "f-info",
  }));
  return html`<${Card} title="Decisions, 24 hours" action=${html`<a href="/execution">View all</a>`}>
    <${BarList} label="Decisions of the last 24 hours by effect" items=${items} />
    <p class="dim under">In ${plural(sessions, "agent session")}.</p>
  </${Card}>`;
}

/** Unresolved findings, with the same filter as their list. */
const UNDEALT = "status=new,open";

function Findings({ mcp }) {
  const items = SEVERITIES.map((level) => ({
    key: level,
    name: html`<${Sev} level=${level} />`,
    value: mcp.findingsBySeverity[level],
    fill: "f-" + level,
    href: `/mcp/findings?severity=${level}&${UNDEALT}`,
  }));
  const all = html`<a href=${"/mcp/findings?" + UNDEALT}>View all</a>`;
  return html`<${Card} title="Open MCP findings" action=${all}>
    <${BarList} label="Open findings by severity" items=${items} />
    <p class="dim under">On <a href="/mcp">${plural(mcp.servers, "MCP server")}</a>.</p>
    <a
      class="btn sm wide"
      href="/mcp/baseline"
    ><${Icon} name="git-compare-arrows" size=${15} />Compare with baseline</a>
  </${Card}>`;
}

const STAGES = [
  ["draft", "Draft"],
  ["observe", "Observe"],
  ["soft_enforce", "Soft enforce"],
  ["enforce", "Enforce"],
  ["rollback", "Rolled back"],
];

function Stages({ stages }) {
  return html`<${Card} title="Policy rollout" action=${html`<a href="/rollout">Open rollout</a>`}>
    <div class="pipe two">
      ${STAGES.map(
        ([stage, label]) => html`<a
          key=${stage}
          class=${stage === "enforce" ? "on" : ""}
          href=${"/rollout?stage=" + stage}
        >
          <b>${num(stages[stage])}</b><span>${label}</span>
        </a>`,
      )}
    </div>
  </${Card}>`;
}

function Certified({ certifications }) {
  return html`<${Card} title="Certifications" action=${html`<a href="/certifications">View all</a>`}>
    <dl class="kv figures">
      <dt>Certified workflows</dt><dd>${num(certifications.certified)}</dd>
      <dt>Revoked in 30 days</dt><dd>${num(certifications.revoked30d)}</dd>
    </dl>
  </${Card}>`;
}

function Detection() {
  const query = useQuery("/api/detection/stats", LIVE);
  return html`<${Card} title="Detection, 24 hours" action=${html`<a href="/settings/detection">Settings</a>`}>
    ${whenLoaded(query, 180, (stats) => html`<${Layers} stats=${stats} />`)}
  </${Card}>`;
}

const tenths = (n) => num(Math.round(n * 10) / 10);

function Layers(/** @type {Props} */ { stats }) {
  const { verdicts, falsePositiveRate } = stats;
  return html`<table class="figures">
      <caption class="vh">Events by detection layer in the last ${stats.windowHours} hours</caption>
      <thead>
        <tr>
          <th scope="col">Layer</th>
          <th scope="col">Evaluated</th>
          <th scope="col">Flagged</th>
          <th scope="col">p95</th>
        </tr>
      </thead>
      <tbody>
        ${stats.layers.map(
          (layer) => html`<tr key=${layer.layer}>
            <th scope="row">${words(layer.layer)}</th>
            <td>${num(layer.evaluated)}</td>
            <td>${num(layer.flagged)}</td>
            <td>${layer.evaluated ? tenths(layer.p95LatencyMs) + " ms" : html`<span class="dim">none</span>`}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    <p class="dim under">
      ${Object.entries(verdicts).map(([verdict, n]) => `${num(n)} ${words(verdict).toLowerCase()}`).join(", ")}.
      ${falsePositiveRate == null
        ? " No closed alerts yet, so the false positive rate is unknown."
        : ` False positives: ${percent(falsePositiveRate)} of closed alerts.`}
    </p>`;
}
