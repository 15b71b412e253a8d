import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { Button } from "./page.js";

/** A placeholder for loading content. */
export function Skeleton({ height = 160 }) {
  return html`<div class="sk" style=${{ height: height + "px" }} role="status">
    <span class="vh">Loading</span>
  </div>`;
}

/** An empty state: what would be here, and the next action. */
export function Empty({ icon = "circle-check", title, level = 2, children }) {
  const Heading = "h" + level;
  return html`<div class="empty">
    <${Icon} name=${icon} size=${28} />
    <${Heading}>${title}</${Heading}>
    ${children}
  </div>`;
}

const CHANGED_MEANWHILE =
  "Someone else changed it in the meantime. Reload and check the changes before you try again.";

/** Advice by error code. */
const ADVICE = {
  invalid_credentials: "Check for typos, or reset your password.",
  too_many_attempts: "If you forgot your password, reset it.",
  username_exists: "Choose a different username, or sign in if the account is yours.",
  registration_closed: "Ask an administrator of your workspace for an invitation.",
};

/** Returns the advice for an error, by code or status. */
function advice(error) {
  if (ADVICE[error.code]) return ADVICE[error.code];
  switch (error.status) {
    case 0:
      return "Check your connection, then try again.";
    case 401:
      return "Your session has ended. Sign in again.";
    case 403:
      return "Ask a workspace administrator for access.";
    case 404:
      return "It may have been removed, or the address is wrong.";
    case 409:
      // The message describes the conflict, except for a version conflict.
      return error.code === "version_conflict" ? CHANGED_MEANWHILE : "";
    case 412:
      return CHANGED_MEANWHILE;
    case 422:
      return "A requirement is not met yet. Meet it, then try again.";
    case 429:
      return error.retryAfter
        ? `Too many requests. Try again in ${error.retryAfter} seconds.`
        : "Too many requests. Try again in a minute.";
    default:
      return error.status >= 500
        ? "Try again in a moment. For details, search the server log for the request ID."
        : "";
  }
}

/** The error of a page, or of a section, that could not be loaded. */
export function ErrorBox({ error, retry, title }) {
  const missing = error.status === 404;
  const heading =
    title ?? (missing ? "Not found" : error.status === 403 ? "You don’t have access" : "Loading failed");
  return html`<div class="card" role="alert">
    <${Empty} icon=${missing ? "circle-help" : error.status === 403 ? "lock" : "triangle-alert"} title=${heading}>
      <p>${error.message}</p>
      <p class="dim">${advice(error)}</p>
      ${error.requestId && html`<p class="dim">Request ID <code>${error.requestId}</code></p>`}
      ${retry && !missing && html`<${Button} icon="refresh-cw" onClick=${() => retry()}>Try again</${Button}>`}
    </${Empty}>
  </div>`;
}

const withLabel = ({ label, message }) => (message.includes(label) ? message : `${label}: ${message}`);

/** The error of a failed change, shown next to its button. */
export function Refused({ error }) {
  if (!error) return null;
  const others = error.errors?.filter((e) => e.message !== error.message) ?? [];
  return html`<div class="note tone-critical" role="alert">
    <${Icon} name="circle-alert" />
    <div>
      <b>${error.message}</b>
      ${others.length > 0 && html`<ul>${others.map((e) => html`<li>${withLabel(e)}</li>`)}</ul>`}
      <div>${advice(error)}${error.requestId && html` <code>${error.requestId}</code>`}</div>
    </div>
  </div>`;
}

/**
 * A note on a page.
 *
 * @param tone the same tones as Tag
 */
export function Note({ tone = "info", icon = "info", title, children }) {
  return html`<div class=${"note tone-" + tone}>
    <${Icon} name=${icon} />
    <div>${title && html`<b>${title}</b>`}<div>${children}</div></div>
  </div>`;
}

/**
 * Shows the data of a query: a placeholder until it is loaded, and the error when the query failed.
 *
 * @template Data
 * @param {Omit<Query<Data>, "loading">} query
 * @param {number} height of the placeholder
 * @param {(data: Data) => unknown} show
 */
export function whenLoaded(query, height, show) {
  if (query.data === undefined || query.data === null) {
    if (query.error) return html`<${ErrorBox} error=${query.error} retry=${query.reload} />`;
    return html`<${Skeleton} height=${height} />`;
  }
  return html`${query.error && html`<${Stale} query=${query} />`}${show(query.data)}`;
}

function Stale({ query }) {
  return html`<div class="note tone-medium" role="status">
    <${Icon} name="triangle-alert" />
    <div><b>This data may be out of date.</b> ${query.error.message}</div>
    <${Button} small onClick=${() => query.reload()}>Refresh</${Button}>
  </div>`;
}

const TOAST = "svc-toast";

/** Shows a toast message for a few seconds. */
export function say(text, { tone = "ok" } = {}) {
  dispatchEvent(new CustomEvent(TOAST, { detail: { text, tone } }));
}

/** Shows the messages of {@link say}. Rendered once, in the shell. */
export function Toasts() {
  const [told, set] = useState(null);
  useEffect(() => {
    let timer;
    const hear = (event) => {
      set(event.detail);
      clearTimeout(timer);
      timer = setTimeout(() => set(null), 5000);
    };
    addEventListener(TOAST, hear);
    return () => {
      removeEventListener(TOAST, hear);
      clearTimeout(timer);
    };
  }, []);
  return html`<div aria-live="polite" class="toasts">
    ${told &&
    html`<div class="toast">
      <${Icon} name=${told.tone === "ok" ? "circle-check" : "triangle-alert"} />${told.text}
    </div>`}
  </div>`;
}
