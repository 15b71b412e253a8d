import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { Button } from "./page.js";
import { Confirm, Dialog } from "./dialog.js";
import { Field, Check } from "./form.js";
import { Refused, say } from "./states.js";
import { send } from "../api.js";
import { refetch, useAction, useQuery } from "../query.js";
import { useParams } from "../router.js";

const PAGING = ["page", "page_token", "cursor"];
const reset = Object.fromEntries(PAGING.map((name) => [name, null]));

/** The row of filters above a list. */
export function FilterBar({ children }) {
  return html`<div class="bar-tools" role="search">${children}</div>`;
}

/** A search field. Updates the parameter in the address after a pause in typing. The / key focuses it. */
export function SearchBox({ label, placeholder = label, name = "q" }) {
  const [params, update] = useParams();
  const [text, setText] = useState(params.get(name) ?? "");
  const field = useRef(null);
  const timer = useRef(null);
  const asked = params.get(name) ?? "";
  useEffect(() => {
    if (document.activeElement !== field.current) setText(asked);
  }, [asked]);
  useLayoutEffect(() => {
    const press = (event) => {
      if (event.key !== "/" || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", press);
    return () => {
      removeEventListener("keydown", press);
      clearTimeout(timer.current);
    };
  }, []);
  const type = (value) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => update({ ...reset, [name]: value.trim() }), 250);
  };
  return html`<div class="grow">
    <${Icon} name="search" size=${15} />
    <input
      ref=${field}
      class="inp"
      type="search"
      aria-label=${label}
      placeholder=${placeholder}
      value=${text}
      onInput=${(event) => type(event.target.value)}
    />
    ${!text && html`<kbd>/</kbd>`}
  </div>`;
}

/**
 * A filter with a few values, as buttons with counts.
 *
 * @param options [value, label, count or null]
 * @param many true if several values can be selected; the address separates them with commas
 */
export function ChipSet({ name, label, options, many = false }) {
  const [params, update] = useParams();
  const chosen = (params.get(name) ?? "").split(",").filter(Boolean);
  const press = (value) => {
    const on = chosen.includes(value);
    const next = many ? (on ? chosen.filter((v) => v !== value) : [...chosen, value]) : on ? [] : [value];
    update({ ...reset, [name]: next });
  };
  return html`<div class="chipset" role="group" aria-label=${label}>
    ${options.map(
      ([value, text, count]) => html`<button
        key=${value}
        type="button"
        aria-pressed=${chosen.includes(value) ? "true" : "false"}
        onClick=${() => press(value)}
      >
        ${text}${count != null && html`<span class="n">${count}</span>`}
      </button>`,
    )}
  </div>`;
}

/** A filter with many values. options are [value, label]; any is the label of the empty value. */
export function Choice({ name, label, any, options }) {
  const [params, update] = useParams();
  return html`<select
    class="inp"
    aria-label=${label}
    value=${params.get(name) ?? ""}
    onChange=${(event) => update({ ...reset, [name]: event.target.value })}
  >
    <option value="">${any}</option>
    ${options.map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}
  </select>`;
}

/** A button that clears filters, shown while a filter is set. names are the parameters of the filters. */
export function ClearFilters({ names }) {
  const [params, update] = useParams();
  if (!names.some((name) => params.get(name))) return null;
  const clear = () => update({ ...reset, ...Object.fromEntries(names.map((name) => [name, null])) });
  return html`<${Button} kind="ghost" small icon="x" onClick=${clear}>Clear filters</${Button}>`;
}

const VIEWS = "/api/discovery/saved-views";

/**
 * Saved and built-in views of a list. A view is a set of filter parameters.
 *
 * @param resource the API name of the resource in the list
 * @param names the parameters that a view stores
 * @param builtIn [label, query] of the built-in views
 */
export function SavedViews({ resource, names, builtIn = [] }) {
  const [params] = useParams();
  const [saving, setSaving] = useState(false);
  const [removing, setRemoving] = useState(null);
  const query = useQuery(`${VIEWS}?resource=${resource}&limit=200`);
  const saved = query.data?.savedViews ?? [];
  const current = keep(params, names);
  const views = [
    ...builtIn.map(([label, search]) => ({ label, view: null, search: keep(new URLSearchParams(search), names) })),
    ...saved.map((view) => ({ label: view.name, view, search: keep(new URLSearchParams(flat(view.filters)), names) })),
  ];
  const known = views.some((view) => view.search === current);
  const mine = views.find((view) => view.view && view.search === current);
  return html`<nav class="views" aria-label="Views">
      ${views.map(
        ({ label, search, view }) => html`<a
          key=${view?.id ?? label}
          href=${location.pathname + (search ? "?" + search : "")}
          aria-current=${search === current ? "true" : undefined}
        >${label}</a>`,
      )}
      ${!known && html`<${Button} kind="ghost" small icon="bookmark" onClick=${() => setSaving(true)}>Save view</${Button}>`}
      ${mine && html`<${Button} kind="ghost" small icon="trash-2" onClick=${() => setRemoving(mine.view)}>Delete view</${Button}>`}
    </nav>
    ${saving &&
    html`<${SaveView} resource=${resource} filters=${Object.fromEntries(new URLSearchParams(current))} onClose=${() => setSaving(false)} />`}
    ${removing &&
    html`<${Confirm}
      label="Delete view"
      danger
      onClose=${() => setRemoving(null)}
      onConfirm=${async () => {
        await send("DELETE", `${VIEWS}/${removing.id}`);
        refetch(VIEWS);
        say("View deleted");
      }}
    ><p>Deletes the view “${removing.name}” for everyone it is shared with. The entries in the list are not affected.</p></${Confirm}>`}`;
}

function keep(params, names) {
  const kept = new URLSearchParams();
  for (const name of [...names].sort()) if (params.get(name)) kept.set(name, params.get(name));
  return kept.toString();
}

const flat = (filters) =>
  Object.entries(filters ?? {}).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : String(value)]);

function SaveView({ resource, filters, onClose }) {
  const [name, setName] = useState("");
  const [shared, setShared] = useState(true);
  const action = useAction(() => send("POST", VIEWS, { name: name.trim(), resource, filters, shared }));
  const submit = async (event) => {
    event.preventDefault();
    if (!(await action.run())) return;
    refetch(VIEWS);
    say("View saved");
    onClose();
  };
  return html`<${Dialog} label="Save view" onClose=${onClose}>
    <form onSubmit=${submit}>
      <div class="dl-b">
        <${Field} name="name" label="Name" value=${name} onInput=${setName} error=${action.error} required maxlength="80" />
        <${Check} label="Share with everyone in the workspace" checked=${shared} onChange=${setShared} />
        <${Refused} error=${action.error} />
      </div>
      <div class="dl-f">
        <${Button} onClick=${onClose}>Cancel</${Button}>
        <${Button} kind="pri" type="submit" busy=${action.busy} because=${name.trim() ? "" : "Enter a name first"}>Save view</${Button}>
      </div>
    </form>
  </${Dialog}>`;
}
