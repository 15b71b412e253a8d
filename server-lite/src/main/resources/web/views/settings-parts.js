import { useRef, useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button } from "../components/page.js";
import { Dialog } from "../components/dialog.js";
import { Field, useUnsaved } from "../components/form.js";
import { Note, Refused } from "../components/states.js";
import { Time } from "../components/marks.js";
import { plural } from "../formats/counts.js";
import { useQuery } from "../query.js";

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Unsaved changes of fields. While there are changes, newer data of the server does
 * not replace the fields. `adopt` loads it and keeps the changes on top.
 *
 * @param current the saved fields, by name
 * @param version of the saved fields, for If-Match
 */
export function useDraft(current, version) {
  const [mine, setMine] = useState({});
  const held = useRef({ base: current, version });
  const adopting = useRef(false);
  const changedOf = (base) => Object.keys(mine).filter((name) => !same(mine[name], base[name]));
  if (adopting.current || !changedOf(held.current.base).length) {
    held.current = { base: current, version };
    adopting.current = false;
  }
  const { base } = held.current;
  const changed = changedOf(base);
  return {
    base,
    version: held.current.version,
    value: { ...base, ...mine },
    changed,
    set: (name) => (value) => setMine((before) => ({ ...before, [name]: value })),
    discard: () => setMine({}),
    adopt: () => {
      adopting.current = true;
      setMine((before) => ({ ...before }));
    },
  };
}

/**
 * The bar for unsaved changes. Changes are saved after a review
 * of each change.
 *
 * @param draft of useDraft
 * @param labels the fields' names, as a function
 * @param show a value as text, as a function of the value and the field's name
 * @param action of useAction, whose run saves
 * @param reload loads the saved fields
 * @param because the reason why saving is disabled, or empty
 */
export function SaveBar({ draft, labels, show = shown, action, reload, because = "" }) {
  const [looking, setLooking] = useState(null);
  const held = useUnsaved(draft.changed.length > 0);
  const stale = action.error && [409, 412].includes(action.error.status);
  const save = async () => {
    setLooking(null);
    if (await action.run()) draft.discard();
  };
  const adopt = async () => {
    await reload();
    draft.adopt();
    action.clear();
  };
  const discard = () => {
    draft.discard();
    action.clear();
  };
  const labelOf = (field) => (Object.hasOwn(draft.base, field) ? labels(field) : "");
  if (!draft.changed.length) return held;
  return html`${held}
    <section class="savebar" aria-label="Unsaved changes">
      <${Refused} error=${action.error?.labeled?.(labelOf) ?? action.error} />
      <div class="row">
        <span role="status">${plural(draft.changed.length, "change")} not saved</span>
        <${Button} small onClick=${discard}>Discard changes</${Button}>
        ${stale && html`<${Button} small onClick=${adopt}>Apply my changes to the current version</${Button}>`}
        <${Button}
          small
          kind="pri"
          because=${because}
          busy=${action.busy}
          onClick=${() => setLooking(snapshot(draft, labels, show))}
        >Review changes</${Button}>
      </div>
    </section>
    ${looking &&
    html`<${Dialog} label="Review changes" onClose=${() => setLooking(null)}>
      <div class="dl-b"><${Changes} rows=${looking} /></div>
      <div class="dl-f">
        <${Button} onClick=${() => setLooking(null)}>Back</${Button}>
        <${Button} kind="pri" onClick=${save}>Save ${plural(looking.length, "change")}</${Button}>
      </div>
    </${Dialog}>`}`;
}

const snapshot = (draft, labels, show) =>
  draft.changed.map((name) => [
    labels(name),
    show(draft.base[name], name),
    show(draft.value[name], name),
  ]);

function shown(value) {
  if (value === true) return "On";
  if (value === false) return "Off";
  if (Array.isArray(value)) return value.join(", ") || "None";
  return value === "" || value == null ? "Empty" : String(value);
}

/** Old and new values, side by side. rows are [name, before, after]. */
function Changes({ rows }) {
  return html`<dl class="changes">
    ${rows.map(
      ([name, before, after]) => html`<div key=${name}>
        <dt>${name}</dt>
        <dd><span class="vh">was </span><del>${before}</del></dd>
        <dd><span class="vh">becomes </span><ins>${after}</ins></dd>
      </div>`,
    )}
  </dl>`;
}

/** A text field with one entry per line. */
export function Lines({ value, onInput, rows = 3, ...rest }) {
  return html`<${Field}
    as="textarea"
    rows=${rows}
    spellcheck=${false}
    value=${value}
    onInput=${onInput}
    ...${rest}
  />`;
}

/** The lines of a text, trimmed, without empty ones. */
export const linesOf = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

/** The name of a member, or the ID of a former member. */
export function Who({ id }) {
  const members = useQuery(id?.startsWith("usr_") ? "/api/admin/members" : null).data?.members;
  const member = members?.find((one) => one.userId === id);
  return html`<span>${member ? member.name || member.email : id}</span>`;
}

/** The version, with time and author of the last change. */
export function ChangedBy({ version, at, by }) {
  if (!at) return html`<p class="dim">Not changed yet.</p>`;
  return html`<p class="dim">
    Version ${version}, updated <${Time} at=${at} />${by && html` by <${Who} id=${by} />`}.
  </p>`;
}

/** Explains that the member has no permission to change the settings. */
export function ReadOnly({ who }) {
  return html`<${Note} icon="lock">You have read-only access. ${who.replace("do this", "change it")}</${Note}>`;
}
