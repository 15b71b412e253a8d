import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { Field } from "./form.js";

/**
 * One column for people who are not signed in, or not at home yet.
 *
 * @param wide for what needs more room than a form
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

/** A password, which can be looked at while it is typed. */
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

/** What a new password must be, which the server checks. */
export const PASSWORD_HINT = "8-128 characters; we recommend 15 or more.";

/**
 * A secret that came in the address, as "#token=" of a link in a mail or "?token=". It is taken out
 * of the address at once, so that it is neither shared nor kept in the browser's history.
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
