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
import { stageName, usePeople } from "./policy-parts.js";

const STATE = "/api/governance/kill-switch";
const ENFORCING = ["soft_enforce", "enforce"];

/**
 * What stops promotions, or enforcement, of every policy at once.
 *
 * @param rollouts of useQuery: where policies stand, by which is told how many are hit
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
  const unknown = rollouts.data ? "" : "The policies are not loaded yet";
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
            <b>${enforcing ? `${plural(enforcing, "policy warns or stops", "policies warn or stop")} calls` : "No policy stops calls"}</b>
            <${Since} on=${killSwitch.enforcementDisabledAt} at=${killSwitch.enforcementDisabledAt}
              by=${killSwitch.enforcementDisabledBy} why=${killSwitch.enforcementDisabledReason} verb="Disabled last"
              otherwise="Disabling enforcement takes every policy back to observe, from the next call on." />
          </div>
          <${Button} icon="shield-off" onClick=${ask("disable-enforcement")}
            because=${because || unknown || (enforcing ? "" : "No policy enforces anything now")}>Disable enforcement</${Button}>
        </div>
      </div>
      ${because && html`<p class="dim mt4">${because}</p>`}`)}
    </${Card}>
    ${asked && html`<${Ask} ...${asked} onClose=${() => setAsked(null)} />`}`;
}

function Since({ on, at, by, why, verb = "Since", otherwise }) {
  const who = usePeople();
  if (!on) return html`<p class="dim">${otherwise}</p>`;
  return html`<p class="dim">${verb} <${Time} at=${at} />, by ${who(by)}${why && `: ${why}`}</p>`;
}

const DIALOGS = {
  "freeze-rollouts": {
    label: "Freeze rollouts",
    text: "No policy can be promoted until rollouts are unfrozen. Running policies are not affected, and you can still roll back.",
    hits: (n) => `${n} cannot be promoted meanwhile.`,
    done: (answer) => (answer.changed ? "Rollouts are frozen" : "Rollouts were frozen already"),
  },
  "unfreeze-rollouts": {
    label: "Unfreeze rollouts",
    text: "Promotions are possible again. Nothing is promoted by it.",
    hits: (n) => `${n} can be promoted again, where the evidence is there.`,
    done: (answer) => (answer.changed ? "Rollouts are active" : "Rollouts were active already"),
  },
  "disable-enforcement": {
    label: "Disable enforcement",
    danger: true,
    text:
      "Every policy that warns or stops calls goes back to observe, from the next call on. " +
      "It can only be undone policy by policy, by promotions. What agents did before is not undone.",
    hits: (n) => `${n} no longer ${n.startsWith("1 ") ? "warns or stops" : "warn or stop"} calls.`,
    done: (answer) => `Enforcement is disabled for ${plural(answer.affectedPolicies.length, "policy", "policies")}`,
  },
};

/** What was intended when the dialog opened stays so, whatever is learned meanwhile. */
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
    html`<${KeyValue} rows=${policies.slice(0, 8).map((p) => [stageName(p.effectiveMode), p.policyName])} />
      ${policies.length > 8 && html`<p class="dim">And ${policies.length - 8} more.</p>`}`}
  </${Confirm}>`;
}
