import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { Sev } from "./marks.js";
import { Button } from "./page.js";
import { num } from "../formats/counts.js";
import { clock, day, utc } from "../formats/dates.js";

/** Entries per list element. The browser lays out a list when it becomes visible. */
const CHUNK = 50;

/**
 * A timeline in the order of the server. Thousands of entries scroll smoothly: entries outside the viewport are not
 * laid out or painted, and unchanged lists are not rendered again.
 *
 * Keys: j and k move between entries, x selects, Enter opens.
 *
 * @param label the accessible name
 * @param entries id, at, icon, tone, title, severity and meta of each; an unchanged entry must be the same object. The
 *     severity info is not shown
 * @param onOpen(entry) opens an entry; optional
 * @param selected a Set of IDs, with onSelect(set), if entries can be selected
 * @param more left, busy, load() and step, if more entries can be loaded
 */
export function Timeline({ label, entries, onOpen, selected, onSelect, more }) {
  const box = useRef(null);
  const open = useRef(null);
  const select = useRef(null);
  open.current = onOpen;
  select.current = (id) => {
    const next = new Set(selected);
    next.has(id) ? next.delete(id) : next.add(id);
    onSelect(next);
  };
  const chunks = useChunks(entries);
  useKeys(box, selected && select);
  return html`<div class="tl" ref=${box} role="group" aria-label=${label}>
    ${chunks.map((chunk, i) => {
      const picked = selected ? chunk.filter(({ id }) => selected.has(id)).map(({ id }) => id).join() : null;
      return html`<${Chunk}
        key=${chunk[0].id}
        entries=${chunk}
        from=${i * CHUNK}
        before=${i ? chunks[i - 1].at(-1).at : null}
        picked=${picked}
        open=${onOpen && open}
        select=${select}
      />`;
    })}
    ${more?.left > 0 && html`<${More} ...${more} />`}
  </div>`;
}

/** Splits the entries into lists. An unchanged list is the same object as before. */
function useChunks(entries) {
  const last = useRef([]);
  return useMemo(() => {
    const chunks = [];
    for (let i = 0; i < entries.length; i += CHUNK) {
      const chunk = entries.slice(i, i + CHUNK);
      const before = last.current[chunks.length];
      const same = before?.length === chunk.length && before.every((entry, j) => entry === chunk[j]);
      chunks.push(same ? before : chunk);
    }
    last.current = chunks;
    return chunks;
  }, [entries]);
}

function Chunk({ entries, from, before, picked, open, select }) {
  return useMemo(() => {
    const chosen = picked === null ? null : new Set(picked.split(","));
    const size = `auto ${entries.length * 49}px`;
    return html`<ol
      start=${from + 1}
      aria-label=${`Entries ${num(from + 1)} to ${num(from + entries.length)}`}
      style=${{ containIntrinsicBlockSize: size }}
    >
      ${entries.map(
        (entry, i) => html`<${Entry}
          key=${entry.id}
          entry=${entry}
          newDay=${day(entry.at) !== day(entries[i - 1]?.at ?? before ?? entry.at)}
          chosen=${chosen && chosen.has(entry.id)}
          open=${open}
          select=${select}
        />`,
      )}
    </ol>`;
  }, [entries, from, before, picked, open, select]);
}

function Entry({ entry, newDay, chosen, open, select }) {
  const { id, at, icon, tone, title, severity, meta } = entry;
  return html`<li id=${id} class=${chosen ? "sel" : ""}>
    ${chosen !== null &&
    html`<input
      type="checkbox"
      aria-label=${"Select " + title}
      checked=${chosen}
      onChange=${() => select.current(id)}
    />`}
    <span class=${"dot tone-" + (tone ?? "info")}><${Icon} name=${icon} size=${14} /></span>
    <div class="x">
      ${open
        ? html`<button type="button" onClick=${() => open.current(entry)}>${title}</button>`
        : html`<span tabindex="-1">${title}</span>`}
      ${meta && html`<span class="m">${meta}</span>`}
    </div>
    ${severity && severity !== "info" && html`<${Sev} level=${severity} />`}
    <time datetime=${at} title=${utc(at)}>${newDay && html`<b>${day(at)}</b> `}${clock(at)}</time>
  </li>`;
}

/** Loads more entries when the end of the timeline approaches, or on click. */
function More({ left, busy, load, step }) {
  const box = useRef(null);
  const next = useRef(null);
  next.current = load;
  useEffect(() => {
    if (busy) return undefined;
    const watch = new IntersectionObserver(([at]) => at.isIntersecting && next.current(), {
      rootMargin: "1200px",
    });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [busy, left]);
  return html`<div class="more" ref=${box}>
    <${Button} busy=${busy} onClick=${load}>
      ${busy ? "Loading…" : `Load ${num(Math.min(step ?? left, left))} more`}
    </${Button}>
  </div>`;
}

/** Returns the next or previous entry, across lists. */
function beside(entry, after) {
  const list = after ? entry.parentElement.nextElementSibling : entry.parentElement.previousElementSibling;
  if (after) return entry.nextElementSibling ?? list?.querySelector("li");
  return entry.previousElementSibling ?? list?.lastElementChild;
}

function useKeys(box, select) {
  useLayoutEffect(() => {
    const press = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "checkbox") return;
      if (!["j", "k", "x"].includes(event.key) || document.querySelector("dialog[open]")) return;
      const at = box.current?.contains(document.activeElement) ? document.activeElement?.closest("li") : null;
      if (event.key === "x") {
        if (at && select) select.current(at.id);
        return;
      }
      const to = at ? beside(at, event.key === "j") : box.current?.querySelector("li");
      to?.querySelector(".x > :first-child").focus();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}

/** Scrolls to an entry and focuses it. Returns false if it is not loaded. */
export function goToEntry(id) {
  const entry = id && document.getElementById(id);
  if (!entry?.closest(".tl")) return false;
  const show = () => entry.scrollIntoView({ block: "center" });
  show();
  /** @type {HTMLElement} */ (entry.querySelector(".x > :first-child")).focus({ preventScroll: true });
  // Lists that became visible have a different height now, so the entry has moved.
  requestAnimationFrame(() => requestAnimationFrame(show));
  return true;
}
