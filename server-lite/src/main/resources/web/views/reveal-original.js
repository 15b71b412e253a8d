import { useState } from "preact/hooks";
import { send } from "../api.js";
import { Confirm } from "../components/dialog.js";
import { html } from "../components/html.js";
import { Button } from "../components/page.js";
import { useMay, whoMay } from "../session.js";

/** Shows the original of one decision after a reason is given. It stays in this component alone. */
export function RevealOriginal({ decisionId }) {
  const may = useMay("evidence:reveal");
  const [asked, setAsked] = useState(false);
  const [original, setOriginal] = useState(null);
  const reveal = async (reason) => {
    const path = /** @type {const} */ (`/api/governance/execution/${encodeURIComponent(decisionId)}/reveal`);
    const answer = await send("POST", path, { reason });
    setOriginal(answer.original);
    return true;
  };
  if (original) {
    const { action, server, tool, destination, data } = original;
    const shown = { action, server, tool, destination, arguments: original.arguments, data };
    return html`<h3>Original</h3>
      <pre class="code wrap" tabindex="0" aria-label="Original">${JSON.stringify(shown, null, 2)}</pre>
      <${Button} small icon="eye-off" onClick=${() => setOriginal(null)}>Hide original</${Button}>`;
  }
  return html`<div class="row wrap">
      <${Button}
        small
        icon="eye"
        because=${may ? "" : whoMay("evidence:reveal")}
        onClick=${() => setAsked(true)}
      >Reveal original</${Button}>
    </div>
    ${asked &&
    html`<${Confirm}
      label="Reveal original"
      verb="Reveal"
      reason="required"
      onConfirm=${reveal}
      onClose=${() => setAsked(false)}
    >
      <p>Secrets and personal data of this action are shown. The audit log records your name and your reason.</p>
    </${Confirm}>`}`;
}
