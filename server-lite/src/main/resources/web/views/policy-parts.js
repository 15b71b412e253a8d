import { html } from "../components/html.js";
import { State, Tag } from "../components/marks.js";
import { words } from "../formats/words.js";
import { useQuery } from "../query.js";
import { useMay, useSession } from "../session.js";

/** The stages of a policy, from the one in which nothing happens to the one that stops calls. */
export const STAGES = [
  ["draft", "Draft", "Written, not evaluated"],
  ["observe", "Observe", "Results are only noted"],
  ["soft_enforce", "Soft enforce", "Violations warn"],
  ["enforce", "Enforce", "Violations are stopped"],
];

/** A stage within a sentence. */
export const stageName = (stage) => words(stage).toLowerCase();

/** Where a policy stands, and that it cannot go on while rollouts are frozen. */
export function Stage({ stage, mode, frozen }) {
  return html`<span class="row wrap">
    <${State} of=${stage} label=${stage === "rollback" ? "Rolled back" : undefined} />
    ${stage === "rollback" && mode && html`<span class="dim">to ${stageName(mode)}</span>`}
    ${frozen && html`<${Tag} tone="low" icon="snowflake">Frozen</${Tag}>`}
  </span>`;
}

/** Whether promotions are stopped for everybody, and by whom. */
export function useKillSwitch() {
  return useQuery("/api/governance/kill-switch", { every: 30 }).data?.killSwitch;
}

/** Names of the people and keys that the API tells by their identifiers. */
export function usePeople() {
  const { user } = useSession();
  const may = useMay("members:read");
  const members = useQuery(may ? "/api/admin/members" : null).data?.members ?? [];
  return (id) => {
    if (!id) return "the system";
    if (id === user.id) return "you";
    const member = members.find((m) => m.userId === id);
    if (member) return member.name || member.username;
    return id.startsWith("key_") ? `key ${id.slice(-6)}` : id.startsWith("usr_") ? `member ${id.slice(-6)}` : id;
  };
}

/** Names of agents by their identifiers; known are those whom somebody has named already. */
export function useAgentNames() {
  const agents = useQuery("/api/agents?limit=500").data?.agents ?? [];
  return (id) => agents.find((agent) => agent.id === id)?.name ?? id;
}

/** The header by which a change of what somebody else has changed since is refused. */
export const ifMatch = (policy) => ({ headers: { "If-Match": `"${policy.recordVersion}"` } });
