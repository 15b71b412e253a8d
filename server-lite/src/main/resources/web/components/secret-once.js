import { useState } from "preact/hooks";
import { html } from "./html.js";
import { Icon } from "./icons.js";
import { Button } from "./page.js";
import { Check } from "./form.js";
import { Dialog } from "./dialog.js";

/**
 * A dialog that shows a secret once. The secret exists only in this dialog.
 *
 * @param children the purpose and usage of the secret
 */
export function SecretOnce({ label, secret, onClose, children }) {
  const [stored, setStored] = useState(false);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(secret).catch(() => {});
    setCopied(true);
  };
  const close = () => stored && onClose();
  return html`<${Dialog} label=${label} onClose=${close}>
    <div class="dl-b">
      <p>Copy it now. You won't be able to see it again.</p>
      <div class="secret"><code tabindex="0">${secret}</code></div>
      <div class="row">
        <${Button} icon=${copied ? "check" : "copy"} onClick=${copy}>${copied ? "Copied" : "Copy"}</${Button}>
      </div>
      ${children}
      <${Check} label="I have stored it" checked=${stored} onChange=${setStored} />
    </div>
    <div class="dl-f">
      <${Button} kind="pri" because=${stored ? "" : "Confirm that you have stored the key"} onClick=${onClose}>
        <${Icon} name="check" />Done
      </${Button}>
    </div>
  </${Dialog}>`;
}
