import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Tag, Time } from "../components/marks.js";
import { Button } from "../components/page.js";
import { Check, Field } from "../components/form.js";
import { Choice, FilterBar } from "../components/filters.js";
import { Empty, Note, Refused, say } from "../components/states.js";
import { send } from "../api.js";
import { refetch, useAction } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { plural } from "../formats/counts.js";
import { readable } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { HOLDS, labelOf } from "./incident-words.js";
import { usePeople } from "./people.js";

/** The form to add a note to the timeline. */
export function NoteBox(/** @type {Props} */ { incident }) {
  const [body, setBody] = useState("");
  const [pinned, setPinned] = useState(false);
  const may = useMay("incidents:note");
  const path = /** @type {const} */ (`/api/incidents/${incident.id}`);
  const action = useAction(() => send("POST", path + "/notes", { body: body.trim(), pinned }));
  const add = async (event) => {
    event.preventDefault();
    if (!may || !body.trim() || action.busy) return;
    if (!(await action.run())) return;
    setBody("");
    setPinned(false);
    refetch(path);
    say("Note added to the timeline");
  };
  const press = (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) add(event);
  };
  return html`<section class="card" aria-label="Add a note">
    <form class="pad grid" onSubmit=${add}>
      <${Field} as="textarea" rows="2" name="body" label="Note" value=${body} onInput=${setBody} onKeyDown=${press}
        error=${action.error} maxlength="10000" placeholder="Describe what you found or did" />
      <${Refused} error=${action.error} />
      <div class="row rsp-wrap">
        <${Check} label="Pin note" checked=${pinned} onChange=${setPinned} />
        <div class="sp">
          <${Button} kind="pri" type="submit" icon="message-square" busy=${action.busy}
            because=${may ? (body.trim() ? "" : "Enter a note first") : whoMay("incidents:note")}>Add note</${Button}>
        </div>
      </div>
    </form>
  </section>`;
}

const KINDS = {
  note: ["Notes", ["note_added"]],
  state: ["Status and severity", ["opened", "status_changed", "severity_changed", "merged"]],
  evidence: ["Evidence", ["evidence_added", "evidence_removed"]],
  containment: ["Containment", ["containment", "release"]],
  communication: ["Messages", ["communication"]],
  other: ["Roles and details", ["changed", "role_changed", "review"]],
};

const SHAPES = {
  opened: ["flag", "high"],
  status_changed: ["workflow", "accent"],
  severity_changed: ["triangle-alert", "high"],
  changed: ["pencil", "info"],
  role_changed: ["users", "info"],
  evidence_added: ["link", "info"],
  evidence_removed: ["x", "info"],
  note_added: ["message-square", "low"],
  containment: ["lock", "critical"],
  release: ["play", "ok"],
  merged: ["boxes", "info"],
  review: ["clipboard-check", "accent"],
  communication: ["mail", "info"],
};

/** The timeline of an incident, with its start and resolution marked. */
export function Timeline(/** @type {Props} */ { incident }) {
  const [params, update] = useParams();
  const { name } = usePeople();
  const kind = params.get("kind");
  const oldest = params.get("order") === "oldest";
  const kept = incident.timeline.filter((entry) => !KINDS[kind] || KINDS[kind][1].includes(entry.type));
  const shown = oldest ? kept : [...kept].reverse();
  const pinned = incident.notes.filter((note) => note.pinned);
  const more = incident.timelineTotal - incident.timeline.length;
  return html`<${FilterBar}>
      <${Choice} name="kind" label="Show" any="All entries"
        options=${Object.entries(KINDS).map(([value, [label]]) => [value, label])} />
      <div class="seg sp" role="group" aria-label="Order">
        <button type="button" aria-pressed=${oldest ? "false" : "true"}
          onClick=${() => update({ order: null })}>Newest first</button>
        <button type="button" aria-pressed=${oldest ? "true" : "false"}
          onClick=${() => update({ order: "oldest" })}>Oldest first</button>
      </div>
    </${FilterBar}>
    ${pinned.map(
      (note) => html`<div class="rsp-pin" key=${note.id}>
        <${Note} tone="low" icon="bookmark" title=${name(note.author.userId)}>
          <span class="rsp-text">${note.body}</span> <span class="dim"><${Time} at=${note.createdAt} /></span>
        </${Note}>
      </div>`,
    )}
    <section class="card" aria-label="Timeline">
      <div class="pad">
        ${shown.length === 0 &&
        html`<${Empty} icon="filter" title="No entries of this type">
          <${Button} onClick=${() => update({ kind: null })}>Show all entries</${Button}>
        </${Empty}>`}
        <ol class="feed">${shown.map((entry) => html`<${Entry} key=${entry.id} entry=${entry} name=${name} />`)}</ol>
        ${more > 0 && html`<p class="dim">${plural(more, "earlier entry is", "earlier entries are")} not shown.</p>`}
      </div>
    </section>`;
}

/** Returns the title of an entry and its details. */
function describe(entry) {
  const { type, text, data } = entry;
  if (type === "note_added") return ["Note", text];
  if (type === "status_changed" && data.to) {
    const why = text.includes(". ") ? text.slice(text.indexOf(". ") + 2) : "";
    return [`${words(data.from)} to ${words(data.to).toLowerCase()}`, why];
  }
  const named = readable(text.replace(/^[a-z_]+(?=:)/, (action) => labelOf(HOLDS, action)));
  return [named.charAt(0).toUpperCase() + named.slice(1), ""];
}

const target = (/** @type {Record<string, string>} */ { kind, id }) =>
  ({ agent: "/agents/", alert: "/alerts/", session: "/sessions/" })[kind] && id
    ? { agent: "/agents/", alert: "/alerts/", session: "/sessions/" }[kind] + id
    : null;

function Entry(/** @type {Props<{ entry: Api<"Incident">["timeline"][number] }>} */ { entry, name }) {
  const [icon, tone] = SHAPES[entry.type] ?? ["info", "info"];
  const [head, more] = describe(entry);
  const start = entry.type === "opened";
  const end = entry.type === "status_changed" && entry.data.to === "resolved";
  const failed = entry.type === "communication" && /could not|failed/.test(entry.text);
  const to = entry.type === "evidence_added" && target(entry.data);
  return html`<li class=${start || end ? "rsp-mark" : ""}>
    <span class=${"dot tone-" + (failed ? "critical" : end ? "ok" : tone)}><${Icon}
      name=${end ? "circle-check" : icon} size=${14} /></span>
    <div>
      <div class="x rsp-text">${to ? html`<a href=${to}>${head}</a>` : head}
        ${start && html` <${Tag} tone="high" icon="flag">Start</${Tag}>`}
        ${end && html` <${Tag} tone="ok" icon="check">Resolved</${Tag}>`}
      </div>
      ${more && html`<div class="rsp-text">${more}</div>`}
      <div class="m">${name(entry.actor)}</div>
    </div>
    <${Time} at=${entry.at} />
  </li>`;
}
