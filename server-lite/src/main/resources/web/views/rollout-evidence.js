import { useEffect, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { State, Tag, Time } from "../components/marks.js";
import { Button, Card } from "../components/page.js";
import { Empty, ErrorBox, Note, Skeleton } from "../components/states.js";
import { num, percent, plural } from "../formats/counts.js";
import { duration } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { refetch, useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { useAgentNames } from "./agent-names.js";

const VERDICTS = ["match", "diverged", "error", "timeout"];
const RUNNING = ["queued", "running"];
const STEP = 8;

/** The replay that supports the next stage, or the latest requested one. */
export function ReplayEvidence(/** @type {Props} */ { rollout, replays, run }) {
  const [params] = useParams();
  const may = useMay("rollout:promote");
  const id = params.get("replay") ?? rollout.replayJobId;
  const action = html`<${Button} small icon="play" onClick=${run}
    because=${!may ? whoMay("rollout:promote") : rollout.contentHash ? "" : "The policy has no rules yet"}>Run replay</${Button}>`;
  return html`<${Card} title="Replay evidence" padded=${false} action=${action}>
    ${id
      ? html`<${Job} key=${id} id=${id} rollout=${rollout} known=${id === rollout.replayJobId ? replays : []} />`
      : html`<${Empty} icon="history" level=${3} title="No replays yet">
          <p>A replay re-evaluates recorded sessions against this version and shows what would change. No tools are called.</p>
        </${Empty}>`}
  </${Card}>`;
}

function Job(/** @type {Props} */ { id, rollout, known }) {
  const [active, setActive] = useState(true);
  const query = useQuery(`/api/v1/governance/replays/${encodeURIComponent(id)}`, { every: active ? 1.5 : 0 });
  const { replayJob: job, verdicts = [] } = query.data ?? {};
  const done = job && !RUNNING.includes(job.status);
  useEffect(() => {
    if (!done) return;
    setActive(false);
    if (id !== rollout.replayJobId) refetch("/api/governance/rollout");
  }, [done]);
  if (!job && query.error) return html`<div class="pad"><${ErrorBox}
    error=${query.error} retry=${query.reload} /></div>`;
  if (!job) return html`<div class="pad"><${Skeleton} height=${200} /></div>`;
  return html`<div class="pad">
      <div aria-live="polite"><${Progress} job=${job} done=${done} /></div>
      ${job.contentHash !== rollout.contentHash &&
      html`<${Note} tone="medium" icon="triangle-alert">
        This replay covers version ${job.policyVersion}. Version ${rollout.policyVersion} has different rules,
        so the replay is not valid evidence for it.
      </${Note}>`}
      <${Coverage} job=${job} />
      ${rollout.evidenceSummary && id === rollout.replayJobId && html`<p class="said">${rollout.evidenceSummary}</p>`}
    </div>
    ${done && html`<${Verdicts} verdicts=${verdicts.length ? verdicts : known} job=${job} />`}`;
}

function Progress(/** @type {Props} */ { job, done }) {
  const counted = VERDICTS.reduce((sum, verdict) => sum + job.verdicts[verdict], 0);
  if (!done) {
    return html`<p class="row wrap"><${State} of=${job.status} />
      ${job.status === "queued" ? "Queued." : `${num(counted)} of ${plural(job.sessionCount, "session")} replayed.`}
      ${job.sessionCount > 0 && html`<progress
        value=${counted} max=${job.sessionCount} aria-label="Sessions replayed"></progress>`}
    </p>`;
  }
  return html`<p class="row wrap">
    ${job.status === "completed"
      ? html`<${Tag} tone=${job.calibrationPass ? "ok" : "critical"} icon=${job.calibrationPass ? "check" : "x"}>
            ${job.calibrationPass ? "Calibration passed" : "Calibration failed"}
          </${Tag}>
          <span>${percent(job.matchRatio)} match, ${percent(job.threshold)} needed</span>`
      : html`<${State} of=${job.status} />`}
    <span class="dim sp">Version ${job.policyVersion}, <${Time} at=${job.completedAt ?? job.createdAt} /></span>
  </p>`;
}

function Coverage(/** @type {Props} */ { job }) {
  const { coverage } = job;
  const reasons = Object.entries(coverage.reasons ?? {}).map(([why, n]) => `${words(why).toLowerCase()} (${num(n)})`);
  return html`<p class="dim">
    ${num(coverage.replayed)} of ${plural(coverage.eligibleSessions, "eligible session")} replayed.
    ${coverage.notReplayable > 0 && ` ${num(coverage.notReplayable)} could not be replayed: ${reasons.join(", ")}.`}
  </p>`;
}

function Verdicts(/** @type {Props} */ { verdicts, job }) {
  const [params, update] = useParams();
  const [most, setMost] = useState(STEP);
  const names = useAgentNames();
  const chosen = params.get("verdict");
  // Most severe first. Matching sessions need no attention.
  const order = ["diverged", "error", "timeout", "match"];
  const rows = verdicts
    .filter((v) => !chosen || v.verdict === chosen)
    .sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  return html`<div class="tiles flat" role="group" aria-label="Verdicts">
      ${VERDICTS.map(
        (verdict) => html`<button key=${verdict} type="button" class="tile" aria-pressed=${chosen === verdict ? "true" : "false"}
          onClick=${() => update({ verdict: chosen === verdict ? null : verdict })}>
          <span class="l">${words(verdict)}</span><span class="v">${num(job.verdicts[verdict])}</span>
        </button>`,
      )}
    </div>
    ${rows.length === 0
      ? html`<${Empty} icon="circle-check" level=${3} title=${chosen ? `No sessions with this verdict` : "No sessions were replayed"}>
          ${!chosen && html`<p>A replay without sessions is no evidence. Run agents while the policy is in observe mode, then run the replay again.</p>`}
        </${Empty}>`
      : html`<ul class="lines verdicts">${rows.slice(0, most).map((v) => html`<${Verdict}
        key=${v.id} verdict=${v} names=${names} />`)}</ul>`}
    ${rows.length > most &&
    html`<div class="foot-bar"><span>${num(most)} of ${num(rows.length)} are shown</span>
      <div class="acts"><${Button} small onClick=${() => setMost(most + 100)}>Show more</${Button}></div></div>`}`;
}

const WHY = {
  "not_replayable:arguments_too_large": "The arguments were too large to be stored.",
  "not_replayable:not_evaluated": "The policy was not evaluated in this session.",
};

function Verdict(/** @type {Props<{ verdict: Api<"ReplayVerdict">, names: any }>} */ { verdict: v, names }) {
  return html`<li>
    <div>
      <span class="row wrap">
        <${State} of=${v.verdict} />
        <a class="mono" href=${`/sessions/${v.sessionId}`}>${v.sessionId}</a>
        <span class="dim">${names?.[v.agentId] ?? v.agentId}</span>
        ${v.recordedDecision &&
        v.verdict === "diverged" &&
        html`<span class="row">was <${State} of=${v.recordedDecision} /> now <${State} of=${v.replayedDecision} /></span>`}
      </span>
      ${v.verdict === "diverged" && html`<${Changed} diff=${v.diffSummary} />`}
      ${v.verdict === "error" && html`<p class="d">${WHY[v.reason] ?? words(v.reason)}</p>`}
      ${v.verdict === "timeout" && html`<p class="d">The session exceeded the time limit: ${duration(v.durationMs)}.</p>`}
    </div>
  </li>`;
}

function Changed({ diff }) {
  if (!diff.changedRules.length) return html`<p class="d">${diff.text}</p>`;
  return html`<ul class="changed">
    ${diff.changedRules.map(
      (rule) => html`<li key=${rule.ruleId}>
        Rule <code>${rule.ruleId}</code> ${words(rule.change).toLowerCase()}${
          rule.recordedEffect && html`, was <b>${words(rule.recordedEffect).toLowerCase()}</b>`
        }${rule.replayedEffect && html`, now <b>${words(rule.replayedEffect).toLowerCase()}</b>`}
      </li>`,
    )}
  </ul>`;
}

/** What a version would have decided about recent calls. */
export function Impact(/** @type {Props} */ { impact, version }) {
  if (!impact) {
    return html`<${Card} title="Impact"><p class="dim">No impact yet: the policy has no rules.</p></${Card}>`;
  }
  const most = impact.topTools[0]?.count ?? 0;
  const parts = [
    ["wouldDeny", "denied"],
    ["wouldRequireApproval", "held for approval"],
    ["wouldRedact", "redacted"],
    ["wouldWarn", "warned of"],
  ]
    .filter(([key]) => impact[key] > 0)
    .map(([key, label]) => `${num(impact[key])} ${label}`);
  return html`<${Card} title="Impact">
    <p>
      In the last ${impact.windowDays === 7 ? "7 days" : plural(impact.windowDays, "day")} version ${version} would
      have denied <b>${num(impact.wouldDeny)}</b> of ${plural(impact.calls, "call")}${impact.isSample ? " (estimated from a sample)" : ""}.
      ${parts.length > 0 && ` In total: ${parts.join(", ")}, by ${plural(impact.agents, "agent")}.`}
      ${impact.notReplayable > 0 && ` ${plural(impact.notReplayable, "call")} could not be re-evaluated.`}
    </p>
    ${most > 0 &&
    html`<h3>Most affected tools</h3>
      <ul class="bars tools">
        ${impact.topTools.map(
          (t) => html`<li key=${t.tool}><a href=${`/execution?q=${encodeURIComponent(t.tool)}`}>
            <span class="mono">${t.tool}</span>
            <span class="bar"><i class="f-high" style=${{ width: `${(t.count / most) * 100}%` }}></i></span>
            <span class="n">${num(t.count)}</span>
          </a></li>`,
        )}
      </ul>`}
  </${Card}>`;
}
