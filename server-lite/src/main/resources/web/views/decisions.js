import { html } from "../components/html.js";
import { Copyable, Sev, State, Time } from "../components/marks.js";
import { KeyValue } from "../components/page.js";
import { Drawer } from "../components/dialog.js";
import { duration, utc } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { RevealOriginal } from "./reveal-original.js";

/** Formats an action briefly: "stripe.create_payment". */
const actionOf = ({ action }) =>
  [action.server, action.tool].filter(Boolean).join(".") || words(action.type);

/** The reason of a decision, with rule and profile. */
function Why(/** @type {Props<{ decision: Api<"ExecutionDecision"> }>} */ { decision }) {
  const { ruleId, profileName } = decision;
  return html`<span class="why">
    ${decision.reason}
    ${(ruleId || profileName) &&
    html`<small>
      ${ruleId && html`Rule <code>${ruleId}</code>`}${ruleId && profileName && ", "}
      ${profileName && html`profile <code>${profileName}</code>`}
    </small>`}
  </span>`;
}

/** The columns of a list of decisions. names maps agent IDs to names. */
export function decisionColumns({ names, withAgent = true }) {
  /** @type {Columns<Api<"ExecutionDecision">, "/api/governance/execution">} */
  const columns = [
    {
      key: "action",
      sort: "action.tool",
      label: "Action",
      main: true,
      cell: (d) => (d.action.tool || d.action.server ? html`<code>${actionOf(d)}</code>` : actionOf(d)),
    },
    {
      key: "agent",
      label: "Agent",
      className: "name",
      cell: (d) => html`<a href=${"/agents/" + d.agentId}>${names?.[d.agentId] ?? "Agent"}</a>`,
    },
    { key: "outcome", sort: "outcome", label: "Outcome", cell: (d) => html`<${State} of=${d.outcome} />` },
    { key: "reason", sort: "reason", label: "Reason", cell: (d) => html`<${Why} decision=${d} />` },
    { key: "routing", sort: "routingMode", label: "Routing", cell: (d) => html`<${Routing} decision=${d} />` },
    { key: "severity", sort: "severity", label: "Severity", hidden: true, cell: (d) => html`<${Sev} level=${d.severity} />` },
    { key: "when", sort: "decidedAt", label: "Decided", className: "dim", cell: (d) => html`<${Time} at=${d.decidedAt} />` },
  ];
  return columns.filter(({ key }) => withAgent || key !== "agent");
}

function Routing(/** @type {Props<{ decision: Api<"ExecutionDecision"> }>} */ { decision }) {
  const { routingMode, requestedMode } = decision;
  if (routingMode === requestedMode || routingMode === "none") return words(routingMode);
  return `${words(routingMode)}, not ${words(requestedMode).toLowerCase()}`;
}

/** The details of a decision, with links. */
export function DecisionDrawer(/** @type {Props<{ decision: Api<"ExecutionDecision"> }>} */ { decision: d, name, onClose }) {
  return html`<${Drawer} label=${actionOf(d)} onClose=${onClose}>
    <div class="dl-b">
      <div class="row wrap"><${State} of=${d.outcome} /><${Sev} level=${d.severity} /></div>
      <p>${d.reason}</p>
      <${KeyValue}
        rows=${[
          ["Agent", html`<a href=${"/agents/" + d.agentId}>${name ?? d.agentId}</a>`],
          ["Session", d.sessionId && html`<a href=${"/sessions/" + d.sessionId}>Open session</a>`],
          ["Policy", d.policyId && html`<a href=${"/policies/" + d.policyId}>Open policy</a>`],
          ["Rule", d.ruleId && html`<code>${d.ruleId}</code>`],
          ["Reason code", words(d.reasonCode)],
          ["Decision", html`<${State} of=${d.decision} />`],
          ["If all policies were enforced", d.wouldDecide !== d.decision && html`<${State} of=${d.wouldDecide} />`],
          ["Routing", words(d.routingMode)],
          ["Requested routing", words(d.requestedMode)],
          ["Available routing", d.availableModes.map(words).join(", ")],
          ["Profile", d.profileName && html`<code>${d.profileName}</code>`],
          ["Fail closed", d.failClosed ? "Yes" : "No"],
          ["Type", words(d.action.type)],
          ["Server", d.action.server && html`<code>${d.action.server}</code>`],
          ["Tool", d.action.tool && html`<code>${d.action.tool}</code>`],
          ["Decided", utc(d.decidedAt)],
          ["Latency", d.latencyMs < 1 ? "Less than 1 ms" : duration(d.latencyMs)],
          ["Trace ID", d.traceId && html`<${Copyable} text=${d.traceId} label="Copy trace ID" />`],
          ["Decision ID", html`<${Copyable} text=${d.id} label="Copy decision ID" />`],
        ]}
      />
      <${RevealOriginal} decisionId=${d.id} />
    </div>
  </${Drawer}>`;
}
