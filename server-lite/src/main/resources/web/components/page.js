import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { html } from "./html.js";
import { Icon } from "./icons.js";

/**
 * Receives the title and breadcrumbs of a page, which the shell shows.
 *
 * @type {import("preact").Context<(page: object) => void>}
 */
export const PageContext = createContext(() => {});

/**
 * The header of a page: the title, which receives focus after navigation, and the actions.
 *
 * @param crumbs the parent pages, as [name, address]
 * @param sub the subtitle
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

/** A section of a page with a heading. */
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

/** A list of names and values. Each row is [name, value]; rows without a value are omitted. */
export function KeyValue({ rows }) {
  return html`<dl class="kv">
    ${rows
      .filter(([, value]) => value != null && value !== "" && value !== false)
      .map(([name, value]) => html`<dt key=${name}>${name}</dt><dd>${value}</dd>`)}
  </dl>`;
}

/**
 * The tabs of a page. Each tab is a link.
 *
 * @param tabs [label, address, true if it is selected, count or null]
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
 * A button. A disabled button stays focusable and shows the reason.
 *
 * @param kind pri, danger, ghost, or none
 * @param because why it is disabled; empty if it is enabled
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
