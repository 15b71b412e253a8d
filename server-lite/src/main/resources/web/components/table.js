import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { Dialog } from "./dialog.js";
import { Button } from "./page.js";
import { Check } from "./form.js";
import { num } from "../formats/counts.js";
import { useParams } from "../router.js";
import { withQuery } from "../api.js";

const PLACE = ["limit", "offset", "cursor", "page", "page_size", "page_token"];

/** Returns the CSV address of a list: all pages, with the filters and sort order of the table. */
function csvOf(list) {
  const { pathname, searchParams } = new URL(list, location.origin);
  const kept = [...searchParams].filter(([name]) => !PLACE.includes(name));
  return withQuery(pathname, { ...Object.fromEntries(kept), format: "csv" });
}

function hiddenColumns(name) {
  try {
    return new Set(JSON.parse(localStorage.getItem("columns." + name) ?? "[]"));
  } catch {
    return new Set();
  }
}

/**
 * A table with sorting, selection, column selection and CSV download.
 *
 * Keys: j and k move between rows, x selects, Enter opens.
 *
 * @param name of the list; the browser stores the visible columns under this name
 * @param caption the accessible name of the table
 * @param columns key, label, cell(row), className, main, sort and hidden of each; the main column
 *     opens the row and cannot be hidden, sort is the API field to sort by, hidden hides the column initially
 * @param list the API path of the rows, which supports the parameter "sort" and CSV
 * @param rows the rows of the current page
 * @param id(row) the unique ID of a row
 * @param href(row) the page of a row; or onOpen(row) for a drawer
 * @param selected a Set of IDs, with onSelect(set), if rows can be selected
 * @param empty shown if there are no rows
 * @param foot shown below the rows, such as a Pager
 */
export function DataTable(props) {
  const { name, caption, columns, rows, id, href, onOpen, selected, onSelect, list, empty, foot } = props;
  const [params, update] = useParams();
  const onSort = list && ((sort) => update({ sort, ...Object.fromEntries(PLACE.map((place) => [place, null])) }));
  const body = useRef(null);
  const [hidden, setHidden] = useState(
    () => new Set([...hiddenColumns(name), ...(localStorage.getItem("columns." + name) ? [] : columns.filter((c) => c.hidden).map((c) => c.key))]),
  );
  const [choosing, setChoosing] = useState(false);
  const shown = columns.filter((column) => column.main || !hidden.has(column.key));
  const pick = (row) => {
    const next = new Set(selected);
    next.has(id(row)) ? next.delete(id(row)) : next.add(id(row));
    onSelect(next);
  };
  const all = selected && rows.length > 0 && rows.every((row) => selected.has(id(row)));
  useLayoutEffect(() => {
    const press = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "checkbox") return;
      if (document.querySelector("dialog[open]")) return;
      const links = [...(body.current?.querySelectorAll(".ft") ?? [])];
      const at = links.findIndex((link) => link.closest("tr").contains(document.activeElement));
      if (event.key === "j") links[Math.min(links.length - 1, at + 1)]?.focus();
      else if (event.key === "k") links[Math.max(0, at - 1)]?.focus();
      else if (event.key === "x" && selected && at >= 0) pick(rows[at]);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  const toggle = (column) => {
    const next = new Set(hidden);
    next.has(column.key) ? next.delete(column.key) : next.add(column.key);
    setHidden(next);
    try {
      localStorage.setItem("columns." + name, JSON.stringify([...next]));
    } catch {
      // Without local storage, the default columns are shown after a reload.
    }
  };
  return html`<div class="card tbl">
    <table>
      <caption class="vh">${caption}</caption>
      <thead>
        <tr>
          ${selected &&
          html`<th scope="col" class="c-sel">
            <input
              type="checkbox"
              aria-label="Select all rows on this page"
              checked=${all}
              onChange=${() => onSelect(all ? new Set() : new Set([...selected, ...rows.map(id)]))}
            />
          </th>`}
          ${shown.map((column) => html`<${Head} key=${column.key} column=${column} sort=${params.get("sort")} onSort=${onSort} />`)}
          <th scope="col" class="c-cols">
            ${list &&
            html`<a class="ico sm" href=${csvOf(list)} download aria-label="Download CSV" title="Download CSV">
              <${Icon} name="download" size=${15} />
            </a>`}
            <button class="ico sm" type="button" aria-label="Choose columns" onClick=${() => setChoosing(true)}>
              <${Icon} name="ellipsis" size=${15} />
            </button>
          </th>
        </tr>
      </thead>
      <tbody ref=${body}>
        ${rows.map(
          (row) => html`<tr key=${id(row)} class=${selected?.has(id(row)) ? "sel" : ""}>
            ${selected &&
            html`<td class="c-sel">
              <input
                type="checkbox"
                aria-label=${"Select " + (props.nameOf?.(row) ?? id(row))}
                checked=${selected.has(id(row))}
                onChange=${() => pick(row)}
              />
            </td>`}
            ${shown.map(
              (column) => html`<td
                key=${column.key}
                class=${(column.main ? "c-main " : "") + (column.className ?? "")}
                data-label=${column.main ? undefined : column.label}
              >
                ${column.main ? html`<${Opener} row=${row} href=${href} onOpen=${onOpen}>${column.cell(row)}</${Opener}>` : column.cell(row)}
                ${column.main && column.detail && html`<span class="d">${column.detail(row)}</span>`}
              </td>`,
            )}
            <td class="c-cols"></td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${rows.length === 0 && empty} ${rows.length > 0 && foot}
    ${choosing &&
    html`<${Dialog} label="Columns" onClose=${() => setChoosing(false)}>
      <div class="dl-b">
        ${columns
          .filter((column) => !column.main)
          .map(
            (column) => html`<${Check}
              key=${column.key}
              label=${column.label}
              checked=${!hidden.has(column.key)}
              onChange=${() => toggle(column)}
            />`,
          )}
      </div>
    </${Dialog}>`}
  </div>`;
}

function Opener({ row, href, onOpen, children }) {
  const to = href?.(row);
  if (to) return html`<a class="ft" href=${to}>${children}</a>`;
  if (onOpen) return html`<button class="ft" type="button" onClick=${() => onOpen(row)}>${children}</button>`;
  return html`<span class="ft" tabindex="-1">${children}</span>`;
}

function Head({ column, sort, onSort }) {
  if (!column.sort || !onSort) return html`<th scope="col" class=${column.className}>${column.label}</th>`;
  const down = sort === "-" + column.sort;
  const up = sort === column.sort;
  return html`<th
    scope="col"
    class=${column.className}
    aria-sort=${down ? "descending" : up ? "ascending" : undefined}
  >
    <button type="button" onClick=${() => onSort(down ? column.sort : "-" + column.sort)}>
      ${column.label}${(down || up) && html`<${Icon} name=${down ? "arrow-down" : "arrow-up"} size=${13} />`}
    </button>
  </th>`;
}

/** Returns the singular of a unit: "entries" to "entry". */
const singular = (unit) => unit.replace(/ies$/, "y").replace(/s$/, "");

/**
 * Pagination by page number.
 *
 * @param update from useParams; the address contains the page as "page"
 * @param more true if total is a lower bound
 * @param most the largest offset that the server accepts
 */
export function Pager({ page, size, total, more, update, unit = "rows", most = 10_000 }) {
  const from = (page - 1) * size + 1;
  const to = Math.min(page * size, total);
  const last = to >= total ? "This is the last page" : page * size > most ? "Use filters to see more" : "";
  return html`<nav class="foot-bar" aria-label="Pages">
    <span>
      ${total === 1 ? `1 ${singular(unit)}` : `${num(from)}–${num(to)} of ${num(total)}${more ? " or more" : ""} ${unit}`}
    </span>
    <div class="acts">
      <${Button} small because=${page > 1 ? "" : "This is the first page"}
        onClick=${() => update({ page: page > 2 ? page - 1 : null }, { push: true })}>Previous</${Button}>
      <${Button} small because=${last}
        onClick=${() => update({ page: page + 1 }, { push: true })}>Next</${Button}>
    </div>
  </nav>`;
}

/**
 * Pagination by token. The Back button of the browser returns to the previous page.
 *
 * @param name the parameter in the address, such as "page_token"
 * @param next the token of the next page; empty on the last page
 */
export function TokenPager({ name, next, shown, total, update, params, unit = "rows" }) {
  return html`<nav class="foot-bar" aria-label="Pages">
    <span>${shown === 1 && (!total || total === "1") ? `1 ${singular(unit)}` : `${num(shown)}${total ? ` of ${total}` : ""} ${unit}`}</span>
    <div class="acts">
      <${Button} small because=${params.get(name) ? "" : "This is the first page"}
        onClick=${() => update({ [name]: null }, { push: true })}>First page</${Button}>
      <${Button} small because=${next ? "" : "This is the last page"}
        onClick=${() => update({ [name]: next }, { push: true })}>Next</${Button}>
    </div>
  </nav>`;
}

/** Actions for the selected rows. */
export function BulkBar({ selected, onClear, children }) {
  if (!selected.size) return null;
  return html`<div class="bulk" role="region" aria-label="Selected rows">
    <span>${num(selected.size)} selected</span>${children}
    <button class="btn sm" type="button" aria-label="Clear selection" onClick=${onClear}>
      <${Icon} name="x" size=${14} />
    </button>
  </div>`;
}
