import { useEffect, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Copyable, Sev, State, Time } from "../components/marks.js";
import { Button, Card, KeyValue, PageHead } from "../components/page.js";
import { Confirm } from "../components/dialog.js";
import { Note, say, whenLoaded } from "../components/states.js";
import { send } from "../api.js";
import { refetch, useQuery } from "../query.js";
import { useMay, whoMay } from "../session.js";
import { plural } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { actionLine, Countdown, explained, MEANS, MOVING, statusName } from "./approval-words.js";
import { usePeople } from "./people.js";

/** The page of an approval: the exact action, the decisions and the result. */
export function ApprovalPage({ id }) {
  const path = /** @type {const} */ (`/api/approvals/${id}`);
  const [moving, setMoving] = useState(true);
  const query = useQuery(path, { every: moving ? 5 : 0 });
  const [asking, setAsking] = useState(null);
  const approval = query.data?.approval;
  useEffect(() => {
    if (approval) setMoving(MOVING.includes(approval.status));
  }, [approval?.status]);
  return html`<${PageHead}
      title=${approval?.title ?? "Approval"}
      sub=${approval && html`<${Subline} approval=${approval} />`}
      crumbs=${[["Approvals", "/approvals"]]}
    >
      ${approval && html`<${Decisions} approval=${approval} ask=${setAsking} />`}
    </${PageHead}>
    ${whenLoaded(query, 420, (data) => html`<${Body} approval=${data.approval} />`)}
    ${asking && html`<${Decide} ...${asking} path=${path} onClose=${() => setAsking(null)} />`}`;
}

function Subline(/** @type {Props} */ { approval }) {
  const { status, severity } = approval;
  return html`<span class="row rsp-wrap">
    <${Sev} level=${severity} />
    <${State} of=${status === "execution_failed" ? "failed" : status} label=${statusName(status)} />
    ${status === "pending" && html`<${Countdown} approval=${approval} />`}
  </span>`;
}

function Decisions(/** @type {Props} */ { approval, ask }) {
  const may = useMay("approvals:decide");
  const behind = useMay("api-keys:write");
  if (approval.status !== "pending") return null;
  const refused = may
    ? "You own the API key that requested this, so someone else must approve it."
    : approval.group
      ? `Members of ${approval.group} and administrators can do this.`
      : whoMay("approvals:decide");
  const decide = may || approval.mayApprove;
  return html`<${Button} because=${decide || behind ? "" : whoMay("approvals:decide")}
      onClick=${() => ask({ verb: "cancel", approval })}>Withdraw request</${Button}>
    <${Button} icon="ban" because=${decide ? "" : refused}
      onClick=${() => ask({ verb: "deny", approval })}>Deny action</${Button}>
    <${Button} kind="pri" icon="check"
      because=${approval.paused ? "The approval is paused" : approval.mayApprove ? "" : refused}
      onClick=${() => ask({ verb: "approve", approval })}>Approve action</${Button}>`;
}

const ASKED = {
  approve: ["Approve action", "Approve", "Action approved"],
  deny: ["Deny action", "Deny", "Action denied"],
  cancel: ["Withdraw request", "Withdraw", "Request withdrawn"],
};

/** The confirmation of a decision, with the displayed action. */
function Decide(/** @type {Props} */ { verb, approval, path, onClose }) {
  const [seen] = useState(approval);
  const [label, button, done] = ASKED[verb];
  const confirm = async (comment) => {
    const body = { ...(comment ? { comment } : {}), ...(verb === "cancel" ? {} : { decision: verb }) };
    const answer = await send("POST", `${path}/${verb === "cancel" ? "cancel" : "decide"}`, body)
      .catch((error) => {
        refetch("/api/approvals");
        throw explained(error);
      });
    refetch("/api/approvals", "/api/overview");
    const waits = answer.approval.status === "pending";
    say(waits ? "Approval recorded. More approvals are required." : done);
  };
  return html`<${Confirm} label=${label} verb=${button} danger=${verb !== "approve"} reason="optional"
    onConfirm=${confirm} onClose=${onClose}>
    <p><b>${seen.agentName}</b> requests: <span class="rsp-text">${seen.title}</span></p>
    <${Arguments} values=${seen.action.argumentsPreview} />
    ${verb === "approve" && html`<p>This approves this exact action, once.</p>`}
    ${verb === "deny" && html`<p>One denial is final. The call is not sent.</p>`}
  </${Confirm}>`;
}

function Arguments({ values }) {
  const names = Object.keys(values ?? {});
  if (!names.length) return html`<p class="dim">The action has no arguments.</p>`;
  return html`<pre class="code wrap" tabindex="0" aria-label="Arguments">${JSON.stringify(values, null, 2)}</pre>`;
}

function Body(/** @type {Props} */ { approval }) {
  return html`<div class="cols">
    <div class="grid">
      <${Standing} approval=${approval} />
      <${Action} approval=${approval} />
      <${Result} approval=${approval} />
      <${Events} approval=${approval} />
    </div>
    <div class="grid">
      <${Said} approval=${approval} />
      <${Why} approval=${approval} />
    </div>
  </div>`;
}

function Standing(/** @type {Props} */ { approval }) {
  const { status, paused, pauseReason, note } = approval;
  if (status === "pending" && paused) {
    return html`<${Note} tone="medium" icon="pause" title="Paused">
      ${pauseReason} You cannot approve the action during the pause. You can deny it.
    </${Note}>`;
  }
  if (status === "pending") return null;
  const tone = status === "approved" || status === "executed" ? "ok" : status === "executing" ? "accent" : "medium";
  return html`<div role="status"><${Note} tone=${tone} icon=${tone === "ok" ? "circle-check" : "info"}
    title=${MEANS[status]}>
    ${note && html`<span class="rsp-text">${note}</span>`}
  </${Note}></div>`;
}

function Action(/** @type {Props} */ { approval }) {
  const { action } = approval;
  return html`<${Card} title="Action">
    <${KeyValue} rows=${[
      ["Action", actionLine(action)],
      ["Type", words(action.type)],
      ["Operation", action.operation],
      ["Server", action.server && html`<code>${action.server}</code>`],
      ["Tool", action.tool && html`<code>${action.tool}</code>`],
      ["Destination", action.host && html`<code>
        ${[action.method, action.host + (action.path ?? "")].filter(Boolean).join(" ")}</code>`],
      ["Justification", approval.justification && html`<span class="rsp-text">${approval.justification}</span>`],
      ["Sent by", approval.held ? "This server, after approval" : "The agent, after approval"],
    ]} />
    <h3 class="rsp-h3">Arguments</h3>
    <${Arguments} values=${action.argumentsPreview} />
    <p class="dim mt4">Possible secrets are masked. The digest covers the complete action.</p>
    <${Copyable} text=${approval.actionDigest} label="Copy digest" />
  </${Card}>`;
}

function Result(/** @type {Props} */ { approval }) {
  const { result } = approval;
  if (!result) return null;
  return html`<${Card} title="Result">
    <${KeyValue} rows=${[
      ["Status", String(result.statusCode)],
      ["Completed", html`<${Time} at=${result.executedAt} />`],
      ["Delivered to agent", html`<${Time} at=${result.replayedAt} none="Not yet" />`],
      ["Truncated", result.truncated ? "Yes" : "No"],
    ]} />
  </${Card}>`;
}

function Said(/** @type {Props} */ { approval }) {
  const { name } = usePeople();
  const agreed = approval.decisions.filter(({ decision, counted }) => decision === "approve" && counted !== false).length;
  return html`<${Card} title="Decisions">
    <p>${agreed} of ${plural(approval.approvalsRequired, "required approval")}.</p>
    <ul class="rsp-list">${approval.decisions.map(
      (said) => html`<li key=${said.approver + said.decidedAt}>
        <div><b>${name(said.approver)}</b> <span class="dim"><${Time} at=${said.decidedAt} /></span>
          ${said.comment && html`<div class="rsp-text">${said.comment}</div>`}</div>
        ${said.counted === false && html`<span class="dim">Not counted: no longer an approver</span>`}
        <${State} of=${said.decision === "approve" ? "approved" : "denied"} />
      </li>`,
    )}</ul>
    ${approval.decisions.length === 0 && html`<p class="dim">No decisions yet.</p>`}
  </${Card}>`;
}

function Why(/** @type {Props} */ { approval }) {
  const asker = approval.events.find((event) => event.type === "requested")?.actor;
  const { name } = usePeople();
  return html`<${Card} title="Request">
    <${KeyValue} rows=${[
      ["Reason", html`<span class="rsp-text">${approval.reason}</span>`],
      ["Agent", html`<a href=${"/agents/" + approval.agentId}>${approval.agentName || approval.agentId}</a>`],
      ["Requested by", asker && name(asker)],
      ["Session", approval.sessionId && html`<a href=${"/sessions/" + approval.sessionId}>Open session</a>`],
      ["Policy", approval.policyId && html`<a
        href=${"/policies/" + approval.policyId}>Version ${approval.policyVersion}</a>`],
      ["Rule", approval.ruleId && html`<code>${approval.ruleId}</code>`],
      ["Approvers", approval.group ?? "Administrators and approvers"],
      ["Notified", approval.channels.length ? approval.channels.map(words).join(", ") : "No channels"],
      ["Requested", html`<${Time} at=${approval.requestedAt} />`],
      ["Expires", html`<${Time} at=${approval.expiresAt} />`],
      ["Closed", approval.closedAt && html`<${Time} at=${approval.closedAt} />`],
      ["Decision ID", html`<${Copyable} text=${approval.decisionId} />`],
    ]} />
  </${Card}>`;
}

const EVENTS = {
  voted_approve: "Approved",
  voted_deny: "Denied",
  approved: "Approval granted",
  denied: "Approval denied",
};

const SHAPES = {
  requested: ["hand", "medium"],
  voted_approve: ["user-check", "ok"],
  voted_deny: ["ban", "critical"],
  approved: ["circle-check", "ok"],
  executed: ["circle-check", "ok"],
  denied: ["circle-x", "critical"],
};

function Events(/** @type {Props} */ { approval }) {
  const { name } = usePeople();
  return html`<${Card} title="History">
    <ol class="feed">${approval.events.map((event, i) => {
      const [icon, tone] = SHAPES[event.type] ?? ["info", "info"];
      const detail = event.type === "requested" ? "" : event.detail;
      return html`<li key=${i}>
        <span class=${"dot tone-" + tone}><${Icon} name=${icon} size=${14} /></span>
        <div><div class="x">${EVENTS[event.type] ?? statusName(event.type)}</div>
          <div class="m rsp-text">
            ${[event.actor && name(event.actor), detail].filter(Boolean).join(" · ")}</div></div>
        <${Time} at=${event.at} />
      </li>`;
    })}</ol>
  </${Card}>`;
}
