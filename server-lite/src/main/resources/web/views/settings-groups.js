import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Button } from "../components/page.js";
import { Field } from "../components/form.js";
import { linesOf, Lines } from "./settings-parts.js";

/** Groups as form rows, with one member per line. */
export const rowsOf = (groups) =>
  Object.entries(groups ?? {}).map(([name, members]) => ({ name, members: members.join("\n") }));

/** Form rows as API groups, without rows that have no name. */
export const groupsOf = (rows) =>
  Object.fromEntries(
    rows.filter((row) => row.name.trim()).map((row) => [row.name.trim(), linesOf(row.members)]),
  );

/**
 * The members of the approval groups that policies name.
 *
 * @param path of the field in the API
 * @param rows name and members of each group
 */
export function ApprovalGroups({ label, hint, path, rows, onChange, error, may }) {
  const change = (at, part) => (value) =>
    onChange(rows.map((row, i) => (i === at ? { ...row, [part]: value } : row)));
  return html`<fieldset class="plain">
    <legend>${label}</legend>
    <p class="dim">${hint}</p>
    <ul class="rows">
      ${rows.map(
        (row, i) => html`<li key=${i}>
          <${Field}
            name=${`group-${i}`}
            label="Name"
            value=${row.name}
            onInput=${change(i, "name")}
            maxlength="200"
          />
          <div>
            <${Lines}
              name=${`members-${i}`}
              label="Members (one per line)"
              rows="2"
              value=${row.members}
              onInput=${change(i, "members")}
            />
            <${Wrong} text=${error?.fields?.[`${path}.${row.name.trim()}`]} />
          </div>
          <${Button}
            small
            icon="trash-2"
            because=${may ? "" : "You don't have permission to change this"}
            aria-label=${`Remove group ${row.name}`}
            onClick=${() => onChange(rows.filter((_, at) => at !== i))}
          >Remove</${Button}>
        </li>`,
      )}
    </ul>
    <div>
      <${Button}
        small
        icon="plus"
        because=${may ? "" : "You don't have permission to change this"}
        onClick=${() => onChange([...rows, { name: "", members: "" }])}
      >Add group</${Button}>
    </div>
  </fieldset>`;
}

function Wrong({ text }) {
  if (!text) return null;
  return html`<div class="field">
    <small class="wrong"><${Icon} name="circle-alert" size=${13} />${text}</small>
  </div>`;
}
