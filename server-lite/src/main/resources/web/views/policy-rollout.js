import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Time } from "../components/marks.js";
import { Button, Card, PageHead } from "../components/page.js";
import { Empty, ErrorBox, Skeleton } from "../components/states.js";
import { words } from "../formats/words.js";
import { useQuery } from "../query.js";
import { useMay, whoMay } from "../session.js";
import { Gate } from "./rollout-gate.js";
import { Impact, ReplayEvidence } from "./rollout-evidence.js";
import { Promote, Redraft, Replay, RollBack } from "./rollout-moves.js";
import { usePeople } from "./people.js";
import { stageName, STAGES } from "./policy-parts.js";

/** The stage of a policy, its evidence and the promotion gate. */
export function PolicyRollout({ id }) {
  const path = /** @type {const} */ (`/api/governance/rollout/${encodeURIComponent(id)}`);
  const query = useQuery(path, { every: 15 });
  if (query.data) return html`<${Found} id=${id} data=${query.data} />`;
  return html`<${PageHead} title="Rollout" crumbs=${[["Policies", "/policies"]]} />
    ${query.error ? html`<${ErrorBox}
      error=${query.error} retry=${query.reload} />` : html`<${Skeleton} height=${420} />`}`;
}

function Found(/** @type {Props<{ data: Api<"RolloutDetail"> }>} */ { id, data }) {
  const { rollout, impact, history } = data;
  const [open, setOpen] = useState(null);
  const [refused, setRefused] = useState(null);
  const gate = useRef(null);
  const mayPromote = useMay("rollout:promote");
  const mayRollBack = useMay("rollout:rollback");
  const stage = rollout.currentStage;
  // That it was refused is told until the gate opens; why, until the server tells anew what is in the way.
  const known = JSON.stringify([rollout.updatedAt, rollout.replayJobId, rollout.frozen, rollout.blockers]);
  useEffect(() => {
    if (rollout.canPromote) setRefused(null);
  }, [rollout.canPromote]);
  const onRefused = (error) => {
    setRefused({ error, known });
    requestAnimationFrame(() => gate.current?.focus());
  };
  const blocked = rollout.blockers.find((b) => b.code !== "forbidden")?.message;
  const ask = (what) => () => setOpen({ what, rollout, impact });
  const shared = { ...open, onClose: () => setOpen(null) };
  const next = rollout.nextStage;
  const back = ["observe", "soft_enforce", "enforce"].includes(stage);
  return html`<${PageHead} title=${rollout.policyName + ": rollout"}
      crumbs=${[["Policies", "/policies"], [rollout.policyName, `/policies/${id}`]]}
      sub=${where(rollout)}>
      ${["observe", "rollback"].includes(stage) &&
      html`<${Button}
        icon="pencil" because=${mayPromote ? "" : whoMay("rollout:promote")} onClick=${ask("redraft")}
      >Return to draft</${Button}>`}
      <${Button} icon="undo-2" onClick=${ask("rollback")}
        because=${!mayRollBack ? whoMay("rollout:rollback") : back ? "" : stage === "rollback" ? "The policy is already rolled back." : "A draft is not evaluated, so there is nothing to roll back."}>
        Roll back policy
      </${Button}>
      <${Button} kind="pri" icon="arrow-up" onClick=${ask("promote")} aria-describedby="h-gate"
        because=${!mayPromote ? whoMay("rollout:promote") : rollout.canPromote ? "" : (blocked ?? "The policy cannot be promoted now.")}>
        ${next ? `Promote to ${stageName(next)}` : "Promote"}
      </${Button}>
    </${PageHead}>
    <section
      class="card" aria-label="Stages"><div class="pad stages"><${Stepper} rollout=${rollout} /></div></section>
    <div class="cols">
      <div class="grid">
        <${ReplayEvidence} rollout=${rollout} replays=${data.replays} run=${ask("replay")} />
        <${Impact} impact=${impact} version=${rollout.policyVersion} />
      </div>
      <div class="grid">
        <${Gate} box=${gate} rollout=${rollout} killSwitch=${data.killSwitch} refused=${refused} known=${known} />
        <${History} history=${history} />
      </div>
    </div>
    ${open?.what === "promote" && html`<${Promote} ...${shared} onRefused=${onRefused} />`}
    ${open?.what === "rollback" && html`<${RollBack} ...${shared} />`}
    ${open?.what === "redraft" && html`<${Redraft} ...${shared} />`}
    ${open?.what === "replay" && html`<${Replay} ...${shared} />`}`;
}

function where(rollout) {
  const runs = {
    draft: "is a draft and is not evaluated yet.",
    observe: "is active in observe mode: results are logged, nothing is blocked.",
    soft_enforce: "is active in soft enforcement: calls it would deny are allowed with a warning.",
    enforce: "is enforced. Denied calls are blocked.",
  };
  const waits = rollout.policyVersion !== rollout.activeVersion && ` Version ${rollout.policyVersion} awaits promotion.`;
  if (!rollout.enabled) return "The policy is disabled and is not evaluated.";
  return `Version ${rollout.activeVersion} ${runs[rollout.effectiveMode]}${waits || ""}`;
}

function Stepper(/** @type {Props} */ { rollout }) {
  const rolledBack = rollout.currentStage === "rollback";
  const at = STAGES.findIndex(([stage]) => stage === (rolledBack ? rollout.effectiveMode : rollout.currentStage));
  return html`<ol class="steps">
    ${STAGES.map(([stage, label, text], i) => {
      const now = i === at;
      return html`<li
        key=${stage} class=${i < at ? "done" : now ? (rolledBack ? "now back" : "now") : ""}
        aria-current=${now ? "step" : undefined}>
        <b>${label}</b>
        <span>${now && rolledBack ? `Rolled back from ${stageName(rollout.previousStage)}` : text}</span>
      </li>`;
    })}
  </ol>`;
}

const MOVES = {
  promote: ["arrow-up", "tone-accent", "Promoted"],
  rollback: ["undo-2", "tone-critical", "Rolled back"],
  redraft: ["pencil", "tone-info", "Returned to draft"],
  disable_enforcement: ["shield-off", "tone-high", "Enforcement disabled"],
};

function History({ history }) {
  const { name: who } = usePeople();
  return html`<${Card} title="History">
    ${history.length === 0
      ? html`<${Empty}
        icon="history" level=${3} title="No stage changes yet"><p>Promotions and rollbacks appear here.</p></${Empty}>`
      : html`<ol class="feed">
          ${history.map((move) => {
            const to = move.toStage === "rollback" ? move.effectiveMode : move.toStage;
            const [icon, tone, label] = MOVES[move.action] ?? ["circle-dashed", "tone-info", words(move.action)];
            return html`<li key=${move.id}>
              <span class=${"dot " + tone}><${Icon} name=${icon} size=${14} /></span>
              <div>
                <div class="x">${label}, from ${stageName(move.fromStage)} to ${stageName(to)}</div>
                <div class="m">Version ${move.policyVersion}, by ${who(move.transitionedBy)}${move.reason && `: ${move.reason}`}</div>
              </div>
              <${Time} at=${move.transitionedAt} />
            </li>`;
          })}
        </ol>`}
  </${Card}>`;
}
