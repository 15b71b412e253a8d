import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { Button } from "./page.js";
import { Refused } from "./states.js";
import { useAction } from "../query.js";

/**
 * A native dialog. It traps focus, closes on Escape and restores focus.
 *
 * @param kind modal, drawer or palette
 * @param label the accessible name, which is also the heading unless headed is false
 */
export function Dialog({ kind = "modal", label, onClose, headed = true, children }) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const dialog = box.current;
    const before = /** @type {HTMLElement} */ (document.activeElement);
    dialog.showModal();
    if (kind === "modal") firstField(dialog)?.focus();
    return () => {
      dialog.close();
      before?.isConnected && before.focus?.({ preventScroll: true });
    };
  }, []);
  const outside = (event) => event.target === box.current && onClose();
  return html`<dialog
    class=${kind === "palette" ? "modal palette" : kind}
    ref=${box}
    aria-label=${label}
    onMouseDown=${outside}
    onCancel=${(event) => {
      event.preventDefault();
      onClose();
    }}
  >
    ${headed &&
    html`<div class="dl-h">
      <h2>${label}</h2>
      <button class="ico" type="button" aria-label="Close" onClick=${onClose}>
        <${Icon} name="x" size=${18} />
      </button>
    </div>`}
    ${children}
  </dialog>`;
}

/** Returns the first field that can be edited. Without it, the browser would focus the Close button. */
const firstField = (dialog) =>
  /** @type {HTMLElement | null} */ (dialog.querySelector(".dl-b :is(input, select, textarea):enabled"));

/** A side panel with details of a list entry. */
export const Drawer = (props) => html`<${Dialog} kind="drawer" ...${props} />`;

/**
 * A confirmation dialog for actions that are hard to undo.
 *
 * @param label the title, such as "Freeze rollouts"
 * @param verb the button text; defaults to the label
 * @param danger true for a red button
 * @param reason "required", "optional" or none
 * @param typed text that the member must type to confirm; empty for none
 * @param onConfirm called with the reason; the dialog shows errors and closes on success
 */
export function Confirm({ label, verb = label, danger, reason, typed, onConfirm, onClose, children }) {
  const [why, setWhy] = useState("");
  const [text, setText] = useState("");
  const action = useAction(onConfirm);
  const because =
    typed && text !== typed
      ? `Type “${typed}” to confirm`
      : reason === "required" && !why.trim()
        ? "Enter a reason first"
        : "";
  const submit = async (event) => {
    event?.preventDefault();
    if (because || action.busy) return;
    if ((await action.run(why.trim())) !== undefined) onClose();
  };
  return html`<${Dialog} label=${label} onClose=${onClose}>
    <form onSubmit=${submit}>
      <div class="dl-b">
        ${children}
        ${reason &&
        html`<div class="field">
          <label for="confirm-reason">Reason${reason === "optional" && " (optional)"}</label>
          <textarea
            class="inp"
            id="confirm-reason"
            rows="2"
            maxlength="1000"
            value=${why}
            onInput=${(event) => setWhy(event.target.value)}
          ></textarea>
          <small>Recorded in the audit log.</small>
        </div>`}
        ${typed &&
        html`<div class="field">
          <label for="confirm-typed">Type <b>${typed}</b> to confirm</label>
          <input
            class="inp"
            id="confirm-typed"
            autocomplete="off"
            value=${text}
            onInput=${(event) => setText(event.target.value)}
          />
        </div>`}
        <${Refused} error=${action.error} />
      </div>
      <div class="dl-f">
        <${Button} onClick=${onClose}>Cancel</${Button}>
        <${Button}
          kind=${danger ? "danger" : "pri"}
          type="submit"
          because=${because}
          busy=${action.busy}
        >${verb}</${Button}>
      </div>
    </form>
  </${Dialog}>`;
}
