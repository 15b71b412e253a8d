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
import { EVENTS, FRESH, GROUPS, rhythm, sentence } from "./alert-rule-words.js";
import { Listed, Picks, Wrong } from "./alert-rule-fields.js";
import { Mutes } from "./alert-rule-mutes.js";

const RULES = "/api/alerts/rules";

const FILLED_IN = "title, severity, threat_type, agent_name, environment, occurrences, source, url";

/** What the API takes of a rule. */
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
 * Makes a rule, or changes one, with what it would do said in a sentence.
 *
 * @param rule none for a new one
 * @param names of useNames
 */
export function RuleForm(/** @type {Props} */ { rule, names }) {
  // The form keeps what was there when it opened: a refresh changes nothing under somebody's hands.
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
    say(rule ? "Rule saved" : "Rule made");
    leave();
  };
  const unsaved = useUnsaved(JSON.stringify(draft) !== JSON.stringify(draftOf(before)), ["rule"]);
  const parts = { draft, set, ask, names, error: action.error };
  return html`<form class="cols rsp-form" ref=${form} onSubmit=${submit}>
    <div class="grid">
      <${About} ...${parts} />
      <${Conditions} ...${parts} />
      <${Actions} ...${parts} />
      <${Rhythm} ...${parts} />
      <${Mutes} mute=${draft.mute} error=${action.error} onChange=${(mute) => set({ mute })} />
    </div>
    <div class="grid rsp-stick">
      <${Card} title="What it does">
        <div class="grid">
          <p aria-live="polite">${sentence(draft, names)}</p>
          ${rhythm(draft).map((text, i) => html`<p class="dim" key=${i}>${text}</p>`)}
          ${!draft.enabled && html`<${Note} tone="medium">The rule is disabled and sends nothing.</${Note}>`}
          <${Refused} error=${action.error} />
          <div class="row rsp-wrap">
            <${Button} kind="pri" type="submit" busy=${action.busy}
              because=${may ? (draft.name.trim() ? "" : "Give it a name first") : whoMay("alert-rules:write")}
            >${rule ? "Save rule" : "Make rule"}</${Button}>
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
    <${Field} name="description" label="What it is for" optional value=${draft.description ?? ""}
      onInput=${(description) => set({ description })} error=${error} maxlength="1000" />
    <${Check} label="Enabled" hint="A disabled rule is kept and sends nothing."
      checked=${draft.enabled} onChange=${(enabled) => set({ enabled })} />
  </div></${Card}>`;
}

function Conditions({ draft, ask, names, error }) {
  const { conditions } = draft;
  const severities = SEVERITIES.map((level) => [level, level === "critical" ? "Critical" : words(level) + " or above"]);
  const threats = [...new Set([...THREATS, ...conditions.threat_types])].map((type) => [type, words(type)]);
  const agents = new Map([...conditions.agent_ids.map((id) => [id, id]), ...names.agents]);
  return html`<${Card} title="When"><div class="grid">
    <p class="dim">All that is asked for has to hold. Of several choices, one is enough.</p>
    <${Wrong} error=${error} name="conditions" />
    <${Field} as="select" name="conditions.min_severity" label="Severity" error=${error}
      value=${conditions.min_severity ?? ""} onInput=${(value) => ask({ min_severity: value || null })}>
      <${Options} options=${[["", "Any severity"], ...severities]} />
    </${Field}>
    <${Picks} label="Threats" any="Any threat" options=${threats} chosen=${conditions.threat_types}
      onChange=${(threat_types) => ask({ threat_types })} name="conditions.threat_types" error=${error} />
    <${Picks} label="Agents" any="Any agent" options=${[...agents]} chosen=${conditions.agent_ids}
      onChange=${(agent_ids) => ask({ agent_ids })} name="conditions.agent_ids" error=${error} />
    <${Listed} name="conditions.agent_tags" label="Tags of the agent" value=${conditions.agent_tags}
      onChange=${(agent_tags) => ask({ agent_tags })} error=${error} />
    <${Listed} name="conditions.environments" label="Environments" value=${conditions.environments}
      onChange=${(environments) => ask({ environments })} error=${error} />
    <${Picks} label="Events" any="Any event" options=${EVENTS} chosen=${conditions.event_types}
      onChange=${(event_types) => ask({ event_types })} name="conditions.event_types" error=${error} />
    <${Field} as="textarea" rows="2" name="conditions.filter" label="Filter" optional class="inp mono"
      spellcheck=${false} maxlength="2048" value=${conditions.filter ?? ""} error=${error}
      placeholder="confidence > 0.8 || occurrences > 3"
      hint="An expression in CEL, such as severity_rank >= 3 && environment == 'prod'."
      onInput=${(filter) => ask({ filter: filter.trim() ? filter : null })} />
  </div></${Card}>`;
}

function Actions({ draft, set, names, error }) {
  const { actions } = draft;
  const mode = actions.some((action) => !action.integration_id) ? "all" : actions.length ? "some" : "none";
  const [choosing, setChoosing] = useState(mode);
  const template = actions[0]?.template ?? "";
  const chosen = actions.map((action) => action.integration_id).filter(Boolean);
  // A channel that is gone, or may not be read, is still named by the rule.
  const channels = new Map([...chosen.map((id) => [id, id]), ...names.channels]);
  const types = new Map([
    ...actions.map((action) => [action.integration_id, action.type]),
    ...names.channelList.map(({ id, type }) => [id, type]),
  ]);
  const tell = (ids) =>
    set({
      actions: ids.map((id) => ({ integration_id: id, type: types.get(id), template: template || null })),
    });
  const choose = (next) => {
    setChoosing(next);
    if (next === "all") set({ actions: [{ integration_id: null, type: "all", template: template || null }] });
    else tell(next === "some" ? chosen : []);
  };
  return html`<${Card} title="Then tell"><div class="grid">
    <fieldset class="rsp-set"><legend>Channels</legend>
      ${[["all", "All enabled channels"], ["some", "These channels"], ["none", "No channel"]].map(
        ([value, label]) => html`<label class="check" key=${value}>
          <input type="radio" name="tell" checked=${choosing === value} onChange=${() => choose(value)} /><span>
            ${label}</span>
        </label>`,
      )}
    </fieldset>
    <${Wrong} error=${error} name="actions" />
    ${choosing === "some" &&
    (channels.size
      ? html`<${Picks} open label="Channels to tell" any="None yet" options=${[...channels]} chosen=${chosen}
        onChange=${tell} />`
      : html`<${Note}>No channel is set up. <a href="/settings/integrations">Add one in the settings.</a></${Note}>`)}
    ${choosing !== "none" && actions.length > 0 &&
    html`<${Field} as="textarea" rows="2" name="actions[0].template" label="Text of the message" optional
      value=${template}
      error=${error} placeholder="{severity}: {title} ({agent_name}) {url}"
      hint=${`Takes the place of the usual text. Names in braces are filled in: ${FILLED_IN}.`}
      onInput=${(text) => set({ actions: actions.map((a) => ({ ...a, template: text || null })) })} />`}
    <${Check} label="Open an incident" hint="Or join an open one of the same agent."
      checked=${draft.create_incident} onChange=${(create_incident) => set({ create_incident })} />
  </div></${Card}>`;
}

function Rhythm({ draft, set, error }) {
  return html`<${Card} title="How often"><div class="grid">
    <${Picks} label="One message for the same" any="All alerts together" options=${GROUPS} chosen=${draft.group_by}
      onChange=${(group_by) => set({ group_by })} name="group_by" error=${error} />
    <div class="rsp-two">
      <${Field} name="dedupe_window_seconds" label="Within, in minutes" type="number" min="0" step="any"
        error=${error}
        value=${draft.dedupe_window_seconds / 60} hint="Others within this time are held back, unless worse."
        onInput=${(value) => set({ dedupe_window_seconds: Math.round(Number(value) * 60) })} />
      <${Field} name="repeat_after_seconds" label="Resend after, in hours" type="number" min="0" step="any"
        error=${error}
        value=${draft.repeat_after_seconds / 3600} hint="Until acknowledged; 0 for never."
        onInput=${(value) => set({ repeat_after_seconds: Math.round(Number(value) * 3600) })} />
    </div>
  </div></${Card}>`;
}
