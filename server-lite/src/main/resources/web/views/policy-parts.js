import { html } from "../components/html.js";
import { State, Tag } from "../components/marks.js";
import { words } from "../formats/words.js";
import { useQuery } from "../query.js";

/** The rollout stages, from draft to enforce. */
export const STAGES = [
  ["draft", "Draft", "Not evaluated"],
  ["observe", "Observe", "Results are logged"],
  ["soft_enforce", "Soft enforce", "Violations warn"],
  ["enforce", "Enforce", "Violations are blocked"],
];

/** A stage within a sentence. */
export const stageName = (stage) => words(stage).toLowerCase();

/** The stage of a policy, and whether rollouts are frozen. */
export function Stage({ stage, mode, frozen }) {
  return html`<span class="row wrap">
    <${State} of=${stage} label=${stage === "rollback" ? "Rolled back" : undefined} />
    ${stage === "rollback" && mode && html`<span class="dim">to ${stageName(mode)}</span>`}
    ${frozen && html`<${Tag} tone="low" icon="snowflake">Frozen</${Tag}>`}
  </span>`;
}

/** The status of the kill switch. */
export function useKillSwitch() {
  return useQuery("/api/governance/kill-switch", { every: 30 }).data?.killSwitch;
}

/** The header that rejects changes to an outdated version. */
export const ifMatch = (policy) => ({ headers: { "If-Match": `"${policy.recordVersion}"` } });
