import { useEffect, useState } from "preact/hooks";

/** The page table from pages.json, which the server embeds in the document. */
export const PAGES = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("pages")).textContent);

/** The event that is dispatched after the address has changed. */
const NAVIGATED = "svc-navigated";

let unsaved = null;
let held = [];

/** Returns true if an address leaves the page with unsaved changes. */
function leaves(href, from) {
  const [to, at] = [new URL(href, location.href), new URL(from)];
  return to.pathname !== at.pathname || held.some((name) => to.searchParams.get(name) !== at.searchParams.get(name));
}

/** Navigates to a dashboard address. Asks first if the page has unsaved changes. */
export function navigate(href, { replace = false } = {}) {
  const go = () => {
    history[replace ? "replaceState" : "pushState"](null, "", href);
    here = location.href;
    dispatchEvent(new Event(NAVIGATED));
    if (!location.hash) scrollTo(0, 0);
  };
  if (unsaved && leaves(href, location.href)) unsaved(go);
  else go();
}

let here = location.href;

addEventListener("popstate", () => {
  if (unsaved && leaves(location.href, here)) {
    const wanted = location.href;
    history.pushState(null, "", here);
    unsaved(() => {
      history.replaceState(null, "", wanted);
      here = wanted;
      dispatchEvent(new Event(NAVIGATED));
    });
    return;
  }
  here = location.href;
  dispatchEvent(new Event(NAVIGATED));
});

addEventListener("beforeunload", (event) => {
  if (unsaved) event.preventDefault();
});

// The browser handles links that open a tab, download a file or leave the dashboard.
addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLAnchorElement} */ (target.closest?.("a[href]"));
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
  if (/^\/(api|v1)\//.test(link.pathname)) return;
  if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
});

/**
 * Blocks navigation while the page has unsaved changes.
 *
 * @param ask called with a function that continues the navigation; null if there are no unsaved changes
 * @param params query parameters that also leave the page when they change, such as the tab
 */
export function holdPage(ask, params = []) {
  unsaved = ask;
  held = params;
}

/** Returns the current location and rerenders when it changes. */
export function useLocation() {
  const read = () => location.pathname + location.search + location.hash;
  const [, set] = useState(read);
  useEffect(() => {
    const changed = () => set(read());
    addEventListener(NAVIGATED, changed);
    return () => removeEventListener(NAVIGATED, changed);
  }, []);
  return location;
}

/**
 * Returns the query parameters and a function that updates them. The parameters hold the state of a list,
 * so that it can be shared, reloaded and restored.
 *
 * update takes an object with values or nulls. {push: true} adds a history entry.
 *
 * @returns {[URLSearchParams, (changes: object, options?: {push?: boolean}) => void]}
 */
export function useParams() {
  useLocation();
  const params = new URLSearchParams(location.search);
  const update = (changes, { push = false } = {}) => {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      const empty = value == null || value === "" || (Array.isArray(value) && !value.length);
      if (empty) next.delete(name);
      else next.set(name, value);
    }
    const query = next.toString().replaceAll("%2C", ",");
    navigateInPlace(location.pathname + (query ? "?" + query : ""), push);
  };
  return [params, update];
}

function navigateInPlace(href, push) {
  history[push ? "pushState" : "replaceState"](null, "", href);
  here = location.href;
  dispatchEvent(new Event(NAVIGATED));
}

/** Returns an address of this dashboard, or the fallback if the text points to another site. */
export function ownPath(text, otherwise) {
  if (!text) return otherwise;
  try {
    const url = new URL(text, location.origin);
    const own = url.origin === location.origin && text.startsWith("/") && !text.startsWith("//");
    return own ? url.pathname + url.search + url.hash : otherwise;
  } catch {
    return otherwise;
  }
}
