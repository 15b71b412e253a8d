import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { State } from "../components/marks.js";
import { Button, KeyValue } from "../components/page.js";
import { Confirm, Dialog } from "../components/dialog.js";
import { Check, FormDialog, useForm } from "../components/form.js";
import { Note, say, whenLoaded } from "../components/states.js";
import { num, plural } from "../formats/counts.js";
import { words } from "../formats/words.js";
import { send, withQuery } from "../api.js";
import { refetch, useQuery } from "../query.js";
import { useSession } from "../session.js";
import { CheckList } from "./certification-drawer.js";

const STORE = "/v1/store/certifications";
const MOST = 200;
const refresh = () => refetch("/api/agents", "/api/discovery", "/api/overview", "/api/lifecycle");

/**
 * The dialog that certifies workflows and shows the result of each.
 *
 * @param chosen rows of workflows to certify again; without them, the dialog lists workflows
 */
export function Certify({ chosen, done, onClose }) {
  const { user, tenant } = useSession();
  const [answer, setAnswer] = useState(null);
  const initial = { picked: new Map((chosen ?? []).map((row) => [row.asset_id, { name: row.workflow_name }])) };
  // A single workflow is certified with the displayed fingerprint, several with their current state.
  const form = useForm(initial, async ({ picked }) => {
    const ids = [...picked.keys()];
    if (ids.length > 1) return send("POST", STORE + "/bulk", { org_id: tenant.id, workflow_ids: ids });
    const { fingerprint } = picked.get(ids[0]);
    return { results: [await send("POST", STORE, { org_id: tenant.id, workflow_id: ids[0], fingerprint })] };
  });
  const { picked } = form.values;
  const certified = ({ results }) => {
    setAnswer(results);
    done();
    refresh();
  };
  if (answer) return html`<${Results} results=${answer} onClose=${onClose} />`;
  return html`<${FormDialog}
    label="Certify workflows"
    verb=${picked.size ? `Certify ${plural(picked.size, "workflow")}` : "Certify workflows"}
    because=${!picked.size ? "Choose a workflow first" : picked.size > MOST ? `Choose at most ${MOST} workflows` : ""}
    form=${form}
    onDone=${certified}
    onClose=${onClose}
  >
    <p>Four checks run on the current state of each workflow. ${user.name || user.username} is responsible for those that pass.</p>
    ${chosen
      ? html`<ul class="picked-names">${[...picked.values()].map(({ name }, i) => html`<li key=${i}>${name}</li>`)}</ul>`
      : html`<${Choose} picked=${picked} setPicked=${form.field("picked").onInput} />`}
  </${FormDialog}>`;
}

const NONE = "No workflows yet. Connect a platform, or register a workflow.";

function Choose({ picked, setPicked }) {
  const [text, setText] = useState("");
  const query = useQuery(withQuery("/api/discovery", { kind: "workflow", q: text.trim(), limit: 100 }));
  const pick = (asset) => (on) => {
    const next = new Map(picked);
    on ? next.set(asset.id, { name: asset.name, fingerprint: asset.fingerprint.hash }) : next.delete(asset.id);
    setPicked(next);
  };
  return html`<div class="field">
      <label for="find-workflow">Find workflows</label>
      <input
        class="inp" id="find-workflow" type="search" value=${text}
        onInput=${(event) => setText(event.target.value)} />
    </div>
    ${whenLoaded(query, 160, ({ assets, total }) => html`<fieldset class="choose">
      <legend class="vh">Workflows</legend>
      ${assets.length === 0 && html`<p class="dim">${text ? "No workflows match." : NONE}</p>`}
      ${assets.map(
        (asset) => html`<${Check} key=${asset.id} label=${asset.name} checked=${picked.has(asset.id)} onChange=${pick(asset)}
          hint=${[words(asset.source), asset.externalId, words(asset.certification.status)].filter(Boolean).join(", ")} />`,
      )}
      ${total > assets.length && html`<p class="dim">Showing ${num(assets.length)} of ${num(total)}. Search by name to find others.</p>`}
    </fieldset>`)}`;
}

function counted({ checks, failed_checks: failed }) {
  const all = plural(checks.length, "check");
  return failed.length ? `${failed.length} of ${all} failed` : `${all} passed`;
}

/** The result of each workflow, with failed checks. */
function Results({ results, onClose }) {
  const count = (status) => results.filter((result) => result.status === status).length;
  const certified = count("CERTIFIED");
  return html`<${Dialog} kind="drawer" label="Certification results" onClose=${onClose}>
    <div class="dl-b flat">
      <div role="status">
        <${Note} tone=${certified === results.length ? "ok" : "medium"} icon=${certified === results.length ? "circle-check" : "triangle-alert"}
          title=${`${num(certified)} of ${plural(results.length, "workflow")} certified`}>
          ${[
            count("BLOCKED") && `${num(count("BLOCKED"))} blocked by a check.`,
            count("NOT_FOUND") && `${num(count("NOT_FOUND"))} not found.`,
          ].filter(Boolean).join(" ")}
        </${Note}>
      </div>
      <table class="results">
        <caption class="vh">Result of each workflow</caption>
        <thead><tr><th scope="col">Workflow</th><th scope="col">Result</th></tr></thead>
        <tbody>
          ${results.map(
            (result, i) => html`<tr key=${i}>
              <th scope="row">${result.workflow_name ?? result.workflow_id}</th>
              <td>
                <${State} of=${result.status} />
                ${result.reason && html`<p>${result.reason}</p>`}
                ${result.status !== "NOT_FOUND" &&
                html`<details open=${result.failed_checks.length > 0}>
                  <summary>${counted(result)}</summary>
                  <${CheckList} checks=${[...result.checks].sort((a, b) => a.passed - b.passed)} />
                </details>`}
              </td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <div class="dl-f"><${Button} kind="pri" onClick=${onClose}>Done</${Button}></div>
  </${Dialog}>`;
}

/** The confirmation to revoke a certification. */
export function Revoke(/** @type {Props<{ row: Api<"CertificationRow"> }>} */ { row, done, onClose }) {
  const revoke = async (reason) => {
    await send("POST", `${STORE}/${row.cert_id}/revoke`, { reason });
    done();
    refresh();
    say("Certification revoked");
  };
  return html`<${Confirm}
    label="Revoke certification" danger reason="required" onConfirm=${revoke} onClose=${onClose}>
    <p>“${row.workflow_name}” will no longer be certified, and gates that require certification will block it. The history is retained.</p>
    <${KeyValue} rows=${[["Certificate ID", html`<code>${row.cert_id}</code>`], ["Certified by", row.certified_by]]} />
  </${Confirm}>`;
}
