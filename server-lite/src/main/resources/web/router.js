import { useEffect, useState } from "preact/hooks";

/** The table of pages: pages.json, which the server puts into the document. */
export const PAGES = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("pages")).textContent);

/** Told after the address has changed. */
const NAVIGATED = "svc-navigated";

let unsaved = null;
let held = [];

/** Whether an address shows something else than the one that is held. */
function leaves(href, from) {
  const [to, at] = [new URL(href, location.href), new URL(from)];
  return to.pathname !== at.pathname || held.some((name) => to.searchParams.get(name) !== at.searchParams.get(name));
}

/** Goes to an address of the dashboard, unless something unsaved holds the page. */
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

// Links are links: what opens a tab, saves a file or leaves the dashboard is the browser's.
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
 * Holds the page while something in it is not saved.
 *
 * @param ask called with what would leave the page, to be called when the person agrees; null when
 *     nothing is unsaved
 * @param params of the address that lead away too, such as the name of a tab
 */
export function holdPage(ask, params = []) {
  unsaved = ask;
  held = params;
}

/** The address, as it changes. */
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
 * What a list shows is in its address, so that it can be shared, reloaded and come back to.
 *
 * update takes an object with values or nulls and, for a step that Back reverts, {push: true}.
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

/** An address of this dashboard, or what stands in for one that leads elsewhere. */
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
