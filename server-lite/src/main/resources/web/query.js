import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { call } from "./api.js";

/** Cached responses by path, so that a page renders immediately when the member returns to it. */
const known = new Map();
const MOST_KNOWN = 200;
const listeners = new Set();

function remember(path, entry) {
  known.delete(path);
  known.set(path, entry);
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value);
}

/** Pending requests by path. Concurrent requests for the same path share one response. */
const coming = new Map();

function load(path, signal, background) {
  const answer = fetchOnce(path, signal, background).finally(() => {
    if (coming.get(path) === answer) coming.delete(path);
  });
  coming.set(path, answer);
  return answer;
}

async function fetchOnce(path, signal, background) {
  const before = known.get(path);
  const headers = before?.etag ? { "If-None-Match": before.etag } : undefined;
  const answer = await call("GET", path, { signal, background, headers });
  if (answer.status === 304) return before.data;
  remember(path, { data: answer.data, etag: answer.etag });
  return answer.data;
}

/** Returns true while a refresh would disturb input, an open dialog or a hidden page. */
function busy() {
  const at = /** @type {HTMLInputElement} */ (document.activeElement);
  const ticking = /^(checkbox|radio)$/.test(at?.type);
  return (
    document.hidden ||
    document.querySelector("dialog[open]") !== null ||
    (at?.closest("main") && /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) && !ticking)
  );
}

/**
 * Returns the response to a GET: a cached one first, then the current one. Data of an earlier
 * response stays when a refresh fails.
 *
 * @template {string} P
 * @param {P | null} path null for no request
 * @param {{every?: number}} options every is the number of seconds between two refreshes; 0 for none
 * @returns {Query<Answer<"GET", P>>}
 */
export function useQuery(path, { every = 0 } = {}) {
  const [state, set] = useState({ path, data: known.get(path)?.data, error: null });
  const running = useRef(null);
  const refresh = useCallback(
    (background = false, first = false) => {
      if (!path) return;
      running.current?.abort();
      const abort = new AbortController();
      running.current = abort;
      const asked = () => load(path, abort.signal, background);
      const shared = first && coming.get(path);
      // The component that sent the shared request may have unmounted and aborted it.
      const again = (error) => (error.name === "AbortError" ? asked() : Promise.reject(error));
      return (shared ? shared.catch(again) : asked()).then(
        (data) => {
          if (!abort.signal.aborted) set({ path, data, error: null });
        },
        (error) => {
          if (error.name === "AbortError" || abort.signal.aborted) return;
          set({ path, data: known.get(path)?.data, error });
        },
      );
    },
    [path],
  );
  useEffect(() => {
    set({ path, data: known.get(path)?.data, error: null });
    refresh(false, true);
    const listener = { path, refresh, show: (data) => set({ path, data, error: null }) };
    listeners.add(listener);
    const timer = every && setInterval(() => busy() || refresh(true), every * 1000);
    return () => {
      running.current?.abort();
      listeners.delete(listener);
      clearInterval(timer);
    };
  }, [path, every, refresh]);
  const current = state.path === path;
  const data = current ? state.data : known.get(path)?.data;
  const error = current ? state.error : null;
  return { data, error, loading: data === undefined && !error && path != null, reload: refresh };
}

/**
 * Returns the query with the data of the previous one until its own response arrives, so that a list
 * stays visible while its filters change.
 *
 * @template {Query<any>} Q
 * @param {Q} query
 * @returns {Q}
 */
export function useKept(query) {
  const last = useRef(undefined);
  if (query.data !== undefined) last.current = query.data;
  const waits = query.data === undefined && !query.error && last.current !== undefined;
  return waits ? { ...query, data: last.current } : query;
}

/** Invalidates and reloads all queries whose path starts with a prefix. Call it after a change. */
export function refetch(...prefixes) {
  for (const prefix of prefixes) {
    for (const path of [...known.keys()]) {
      if (path.startsWith(prefix)) known.delete(path);
    }
    for (const listener of [...listeners]) {
      if (listener.path?.startsWith(prefix)) listener.refresh();
    }
  }
}

/** Shows a change before the server confirms it. The returned function reverts it. */
export function showAtOnce(path, change) {
  const before = known.get(path);
  if (!before) return () => {};
  const show = (entry) => {
    remember(path, entry);
    listeners.forEach((listener) => listener.path === path && listener.show(entry.data));
  };
  show({ data: change(before.data), etag: before.etag });
  return () => show(before);
}

/**
 * A change by the user. Its run() returns undefined when the request failed.
 */
export function useAction(action) {
  const [state, set] = useState({ busy: false, error: /** @type {ApiError | null} */ (null) });
  const live = useRef(true);
  useEffect(() => () => (live.current = false), []);
  const run = async (...args) => {
    set({ busy: true, error: null });
    try {
      const answer = await action(...args);
      if (live.current) set({ busy: false, error: null });
      return answer ?? true;
    } catch (error) {
      if (live.current) set({ busy: false, error });
      return undefined;
    }
  };
  return { ...state, run, clear: () => set({ busy: false, error: null }) };
}
