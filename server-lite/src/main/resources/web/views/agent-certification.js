import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Copyable, State, Time } from "../components/marks.js";
import { Button, Card, KeyValue } from "../components/page.js";
import { Note, Refused, say, whenLoaded } from "../components/states.js";
import { send, withQuery } from "../api.js";
import { words } from "../formats/words.js";
import { refetch, useAction, useQuery } from "../query.js";
import { useMay, whoMay } from "../session.js";

const PERMISSION = "certifications:write";
const CHECKS = {
  risk_score: "Risk score",
  connectors_approved: "Connectors approved",
  no_critical_findings: "No critical findings",
  policy_coverage: "Policy coverage",
};

/** The certification of an agent, with its four checks. */
export function AgentCertification(/** @type {Props} */ { agent }) {
  const may = useMay(PERMISSION);
  const [result, setResult] = useState(null);
  const query = useQuery(withQuery("/v1/store/certifications", { workflow_id: agent.externalId, limit: 200 }));
  const certify = useAction(() => send("POST", `/api/agents/${agent.id}/certify`, {}));
  const run = async () => {
    const answer = await certify.run();
    if (!answer) return;
    setResult(answer);
    refetch("/api/agents", "/v1/store/certifications", "/api/lifecycle");
    if (answer.status === "CERTIFIED") say(`${agent.name} is certified`);
    else say("Not certified. See the failed checks.", { tone: "medium" });
  };
  return html`<div class="cols tab">
    <div class="grid">
      <${Card}
        title="Certification"
        action=${html`<${Button}
          kind="pri"
          icon="badge-check"
          busy=${certify.busy}
          because=${may ? "" : whoMay(PERMISSION)}
          onClick=${run}
        >
          ${certify.busy ? "Running checks…" : "Certify agent"}
        </${Button}>`}
      >
        <div class="grid" aria-live="polite">
          <p>
            Certification runs four checks on the current state of the agent. A change to its connectors, permissions or
            steps ends the certification.
          </p>
          <${Refused} error=${certify.error} />
          ${result ? html`<${Result} result=${result} />` : html`<${Standing} agent=${agent} />`}
        </div>
      </${Card}>
    </div>
    ${whenLoaded(query, 160, (data) => html`<${Past} agent=${agent} rows=${data.certifications} onShow=${setResult} />`)}
  </div>`;
}

function Standing(/** @type {Props} */ { agent }) {
  const { certification } = agent;
  const id = certification?.certId;
  if (!certification) return html`<p class="dim">Not certified yet.</p>`;
  const passed = certification.status === "CERTIFIED";
  return html`<${KeyValue}
    rows=${[
      ["Status", html`<${State} of=${certification.status} />`],
      [passed ? "Certified" : "Checked", html`<${Time} at=${certification.decidedAt} />`],
      ["Decided by", certification.decidedBy],
      ["Certificate ID", id && html`<${Copyable} text=${id} label="Copy certificate ID" />`],
    ]}
  />`;
}

/** The results of the checks. Failed checks come first, with their remediation. */
function Result({ result }) {
  const checks = [...result.checks].sort((a, b) => a.passed - b.passed);
  const failed = checks.filter(({ passed }) => !passed).length;
  if (result.status === "NOT_FOUND") {
    return html`<${Note} tone="medium" icon="circle-help" title="No workflow to certify">
      ${result.reason} Discover or register the workflow first.
    </${Note}>`;
  }
  return html`<${Note}
      tone=${failed ? "critical" : "ok"}
      icon=${failed ? "badge-x" : "badge-check"}
      title=${failed ? `Not certified: ${failed} of ${checks.length} checks failed` : "Certified"}
    >
      ${failed ? "Fix the failed checks, then certify again." : "All checks passed. The fingerprint of the workflow is stored."}
    </${Note}>
    <ul class="gate">
      ${checks.map(
        ({ check, passed, detail, remediation }) => html`<li key=${check} class=${passed ? "" : "no"}>
          <${Icon} name=${passed ? "circle-check" : "circle-x"} />
          <div>
            <b>${CHECKS[check] ?? words(check)}</b> <span class="dim">${passed ? "passed" : "failed"}</span>
            <div>${detail}</div>
            ${!passed && remediation && html`<div class="fix">${remediation}</div>`}
          </div>
        </li>`,
      )}
    </ul>`;
}

function Past(/** @type {Props} */ { agent, rows, onShow }) {
  const own = rows.filter((row) => row.agent_id === agent.id || !row.agent_id).reverse();
  return html`<${Card} title="History">
    ${own.length
      ? html`<ol class="past">
          ${own.map(
            (row) => html`<li key=${row.seq}>
              <div class="row wrap"><b>${words(row.event)}</b><span class="dim"><${Time} at=${row.at} /></span></div>
              <div class="dim">${[row.actor?.name, row.reason].filter(Boolean).join(": ")}</div>
              ${row.checks.length > 0 &&
              html`<${Button} small onClick=${() => onShow(row)}>Show checks</${Button}>`}
            </li>`,
          )}
        </ol>`
      : html`<p class="dim">No certifications yet. Certifications and revocations are listed here.</p>`}
  </${Card}>`;
}
