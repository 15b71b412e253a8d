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

/** Whether the workflow that the agent is was certified, and the four checks of it. */
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
    else say("Not certified: see what failed", { tone: "medium" });
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
          ${certify.busy ? "Running the checks" : "Certify"}
        </${Button}>`}
      >
        <div class="grid" aria-live="polite">
          <p>
            Certifying runs four checks. An agent that passes is certified as it is now; a change of its connectors,
            permissions or steps ends that.
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
  if (!certification) return html`<p class="dim">It was never certified.</p>`;
  const passed = certification.status === "CERTIFIED";
  return html`<${KeyValue}
    rows=${[
      ["State", html`<${State} of=${certification.status} />`],
      [passed ? "Certified" : "Checked", html`<${Time} at=${certification.decidedAt} />`],
      ["By", certification.decidedBy],
      ["Certificate", id && html`<${Copyable} text=${id} label="Copy certificate id" />`],
    ]}
  />`;
}

/** What came of the checks; those that failed come first, with what to do. */
function Result({ result }) {
  const checks = [...result.checks].sort((a, b) => a.passed - b.passed);
  const failed = checks.filter(({ passed }) => !passed).length;
  if (result.status === "NOT_FOUND") {
    return html`<${Note} tone="medium" icon="circle-help" title="There is no workflow to certify">
      ${result.reason} Discovery has to see the workflow, or it has to register, before it can be certified.
    </${Note}>`;
  }
  return html`<${Note}
      tone=${failed ? "critical" : "ok"}
      icon=${failed ? "badge-x" : "badge-check"}
      title=${failed ? `Not certified: ${failed} of ${checks.length} checks failed` : "Certified"}
    >
      ${failed ? "Deal with what failed, then certify again." : "All checks passed, and its fingerprint is kept."}
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
              html`<${Button} small onClick=${() => onShow(row)}>Show its checks</${Button}>`}
            </li>`,
          )}
        </ol>`
      : html`<p class="dim">Nothing yet. Each certification, and each end of one, is kept here.</p>`}
  </${Card}>`;
}
