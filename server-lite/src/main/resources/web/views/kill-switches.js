import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Time } from "../components/marks.js";
import { Button, Card, KeyValue } from "../components/page.js";
import { Confirm } from "../components/dialog.js";
import { Note, say, whenLoaded } from "../components/states.js";
import { plural } from "../formats/counts.js";
import { send } from "../api.js";
import { refetch, useQuery } from "../query.js";
import { useMay, useSession, whoMay } from "../session.js";
import { words } from "../formats/words.js";
import { usePeople } from "./people.js";

const STATE = "/api/governance/kill-switch";
const ENFORCING = ["soft_enforce", "enforce"];

/**
 * The switches that freeze all rollouts or disable all enforcement.
 *
 * @param rollouts the query of all rollouts, to count affected policies
 */
export function KillSwitches({ rollouts }) {
  const query = useQuery(STATE, { every: 15 });
  const [asked, setAsked] = useState(null);
  const because = useMay("kill-switch:use") ? "" : whoMay("kill-switch:use");
  const all = rollouts.data?.rollouts ?? [];
  const hit = {
    "freeze-rollouts": all.filter((r) => r.nextStage),
    "unfreeze-rollouts": all.filter((r) => r.nextStage),
    "disable-enforcement": all.filter((r) => ENFORCING.includes(r.effectiveMode)),
  };
  const unknown = rollouts.data ? "" : "The policies are still loading";
  const ask = (operation) => () => setAsked({ operation, policies: hit[operation], more: rollouts.data.total > all.length });
  const enforcing = hit["disable-enforcement"].length;
  return html`<${Card} title="Kill switches">
      ${whenLoaded(query, 90, ({ killSwitch }) => html`<div class="switches">
        <div class=${killSwitch.frozen ? "sw frozen" : "sw"}>
          <${Icon} name="snowflake" />
          <div aria-live="polite">
            <b>${killSwitch.frozen ? "Rollouts are frozen" : "Rollouts are active"}</b>
            <${Since} on=${killSwitch.frozen} at=${killSwitch.frozenAt} by=${killSwitch.frozenBy} why=${killSwitch.reason}
              otherwise="Freezing stops every promotion. Policies already running are not affected." />
          </div>
          ${killSwitch.frozen
            ? html`<${Button}
              because=${because || unknown} onClick=${ask("unfreeze-rollouts")}>Unfreeze rollouts</${Button}>`
            : html`<${Button}
              icon="snowflake" because=${because || unknown} onClick=${ask("freeze-rollouts")}
            >Freeze rollouts</${Button}>`}
        </div>
        <div class="sw">
          <${Icon} name="shield-off" />
          <div>
            <b>${enforcing ? `${plural(enforcing, "policy", "policies")} in enforce or soft enforce` : "No policies enforced"}</b>
            <${Since} on=${killSwitch.enforcementDisabledAt} at=${killSwitch.enforcementDisabledAt}
              by=${killSwitch.enforcementDisabledBy} why=${killSwitch.enforcementDisabledReason} verb="Last disabled"
              otherwise="Disabling enforcement returns all policies to observe mode, from the next call." />
          </div>
          <${Button} icon="shield-off" onClick=${ask("disable-enforcement")}
            because=${because || unknown || (enforcing ? "" : "No policies are enforced")}>Disable enforcement</${Button}>
        </div>
      </div>
      ${because && html`<p class="dim mt4">${because}</p>`}`)}
    </${Card}>
    ${asked && html`<${Ask} ...${asked} onClose=${() => setAsked(null)} />`}`;
}

function Since({ on, at, by, why, verb = "Since", otherwise }) {
  const { name: who } = usePeople();
  if (!on) return html`<p class="dim">${otherwise}</p>`;
  return html`<p class="dim">${verb} <${Time} at=${at} />, by ${who(by)}${why && `: ${why}`}</p>`;
}

const DIALOGS = {
  "freeze-rollouts": {
    label: "Freeze rollouts",
    text: "No policy can be promoted until rollouts are unfrozen. Running policies are not affected, and you can still roll back.",
    hits: (n) => `${n} cannot be promoted during the freeze.`,
    done: (answer) => (answer.changed ? "Rollouts are frozen" : "Rollouts were already frozen"),
  },
  "unfreeze-rollouts": {
    label: "Unfreeze rollouts",
    text: "Policies can be promoted again. No policy is promoted automatically.",
    hits: (n) => `${n} can be promoted again, with valid evidence.`,
    done: (answer) => (answer.changed ? "Rollouts are active" : "Rollouts were already active"),
  },
  "disable-enforcement": {
    label: "Disable enforcement",
    danger: true,
    text:
      "All policies in soft enforce or enforce return to observe mode, from the next call. " +
      "To undo this, promote each policy again. Earlier agent actions are not affected.",
    hits: (n) => `${n} will no longer warn about or deny calls.`,
    done: (answer) => `Enforcement is disabled for ${plural(answer.affectedPolicies.length, "policy", "policies")}`,
  },
};

/** The confirmation, with the affected policies when the dialog opened. */
function Ask({ operation, policies, more, onClose }) {
  const { tenant } = useSession();
  const dialog = DIALOGS[operation];
  const use = async (reason) => {
    const answer = await send("POST", `${STATE}/${operation}`, { reason });
    refetch("/api/governance", "/api/policies", "/api/overview");
    say(dialog.done(answer));
  };
  const count = plural(policies.length, "policy", "policies");
  return html`<${Confirm} label=${dialog.label} danger=${dialog.danger} reason="required"
    typed=${dialog.danger ? tenant.name : ""} onConfirm=${use} onClose=${onClose}>
    <p>${dialog.text}</p>
    <${Note}
      tone=${dialog.danger ? "critical" : "low"} icon=${dialog.danger ? "triangle-alert" : "snowflake"}
      title=${(more ? "At least " : "") + dialog.hits(count)} />
    ${dialog.danger &&
    policies.length > 0 &&
    html`<${KeyValue} rows=${policies.slice(0, 8).map((p) => [words(p.effectiveMode), p.policyName])} />
      ${policies.length > 8 && html`<p class="dim">And ${policies.length - 8} more.</p>`}`}
  </${Confirm}>`;
}
