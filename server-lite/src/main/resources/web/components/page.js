import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { html } from "./html.js";
import { Icon } from "./icons.js";

/**
 * Receives the title and the crumbs of a page, which the frame around the page shows.
 *
 * @type {import("preact").Context<(page: object) => void>}
 */
export const PageContext = createContext(() => {});

/**
 * The head of every page: its name, which is focused when one comes to it, and what can be done.
 *
 * @param crumbs the pages above this one, as [name, address]
 * @param sub a sentence beneath
 */
export function PageHead({ title, sub, crumbs = [], children }) {
  const heading = useRef(null);
  const tell = useContext(PageContext);
  useLayoutEffect(() => {
    document.title = title + " · Svc Preflight";
    tell({ title, crumbs });
  }, [title, JSON.stringify(crumbs)]);
  useEffect(() => {
    const held = document.activeElement?.closest("main, dialog");
    if (!held) heading.current?.focus({ preventScroll: true });
  }, []);
  return html`<div class="phead">
    <div>
      <h1 tabindex="-1" ref=${heading}>${title}</h1>
      ${sub && html`<p>${sub}</p>`}
    </div>
    ${children && html`<div class="acts">${children}</div>`}
  </div>`;
}

/** A part of a page with its own heading. */
export function Card({ title, action, children, id, padded = true, level = 2, className = "" }) {
  const heading = id ?? (typeof title === "string" ? "h-" + slug(title) : undefined);
  const Heading = "h" + level;
  return html`<section class=${"card " + className} aria-labelledby=${title && heading}>
    ${title &&
    html`<header>
      <${Heading} id=${heading}>${title}</${Heading}>
      ${action && html`<div class="sp row">${action}</div>`}
    </header>`}
    ${padded ? html`<div class="pad">${children}</div>` : children}
  </section>`;
}

const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** Names and values. Each row is [name, value]; a row without a value is left out. */
export function KeyValue({ rows }) {
  return html`<dl class="kv">
    ${rows
      .filter(([, value]) => value != null && value !== "" && value !== false)
      .map(([name, value]) => html`<dt key=${name}>${name}</dt><dd>${value}</dd>`)}
  </dl>`;
}

/**
 * The parts of a page, of which one is shown; each is an address.
 *
 * @param tabs [label, address, whether it is shown, count or null]
 */
export function Tabs({ label, tabs }) {
  return html`<nav class="views" aria-label=${label}>
    ${tabs.map(
      ([name, href, current, count]) =>
        html`<a key=${href} href=${href} aria-current=${current ? "page" : undefined}>
          ${name}${count != null && html`<span class="n">${count}</span>`}
        </a>`,
    )}
  </nav>`;
}

/**
 * A button. One that may not be used stays in place, says why and can be reached by keyboard.
 *
 * @param kind pri, danger, ghost, or none
 * @param because why it cannot be used now; empty where it can
 */
export function Button({ kind = "", icon, small, because, busy, onClick, children, ...rest }) {
  const off = Boolean(because) || busy;
  return html`<button
    type="button"
    class=${["btn", kind, small && "sm"].filter(Boolean).join(" ")}
    aria-disabled=${off ? "true" : undefined}
    title=${because || undefined}
    onClick=${(event) => (off ? event.preventDefault() : onClick?.(event))}
    ...${rest}
  >
    ${icon && html`<${Icon} name=${icon} size=${small ? 14 : 16} />`}${children}
    ${because && html`<span class="vh">(${because})</span>`}
  </button>`;
}
