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

/** The address of a list's CSV: every page, with the filters and the order of the table. */
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
 * A list of things of one kind.
 *
 * Keys: j and k move between rows, x selects, Enter opens.
 *
 * @param name of the list, under which the browser keeps which columns are shown
 * @param caption what the list is, for those who hear it
 * @param columns key, label, cell(row), className, main, sort and hidden of each; the main column
 *     opens the row and cannot be hidden, sort the name of its field in the API, hidden starts it hidden
 * @param list the path of the API that the rows come from, which sorts them by the parameter "sort"
 *     of the page and gives them as CSV
 * @param rows of the page that is shown
 * @param id(row) what tells a row from others
 * @param href(row) the row's own page; or onOpen(row) for a drawer
 * @param selected a Set of ids and onSelect(set), where rows can be selected
 * @param empty what is shown where there are no rows
 * @param foot beneath, such as a Pager
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
      // A browser that keeps nothing shows every column next time.
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
              aria-label="Select every row of this page"
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

/**
 * Pages by number, of a list that has a total.
 *
 * @param update of useParams; the page is in the address as "page"
 * @param most the largest offset that the server accepts
 */
export function Pager({ page, size, total, update, unit = "rows", most = 10_000 }) {
  const from = (page - 1) * size + 1;
  const to = Math.min(page * size, total);
  const last = to >= total ? "This is the last page" : page * size > most ? "Use a filter to see more" : "";
  return html`<nav class="foot-bar" aria-label="Pages">
    <span>${num(from)} to ${num(to)} of ${num(total)} ${unit}</span>
    <div class="acts">
      <${Button} small because=${page > 1 ? "" : "This is the first page"}
        onClick=${() => update({ page: page > 2 ? page - 1 : null }, { push: true })}>Previous</${Button}>
      <${Button} small because=${last}
        onClick=${() => update({ page: page + 1 }, { push: true })}>Next</${Button}>
    </div>
  </nav>`;
}

/**
 * Pages by token, of a list that tells only what comes next. Back goes to the page before.
 *
 * @param name of the parameter in the address, such as "page_token"
 * @param next the token of the next page; empty on the last
 */
export function TokenPager({ name, next, shown, total, update, params, unit = "rows" }) {
  return html`<nav class="foot-bar" aria-label="Pages">
    <span>${total ? `${num(shown)} shown of ${total} ${unit}` : `${num(shown)} ${unit} shown`}</span>
    <div class="acts">
      <${Button} small because=${params.get(name) ? "" : "This is the first page"}
        onClick=${() => update({ [name]: null }, { push: true })}>First page</${Button}>
      <${Button} small because=${next ? "" : "This is the last page"}
        onClick=${() => update({ [name]: next }, { push: true })}>Next</${Button}>
    </div>
  </nav>`;
}

/** What can be done with the rows that are selected. */
export function BulkBar({ selected, onClear, children }) {
  if (!selected.size) return null;
  return html`<div class="bulk" role="region" aria-label="Selected rows">
    <span>${num(selected.size)} selected</span>${children}
    <button class="btn sm" type="button" aria-label="Clear the selection" onClick=${onClear}>
      <${Icon} name="x" size=${14} />
    </button>
  </div>`;
}
