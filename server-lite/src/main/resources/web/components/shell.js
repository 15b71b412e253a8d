import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { PageContext } from "./page.js";
import { Toasts } from "./states.js";
import { ago, utc } from "../formats/dates.js";
import { initials, role } from "../formats/words.js";
import { short } from "../formats/counts.js";
import { PAGES, navigate } from "../router.js";
import { useQuery } from "../query.js";
import { useSession } from "../session.js";

/** The links of the sidebar. Pressing g and then its key opens a link. */
const LINKS = PAGES.filter((page) => page.key);
const GROUPS = [...new Set(LINKS.map((page) => page.group))];

/** The layout of all pages that require a session. */
export function Shell({ path, children }) {
  const [menu, setMenu] = useState(false);
  const [over, setOver] = useState(null);
  const [page, setPage] = useState({ title: "", crumbs: [] });
  const tell = useCallback(setPage, []);
  const overview = useQuery("/api/overview", { every: 30 }).data?.overview;
  const menuButton = useRef(null);
  useEffect(() => setMenu(false), [path]);
  useMenuFocus(menu, setMenu, menuButton);
  useKeys(() => setOver("search"), () => setOver("keys"), () => setMenu(false));
  const opened = useOnDemand(over);
  return html`<${PageContext.Provider} value=${tell}>
    <a class="skip" href="#main">Skip to content</a>
    <div class="shell">
      <${Sidebar} path=${path} open=${menu} overview=${overview} close=${() => setMenu(false)} />
      ${menu &&
      html`<button
        class="scrim"
        type="button"
        aria-label="Close menu"
        onClick=${() => setMenu(false)}
      ></button>`}
      <div class="main" inert=${menu}>
        <header class="top">
          <button
            class="ico navbtn"
            type="button"
            ref=${menuButton}
            aria-label="Menu"
            aria-expanded=${menu ? "true" : "false"}
            aria-controls="side"
            onClick=${() => setMenu(true)}
          ><${Icon} name="menu" size=${18} /></button>
          <${Crumbs} page=${page} />
          <button class="search" type="button" onClick=${() => setOver("search")} aria-label="Search Ctrl+K" aria-keyshortcuts="Control+K">
            <${Icon} name="search" size=${15} /><span>Search</span><kbd>Ctrl+K</kbd>
          </button>
          <${ThemeButton} />
        </header>
        <${Banners} overview=${overview} />
        <main class="content" id="main" tabindex="-1">${children}</main>
      </div>
    </div>
    ${opened && over && html`<${opened[over]} close=${() => setOver(null)} />`}
    <${Toasts} />
  </${PageContext.Provider}>`;
}

/** Moves focus into the menu on small screens, where it covers the page, and back when it closes. */
function useMenuFocus(open, set, button) {
  useEffect(() => {
    if (!open) return;
    const side = /** @type {HTMLElement} */ (document.getElementById("side"));
    /** @type {HTMLElement} */ (side.querySelector("[aria-current]") ?? side.querySelector("a")).focus();
    const wide = matchMedia("(min-width: 821px)");
    const close = () => set(false);
    wide.addEventListener("change", close);
    return () => {
      wide.removeEventListener("change", close);
      button.current?.focus();
    };
  }, [open]);
}

/** Loads the search and the list of shortcuts on first use. */
function useOnDemand(wanted) {
  const [module, set] = useState(null);
  useEffect(() => {
    if (wanted && !module) import("./palette.js").then((m) => set({ search: m.Palette, keys: m.Keys }));
  }, [wanted]);
  return module;
}

function useKeys(search, keys, escape) {
  useLayoutEffect(() => {
    let gone = 0;
    const press = (event) => {
      const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        search();
        return;
      }
      if (event.key === "Escape") escape();
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector("dialog[open]")) return;
      if (event.key === "?") keys();
      else if (event.key === "g") gone = Date.now();
      else if (Date.now() - gone < 1500) {
        const link = LINKS.find((page) => page.key === event.key);
        gone = 0;
        if (link) {
          event.preventDefault();
          event.stopImmediatePropagation();
          navigate(link.address);
        }
      }
    };
    addEventListener("keydown", press, true);
    return () => removeEventListener("keydown", press, true);
  }, []);
}

function Sidebar(/** @type {Props} */ { path, open, overview, close }) {
  const { user, tenant } = useSession();
  const current = (href) => path === href || path.startsWith(href + "/");
  const link = ({ address: href, icon, name, waiting, hot }) => {
    const n = waiting?.split(".").reduce((value, part) => value?.[part], overview);
    return html`<li key=${href}>
      <a href=${href} aria-current=${current(href) ? "page" : undefined}>
        <${Icon} name=${icon} />${name}
        ${n > 0 && html`<span class=${"n" + (hot ? " hot" : "")}>${short(n)}<span class="vh"> waiting</span></span>`}
      </a>
    </li>`;
  };
  return html`<aside
    class=${"side" + (open ? " open" : "")}
    id="side"
    aria-label="Sidebar"
    onClick=${(event) => event.target.closest("a") && close()}
  >
    <a class="brand" href="/overview">
      <span class="mark"><${Icon} name="shield-check" size=${15} /></span>Svc Preflight
    </a>
    <nav class="nav" aria-label="Main">
      ${GROUPS.map(
        (group) => html`<div key=${group} class=${group === undefined ? "mt4" : undefined}>
          ${group && html`<h2>${group}</h2>`}
          <ul>${LINKS.filter((page) => page.group === group).map(link)}</ul>
        </div>`,
      )}
    </nav>
    <div class="foot">
      <span class="ava" aria-hidden="true">${initials(user.name || user.username)}</span>
      <a class="who" href="/settings/own" title="Account">
        <b>${user.name || user.username}</b>
        <small>${[tenant?.name, role(user.role)].filter(Boolean).join(" · ")}</small>
      </a>
      <a class="ico" href="/api/auth/logout" aria-label="Sign out" title="Sign out"><${Icon} name="log-out" /></a>
    </div>
  </aside>`;
}

function Crumbs({ page }) {
  return html`<nav class="crumbs" aria-label="Breadcrumbs">
    ${page.crumbs.map(
      ([name, href]) => html`<a key=${href} href=${href}>${name}</a><span aria-hidden="true">/</span>`,
    )}
    <b>${page.title}</b>
  </nav>`;
}

/** The icon, link and link text of each banner. The text comes from the server. */
const BANNERS = {
  rollouts_frozen: ["snowflake", "/rollout", "Open rollout"],
  enforcement_disabled: ["shield-off", "/rollout", "Open rollout"],
  tenant_deletion: ["trash-2", "/settings", "Open settings"],
  last_admin_kept: ["user-check", "/settings/members", "Open members"],
};

/** Banners that only the session response contains. */
const OF_SESSION = ["tenant_deletion", "last_admin_kept"];

/** Banners about states that affect the whole workspace, on every page. */
function Banners(/** @type {Props} */ { overview }) {
  const session = useSession();
  const atSignIn = session.banners ?? [];
  // The overview has the current state of the switches and no other banner.
  const banners = overview
    ? [...atSignIn.filter((banner) => OF_SESSION.includes(banner.code)), ...overview.banners]
    : atSignIn;
  return banners.map((banner) => {
    const [icon, href, verb] = BANNERS[banner.code] ?? ["info"];
    return html`<div class="freeze" role="status" key=${banner.code}>
      <${Icon} name=${icon} />
      <span>
        ${banner.reason} (<time datetime=${banner.since} title=${utc(banner.since)}>${ago(banner.since)}</time>)
      </span>
      ${href && html`<a class="btn sm" href=${href}>${verb}</a>`}
    </div>`;
  });
}

function ThemeButton() {
  const [theme, set] = useState(document.documentElement.dataset.theme);
  const other = theme === "dark" ? "light" : "dark";
  const flip = () => {
    document.documentElement.dataset.theme = other;
    try {
      localStorage.setItem("theme", other);
    } catch {
      // Without local storage, the system theme applies again after a reload.
    }
    set(other);
  };
  return html`<button class="ico" type="button" onClick=${flip} aria-label=${`Switch to ${other} theme`} title="Theme">
    <${Icon} name=${theme === "dark" ? "sun" : "moon"} size=${17} />
  </button>`;
}
