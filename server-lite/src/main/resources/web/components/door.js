import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { Field } from "./form.js";

/**
 * The single-column layout of the pages for sign-in and setup.
 *
 * @param wide true for content that is wider than a form
 */
export function Door({ title, wide, children }) {
  const heading = useRef(null);
  useEffect(() => {
    document.title = title + " · Svc Preflight";
    if (!document.activeElement?.closest("main")) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return html`<main class="door">
    <div class="brand"><span class="mark"><${Icon} name="shield-check" size=${15} /></span>Svc Preflight</div>
    <div class=${"box" + (wide ? " wide" : "")}>
      <h1 tabindex="-1" ref=${heading}>${title}</h1>
      ${children}
    </div>
  </main>`;
}

/** A password field with a button that shows the password. */
export function Password({ label = "Password", name = "password", ...rest }) {
  const [shown, show] = useState(false);
  return html`<div class="password">
    <${Field}
      name=${name}
      label=${label}
      type=${shown ? "text" : "password"}
      spellcheck=${false}
      required
      ...${rest}
    />
    <button
      class="ico sm"
      type="button"
      aria-pressed=${shown ? "true" : "false"}
      aria-label=${`Show ${label.toLowerCase()}`}
      title=${shown ? "Hide" : "Show"}
      onClick=${() => show(!shown)}
    ><${Icon} name=${shown ? "eye-off" : "eye"} size=${15} /></button>
  </div>`;
}

/** Password requirements. The server enforces them. */
export const PASSWORD_HINT = "8-128 characters; we recommend 15 or more.";

/**
 * Returns the token from the address: "#token=" in a link from an email, or "?token=". The token is removed from the
 * address immediately, so that it is not shared or stored in the browser history.
 */
export function useToken() {
  const [token, set] = useState(takeToken);
  useEffect(() => {
    const changed = () => location.hash.includes("token=") && set(takeToken());
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return token;
}

function takeToken() {
  const inHash = new URLSearchParams(location.hash.slice(1)).get("token");
  const token = inHash ?? new URLSearchParams(location.search).get("token");
  if (token !== null) history.replaceState(null, "", location.pathname);
  return token;
}
