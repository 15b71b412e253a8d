import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Time } from "../components/marks.js";
import { Card } from "../components/page.js";
import { num, percent } from "../formats/counts.js";
import { usePeople } from "./people.js";

/**
 * The requirements of a promotion, by the codes of the API.
 *
 * @type {[string, string, string, (rollout: any) => unknown][]}
 */
const LINES = [
  ["forbidden", "You have permission to promote", "You do not have permission to promote", () => ""],
  ["invalid_transition", "A next stage is available", "There is no next stage", (r) => whole(r)],
  ["evidence_missing", "A replay is completed", "No completed replay for the current version. Run a replay first.", (r) => finished(r)],
  ["evidence_stale", "Replay covers this version", "Replay covers another version", (r) => `Version ${r.policyVersion}`],
  ["too_few_samples", "Enough sessions were replayed", "Too few sessions were replayed", (r) => replayed(r)],
  ["calibration_failed", "Calibration passed", "Calibration failed", (r) => matched(r)],
  ["evidence_expired", "Evidence is valid", "Evidence has expired", (r) => until(r)],
  ["rollout_frozen", "Rollouts are not frozen", "Rollouts are frozen", () => "No kill switch is active."],
];

const EVIDENCE = ["evidence_missing", "evidence_stale", "too_few_samples", "calibration_failed", "evidence_expired"];

const whole = ({ nextStage }) => nextStage && "The document has rules and its tests pass.";
const finished = ({ calibration: c }) => c?.completedAt && html`<${Time} at=${c.completedAt} />`;
const replayed = ({ calibration: c }) => c && `${num(c.match + c.diverged + c.error + c.timeout)} sessions`;
const until = ({ calibration: c }) => c?.expiresAt && html`Expires <${Time} at=${c.expiresAt} />`;
const matched = ({ calibration: c }) =>
  c && `${num(c.match)} of ${num(c.match + c.diverged + c.error + c.timeout)} match, ${percent(c.threshold)} needed`;

/** The gate requirements that a rejected promotion names: {code: text}. */
function refusedLines(error) {
  if (!error) return {};
  if (error.code === "evidence_required") {
    const lines = Object.fromEntries(error.errors.map((e) => [e.code, e.message]));
    return Object.keys(lines).length ? lines : { evidence_missing: error.message };
  }
  return { [error.code]: error.message };
}

/** Whether an error belongs to the gate. */
export const isGate = (error) =>
  error.code === "evidence_required" || LINES.some(([code]) => code === error.code);

/**
 * The requirements of the next promotion, and whether they are met.
 *
 * @param refused the error of a rejected promotion, with the policy at that time
 * @param known the current policy
 */
export function Gate(/** @type {Props} */ { box, rollout, killSwitch, refused, known }) {
  const { name: who } = usePeople();
  const said = refused?.known === known ? refusedLines(refused.error) : {};
  const closed = { ...Object.fromEntries(rollout.blockers.map((b) => [b.code, b.message])), ...said };
  const wanted = ["soft_enforce", "enforce"].includes(rollout.nextStage ?? "");
  const missing = "evidence_missing" in closed;
  const lines = LINES.filter(([code]) => code in closed || !EVIDENCE.includes(code) || (wanted && rollout.calibration && !missing));
  return html`<${Card} title="Promotion gate" id="h-gate">
    <div tabindex="-1" ref=${box} class="gatebox" aria-labelledby="h-gate" role="group">
      ${refused && html`<p class="wrong-now" role="alert">Not promoted. The unmet requirements are marked below.</p>`}
      <ul class="gate">
        ${lines.map(([code, fine, wrong, detail]) => {
          const no = code in closed;
          const icon = code === "rollout_frozen" && no ? "snowflake" : no ? "circle-x" : "circle-check";
          return html`<li key=${code} class=${no ? "no" : ""}>
            <${Icon} name=${icon} />
            <div>
              ${no ? wrong : fine}
              <div class="dim">${no ? closed[code] : detail(rollout)}</div>
              ${code === "rollout_frozen" && no && killSwitch.frozen && html`<div class="dim">
                Frozen <${Time} at=${killSwitch.frozenAt} /> by ${who(killSwitch.frozenBy)}. <a href="/rollout">Open kill switches</a>
              </div>`}
            </div>
          </li>`;
        })}
      </ul>
      ${rollout.nextStage === "observe" && html`<p class="dim">Observe mode needs no replay.</p>`}
    </div>
  </${Card}>`;
}
