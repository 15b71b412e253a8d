import { useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { SEVERITIES } from "../components/marks.js";
import { Button, Card } from "../components/page.js";
import { Check, Field, focusWrong, Options, useUnsaved } from "../components/form.js";
import { Note, Refused, say } from "../components/states.js";
import { send } from "../api.js";
import { refetch, useAction } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { words } from "../formats/words.js";
import { THREATS } from "./alert-words.js";
import { EVENTS, FRESH, GROUPS, frequency, sentence } from "./alert-rule-words.js";
import { Listed, Picks, Wrong } from "./alert-rule-fields.js";
import { Mutes } from "./alert-rule-mutes.js";

const RULES = "/api/alerts/rules";

const FILLED_IN = "title, severity, threat_type, agent_name, environment, occurrences, source, url";

/** Returns the fields of a rule that the API accepts. */
const draftOf = ({ name, description, enabled, conditions, actions, group_by, dedupe_window_seconds,
  repeat_after_seconds, mute, create_incident }) => ({
  name,
  description,
  enabled,
  conditions,
  actions,
  group_by,
  dedupe_window_seconds,
  repeat_after_seconds,
  mute,
  create_incident,
});

/**
 * The form to create or edit an alert rule, with a summary of the rule in plain words.
 *
 * @param rule undefined for a new rule
 * @param names from useNames
 */
export function RuleForm(/** @type {Props} */ { rule, names }) {
  // A refresh of the page does not change values while the form is open.
  const [before] = useState(rule ?? FRESH);
  const [draft, setDraft] = useState(() => draftOf(before));
  const [, update] = useParams();
  const form = useRef(null);
  const may = useMay("alert-rules:write");
  const set = (changes) => setDraft({ ...draft, ...changes });
  const ask = (changes) => set({ conditions: { ...draft.conditions, ...changes } });
  const action = useAction(() =>
    rule
      ? send("PUT", `${RULES}/${rule.id}`, draft, { headers: { "If-Match": `"${before.version}"` } })
      : send("POST", RULES, draft),
  );
  const leave = () => update({ rule: null }, { push: true });
  const submit = async (event) => {
    event.preventDefault();
    if (!may || action.busy) return;
    if (!(await action.run())) {
      focusWrong(form.current);
      return;
    }
    refetch(RULES);
    say(rule ? "Alert rule saved" : "Alert rule created");
    leave();
  };
  const unsaved = useUnsaved(JSON.stringify(draft) !== JSON.stringify(draftOf(before)), ["rule"]);
  const parts = { draft, set, ask, names, error: action.error };
  return html`<form class="cols rsp-form" ref=${form} onSubmit=${submit}>
    <div class="grid">
      <${About} ...${parts} />
      <${Conditions} ...${parts} />
      <${Actions} ...${parts} />
      <${Frequency} ...${parts} />
      <${Mutes} mute=${draft.mute} error=${action.error} onChange=${(mute) => set({ mute })} />
    </div>
    <div class="grid rsp-stick">
      <${Card} title="Summary">
        <div class="grid">
          <p aria-live="polite">${sentence(draft, names)}</p>
          ${frequency(draft).map((text, i) => html`<p class="dim" key=${i}>${text}</p>`)}
          ${!draft.enabled && html`<${Note} tone="medium">The rule is disabled. It sends no notifications.</${Note}>`}
          <${Refused} error=${action.error} />
          <div class="row rsp-wrap">
            <${Button} kind="pri" type="submit" busy=${action.busy}
              because=${may ? (draft.name.trim() ? "" : "Enter a name first") : whoMay("alert-rules:write")}
            >${rule ? "Save rule" : "Create rule"}</${Button}>
            <${Button} onClick=${leave}>Cancel</${Button}>
          </div>
        </div>
      </${Card}>
    </div>
    ${unsaved}
  </form>`;
}

function About({ draft, set, error }) {
  return html`<${Card} title="Rule"><div class="grid">
    <${Field} name="name" label="Name" value=${draft.name} onInput=${(name) => set({ name })} error=${error}
      maxlength="120" required />
    <${Field} name="description" label="Description" optional value=${draft.description ?? ""}
      onInput=${(description) => set({ description })} error=${error} maxlength="1000" />
    <${Check} label="Enabled" hint="A disabled rule sends no notifications."
      checked=${draft.enabled} onChange=${(enabled) => set({ enabled })} />
  </div></${Card}>`;
}

function Conditions({ draft, ask, names, error }) {
  const { conditions } = draft;
  const severities = SEVERITIES.map((level) => [level, level === "critical" ? "Critical" : words(level) + " or above"]);
  const threats = [...new Set([...THREATS, ...conditions.threat_types])].map((type) => [type, words(type)]);
  const agents = new Map([...conditions.agent_ids.map((id) => [id, id]), ...names.agents]);
  return html`<${Card} title="Conditions"><div class="grid">
    <p class="dim">All conditions must match. In a condition with several values, one must match.</p>
    <${Wrong} error=${error} name="conditions" />
    <${Field} as="select" name="conditions.min_severity" label="Severity" error=${error}
      value=${conditions.min_severity ?? ""} onInput=${(value) => ask({ min_severity: value || null })}>
      <${Options} options=${[["", "Any severity"], ...severities]} />
    </${Field}>
    <${Picks} label="Threats" any="Any threat" options=${threats} chosen=${conditions.threat_types}
      onChange=${(threat_types) => ask({ threat_types })} name="conditions.threat_types" error=${error} />
    <${Picks} label="Agents" any="Any agent" options=${[...agents]} chosen=${conditions.agent_ids}
      onChange=${(agent_ids) => ask({ agent_ids })} name="conditions.agent_ids" error=${error} />
    <${Listed} name="conditions.agent_tags" label="Agent tags" value=${conditions.agent_tags}
      onChange=${(agent_tags) => ask({ agent_tags })} error=${error} />
    <${Listed} name="conditions.environments" label="Environments" value=${conditions.environments}
      onChange=${(environments) => ask({ environments })} error=${error} />
    <${Picks} label="Events" any="Any event" options=${EVENTS} chosen=${conditions.event_types}
      onChange=${(event_types) => ask({ event_types })} name="conditions.event_types" error=${error} />
    <${Field} as="textarea" rows="2" name="conditions.filter" label="Filter" optional class="inp mono"
      spellcheck=${false} maxlength="2048" value=${conditions.filter ?? ""} error=${error}
      placeholder="confidence > 0.8 || occurrences > 3"
      hint="A CEL expression, for example severity_rank >= 3 && environment == 'prod'."
      onInput=${(filter) => ask({ filter: filter.trim() ? filter : null })} />
  </div></${Card}>`;
}

function Actions({ draft, set, names, error }) {
  const { actions } = draft;
  const mode = actions.some((action) => !action.integration_id) ? "all" : actions.length ? "some" : "none";
  const [choosing, setChoosing] = useState(mode);
  const template = actions[0]?.template ?? "";
  const chosen = actions.map((action) => action.integration_id).filter(Boolean);
  // Channels that were deleted or are not readable remain in the rule.
  const channels = new Map([...chosen.map((id) => [id, id]), ...names.channels]);
  const types = new Map([
    ...actions.map((action) => [action.integration_id, action.type]),
    ...names.channelList.map(({ id, type }) => [id, type]),
  ]);
  const notify = (ids) =>
    set({
      actions: ids.map((id) => ({ integration_id: id, type: types.get(id), template: template || null })),
    });
  const choose = (next) => {
    setChoosing(next);
    if (next === "all") set({ actions: [{ integration_id: null, type: "all", template: template || null }] });
    else notify(next === "some" ? chosen : []);
  };
  return html`<${Card} title="Actions"><div class="grid">
    <fieldset class="rsp-set"><legend>Notify</legend>
      ${[["all", "All enabled channels"], ["some", "Selected channels"], ["none", "No channels"]].map(
        ([value, label]) => html`<label class="check" key=${value}>
          <input type="radio" name="tell" checked=${choosing === value} onChange=${() => choose(value)} /><span>
            ${label}</span>
        </label>`,
      )}
    </fieldset>
    <${Wrong} error=${error} name="actions" />
    ${choosing === "some" &&
    (channels.size
      ? html`<${Picks} open label="Channels" any="None selected" options=${[...channels]} chosen=${chosen}
        onChange=${notify} />`
      : html`<${Note}>No channels are set up. <a href="/settings/integrations">Add integration</a></${Note}>`)}
    ${choosing !== "none" && actions.length > 0 &&
    html`<${Field} as="textarea" rows="2" name="actions[0].template" label="Message template" optional
      value=${template}
      error=${error} placeholder="{severity}: {title} ({agent_name}) {url}"
      hint=${`Replaces the default message. Available placeholders, in braces: ${FILLED_IN}.`}
      onInput=${(text) => set({ actions: actions.map((a) => ({ ...a, template: text || null })) })} />`}
    <${Check} label="Create an incident" hint="If the agent has an open incident, the alert is added to it."
      checked=${draft.create_incident} onChange=${(create_incident) => set({ create_incident })} />
  </div></${Card}>`;
}

function Frequency({ draft, set, error }) {
  return html`<${Card} title="Frequency"><div class="grid">
    <${Picks} label="Group alerts by" any="All alerts together" options=${GROUPS} chosen=${draft.group_by}
      onChange=${(group_by) => set({ group_by })} name="group_by" error=${error} />
    <div class="rsp-two">
      <${Field} name="dedupe_window_seconds" label="Grouping window (minutes)" type="number" min="0" step="any"
        error=${error}
        value=${draft.dedupe_window_seconds / 60} hint="Further alerts of a group are suppressed in this window, unless their severity is higher."
        onInput=${(value) => set({ dedupe_window_seconds: Math.round(Number(value) * 60) })} />
      <${Field} name="repeat_after_seconds" label="Resend after (hours)" type="number" min="0" step="any"
        error=${error}
        value=${draft.repeat_after_seconds / 3600} hint="If an open alert recurs. 0 disables resending."
        onInput=${(value) => set({ repeat_after_seconds: Math.round(Number(value) * 3600) })} />
    </div>
  </div></${Card}>`;
}
