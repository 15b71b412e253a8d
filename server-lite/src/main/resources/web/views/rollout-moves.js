import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { KeyValue } from "../components/page.js";
import { Confirm } from "../components/dialog.js";
import { Field, FormDialog, Options, useForm } from "../components/form.js";
import { Note, say } from "../components/states.js";
import { num, plural } from "../formats/counts.js";
import { fromInput } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { send } from "../api.js";
import { refetch } from "../query.js";
import { useParams } from "../router.js";
import { isGate } from "./rollout-gate.js";
import { stageName } from "./policy-parts.js";

const path = (rollout, action) => `/api/v1/governance/rollout/${rollout.policyId}/${action}`;
const done = () => refetch("/api/governance/rollout", "/api/policies", "/api/overview");

const EFFECTS = {
  observe: "Results are logged, and nothing is blocked.",
  soft_enforce: "Calls it would deny are allowed with a warning.",
  enforce: "Denied calls are blocked.",
};

/** Promotes a policy by one stage. The gate shows unmet requirements. */
export function Promote(/** @type {Props} */ { rollout, impact, onRefused, onClose }) {
  const to = rollout.nextStage;
  const { calibration: c } = rollout;
  const evidence = ["soft_enforce", "enforce"].includes(to ?? "");
  const [summary, setSummary] = useState(rollout.evidenceSummary ?? "");
  const promote = async (reason) => {
    try {
      const move = await send("POST", path(rollout, "promote"), {
        toStage: to,
        expectedStage: rollout.currentStage,
        replayJobId: (evidence && rollout.replayJobId) || undefined,
        evidenceSummary: (evidence && summary.trim()) || undefined,
        reason: reason || undefined,
      });
      say(`Promoted to ${stageName(move.currentStage)}`);
    } catch (error) {
      if (!isGate(error)) throw error;
      onRefused(error);
    } finally {
      done();
    }
  };
  return html`<${Confirm} label=${`Promote to ${stageName(to)}`} reason="optional" onConfirm=${promote} onClose=${onClose}>
    <p>“${rollout.policyName}” goes from ${stageName(rollout.currentStage)} to ${stageName(to)}. ${EFFECTS[to]}</p>
    <${KeyValue} rows=${[
      ["Version", rollout.policyVersion],
      ["Evidence", evidence && c && `${num(c.match)} of ${num(c.match + c.diverged + c.error + c.timeout)} sessions match`],
      ["Would deny", impact && `${num(impact.wouldDeny)} of ${plural(impact.calls, "call")} of the last ${impact.windowDays} days`],
    ]} />
    ${evidence &&
    html`<${Field} name="evidenceSummary" label="Evidence summary" as="textarea" rows="2" optional maxlength="4000"
      value=${summary} onInput=${setSummary} hint="Stored with the policy." />`}
  </${Confirm}>`;
}

const LADDER = ["draft", "observe", "soft_enforce", "enforce"];

/** Rolls back to a lower stage, also while rollouts are frozen. */
export function RollBack(/** @type {Props} */ { rollout, onClose }) {
  const below = LADDER.slice(0, LADDER.indexOf(rollout.currentStage)).reverse();
  const [to, setTo] = useState(below[0]);
  const back = async (reason) => {
    await send("POST", path(rollout, "rollback"), { toStage: to, expectedStage: rollout.currentStage, reason });
    done();
    say(`Rolled back to ${stageName(to)}`);
  };
  return html`<${Confirm} label="Roll back policy" danger reason="required" onConfirm=${back} onClose=${onClose}>
    <p>
      “${rollout.policyName}” leaves ${stageName(rollout.currentStage)} at once.
      Version ${rollout.activeVersion} remains active.
      Promotion then starts again at observe.
    </p>
    <${Field} name="toStage" label="Back to" as="select" value=${to} onInput=${setTo}
      hint=${to === "draft" ? "The policy is no longer evaluated." : EFFECTS[to]}>
      <${Options} options=${below.map((stage) => [stage, words(stage)])} />
    </${Field}>
  </${Confirm}>`;
}

/** Returns a policy to draft, to edit or delete it. */
export function Redraft(/** @type {Props} */ { rollout, onClose }) {
  const redraft = async (reason) => {
    await send("POST", path(rollout, "redraft"), { reason: reason || undefined });
    done();
    say("Returned to draft");
  };
  return html`<${Confirm} label="Return to draft" reason="optional" onConfirm=${redraft} onClose=${onClose}>
    <p>“${rollout.policyName}” is no longer evaluated. You can edit or delete it.</p>
  </${Confirm}>`;
}

/** Selects the recorded sessions to replay. */
export function Replay(/** @type {Props} */ { rollout, onClose }) {
  const [, update] = useParams();
  const form = useForm({ maxSessions: "200", from: "", to: "" }, ({ maxSessions, from, to }) =>
    send("POST", path(rollout, "replay"), {
      maxSessions: Number(maxSessions),
      from: fromInput(from),
      to: fromInput(to),
    }),
  );
  const started = ({ replayJobId }) => {
    update({ replay: replayJobId, verdict: null });
    say("Replay started");
    onClose();
  };
  return html`<${FormDialog} label="Run replay" verb="Run replay" form=${form} onDone=${started} onClose=${onClose}>
    <p>Version ${rollout.policyVersion} is evaluated on recorded sessions, with the recorded data and times.
      No tools are called and no approvals are requested.</p>
    <${Field} ...${form.field("maxSessions")} label="Maximum sessions" type="number" min="1" max="10000" required
      hint="The latest sessions in which the active version was evaluated." />
    <div class="form wide"><div class="two">
      <${Field} ...${form.field("from")} label="From (UTC)" type="datetime-local" optional />
      <${Field} ...${form.field("to")} label="To (UTC)" type="datetime-local" optional />
    </div></div>
    ${rollout.frozen && html`<${Note}
      tone="low" icon="snowflake">Rollouts are frozen. You can still run replays.</${Note}>`}
  </${FormDialog}>`;
}
