import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { Button } from "./page.js";
import { Refused } from "./states.js";
import { useAction } from "../query.js";

/**
 * A dialog of the browser's own, which keeps focus within, closes by Escape and gives focus back.
 *
 * @param kind modal, drawer or palette
 * @param label its name, which is also its heading unless the children bring one
 */
export function Dialog({ kind = "modal", label, onClose, headed = true, children }) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const dialog = box.current;
    const before = /** @type {HTMLElement} */ (document.activeElement);
    dialog.showModal();
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

/** More about one thing of a list, beside the list. */
export const Drawer = (props) => html`<${Dialog} kind="drawer" ...${props} />`;

/**
 * Asks before something is done that is not easily undone. What was asked for is kept as it was
 * when the dialog opened, whatever the page learns meanwhile.
 *
 * @param label what is asked, such as "Freeze rollouts"
 * @param verb on the button; the label unless given
 * @param danger whether the button is red
 * @param reason "required", "optional" or none
 * @param typed a text that has to be typed; empty for none
 * @param onConfirm called with the reason; what it throws is shown here, what it answers closes
 */
export function Confirm({ label, verb = label, danger, reason, typed, onConfirm, onClose, children }) {
  const [why, setWhy] = useState("");
  const [text, setText] = useState("");
  const action = useAction(onConfirm);
  const because =
    typed && text !== typed
      ? `Type ${typed} first`
      : reason === "required" && !why.trim()
        ? "Give a reason first"
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
          <small>It is kept in the audit log.</small>
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
