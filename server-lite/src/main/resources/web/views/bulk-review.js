import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Icon } from "../components/icons.js";
import { Button } from "../components/page.js";
import { Dialog } from "../components/dialog.js";
import { Field } from "../components/form.js";
import { say } from "../components/states.js";
import { refetch } from "../query.js";
import { plural } from "../formats/counts.js";
import { KINDS, decide, decisionName } from "./review-form.js";

/**
 * Applies one decision to several assets, with a result for each.
 *
 * @param assets as they were when they were selected
 * @param onClose called with a Set of the IDs that failed; null if nothing was sent
 */
export function BulkReview({ assets, decision, onClose }) {
  const [note, setNote] = useState("");
  const [outcome, setOutcome] = useState(new Map());
  const [busy, setBusy] = useState(false);
  const done = outcome.size === assets.length;
  const failed = assets.filter((asset) => outcome.get(asset.id));
  const verb = decisionName(decision);
  const close = () => !busy && onClose(outcome.size ? new Set(failed.map((asset) => asset.id)) : null);
  const submit = async (event) => {
    event.preventDefault();
    if (busy || done) return;
    setBusy(true);
    const results = new Map();
    for (const asset of assets) {
      await decide("asset", asset, decision, note.trim()).then(
        () => results.set(asset.id, ""),
        (error) => results.set(asset.id, error.message),
      );
      setOutcome(new Map(results));
    }
    setBusy(false);
    refetch(...KINDS.asset.lists);
    const refused = [...results.values()].filter(Boolean).length;
    if (refused) return;
    say(`${verb}: ${plural(assets.length, "asset")}`);
    onClose(new Set());
  };
  return html`<${Dialog} label=${`${verb}: ${plural(assets.length, "asset")}`} onClose=${close}>
    <form onSubmit=${submit}>
      <div class="dl-b">
        <ul class="mcp-plain outcome" aria-live="polite">
          ${assets.map((asset) => {
            const result = outcome.get(asset.id);
            return html`<li key=${asset.id}>
              ${result !== undefined &&
              html`<${Icon} name=${result ? "circle-alert" : "circle-check"} />`}
              <span>
                ${result !== undefined && html`<span class="vh">${result ? "Failed: " : "Done: "}</span>`}
                ${asset.name}${result && html`<small>${result}</small>`}
              </span>
            </li>`;
          })}
        </ul>
        ${done && failed.length > 0
          ? html`<p role="status">
              The decision failed for ${plural(failed.length, "asset")}, still selected. Review each one separately.
            </p>`
          : html`<${Field} as="textarea" name="note" label="Note" optional rows="2" maxlength="1000" value=${note}
              onInput=${setNote} hint="Saved with each decision and in the audit log." />`}
      </div>
      <div class="dl-f">
        <${Button} onClick=${close}>${done ? "Close" : "Cancel"}</${Button}>
        ${!done && html`<${Button} kind="pri" type="submit" busy=${busy}>${verb}</${Button}>`}
      </div>
    </form>
  </${Dialog}>`;
}
