import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { Button } from "./page.js";

/** The place of something that is on its way. */
export function Skeleton({ height = 160 }) {
  return html`<div class="sk" style=${{ height: height + "px" }} role="status">
    <span class="vh">Loading</span>
  </div>`;
}

/** Nothing is here, why, and what to do about it. */
export function Empty({ icon = "circle-check", title, level = 2, children }) {
  const Heading = "h" + level;
  return html`<div class="empty">
    <${Icon} name=${icon} size=${28} />
    <${Heading}>${title}</${Heading}>
    ${children}
  </div>`;
}

const CHANGED_MEANWHILE =
  "Somebody else changed it meanwhile. Load it again and look before you repeat it.";

/** What a person can do about refusals that their status alone does not explain. */
const ADVICE = {
  invalid_credentials: "Look for a typing error, or set a new password.",
  too_many_attempts: "If you forgot your password, set a new one.",
  username_exists: "Choose another, or sign in if it is yours.",
  registration_closed: "Ask an administrator of your organisation for an invitation.",
};

/** What a person can do about a refusal, by its status. */
function advice(error) {
  if (ADVICE[error.code]) return ADVICE[error.code];
  switch (error.status) {
    case 0:
      return "Check your connection, then try again.";
    case 401:
      return "Your session has ended. Sign in again.";
    case 403:
      return "Ask an administrator of your workspace.";
    case 404:
      return "It may have been removed, or its address is mistyped.";
    case 409:
      // What is in the way is in the message, unless it is another version than the one that was seen.
      return error.code === "version_conflict" ? CHANGED_MEANWHILE : "";
    case 412:
      return CHANGED_MEANWHILE;
    case 422:
      return "Something that must hold first does not hold yet.";
    case 429:
      return error.retryAfter
        ? `Too many requests. Try again in ${error.retryAfter} seconds.`
        : "Too many requests. Try again in a minute.";
    default:
      return error.status >= 500
        ? "The server's log has more under the request's id. Try again in a moment."
        : "";
  }
}

/** A page, or a part of one, that could not be loaded. */
export function ErrorBox({ error, retry, title }) {
  const missing = error.status === 404;
  const heading =
    title ?? (missing ? "There is nothing here" : error.status === 403 ? "You may not see this" : "This didn’t load");
  return html`<div class="card" role="alert">
    <${Empty} icon=${missing ? "circle-help" : error.status === 403 ? "lock" : "triangle-alert"} title=${heading}>
      <p>${error.message}</p>
      <p class="dim">${advice(error)}</p>
      ${error.requestId && html`<p class="dim">Request <code>${error.requestId}</code></p>`}
      ${retry && !missing && html`<${Button} icon="refresh-cw" onClick=${() => retry()}>Try again</${Button}>`}
    </${Empty}>
  </div>`;
}

/** A change that was refused, said where it was asked for. */
export function Refused({ error }) {
  if (!error) return null;
  const others = error.errors?.filter((e) => e.message !== error.message) ?? [];
  return html`<div class="note tone-critical" role="alert">
    <${Icon} name="circle-alert" />
    <div>
      <b>${error.message}</b>
      ${others.length > 0 && html`<ul>${others.map((e) => html`<li>${e.field}: ${e.message}</li>`)}</ul>`}
      <div>${advice(error)}${error.requestId && html` <code>${error.requestId}</code>`}</div>
    </div>
  </div>`;
}

/**
 * A note in the page.
 *
 * @param tone as of a tag
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
    <div><b>This may be out of date.</b> ${query.error.message}</div>
    <${Button} small onClick=${() => query.reload()}>Refresh</${Button}>
  </div>`;
}

const TOLD = "svc-told";

/** Says that something was done, in a corner, for a few seconds. */
export function say(text, { tone = "ok" } = {}) {
  dispatchEvent(new CustomEvent(TOLD, { detail: { text, tone } }));
}

/** Where {@link say} is heard; once in the frame. */
export function Toasts() {
  const [told, set] = useState(null);
  useEffect(() => {
    let timer;
    const hear = (event) => {
      set(event.detail);
      clearTimeout(timer);
      timer = setTimeout(() => set(null), 5000);
    };
    addEventListener(TOLD, hear);
    return () => {
      removeEventListener(TOLD, hear);
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
