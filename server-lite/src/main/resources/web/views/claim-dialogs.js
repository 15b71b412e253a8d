import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button, KeyValue } from "../components/page.js";
import { Confirm, Dialog } from "../components/dialog.js";
import { Field, FormDialog, Options, useForm } from "../components/form.js";
import { Note, Refused, say } from "../components/states.js";
import { send } from "../api.js";
import { utc } from "../formats/dates.js";
import { words } from "../formats/words.js";
import { refetch, useAction } from "../query.js";

const ALGORITHMS = { "hmac-sha256": "HMAC SHA-256", ed25519: "Ed25519" };

/** The display name of a signing algorithm. */
export const algorithm = (name) => ALGORITHMS[name] ?? name;

/** The display name of a claim type: "Agent posture" for "agent-posture/1". */
export const claimType = (type) => words(type?.replace(/\/\d+$/, "").replaceAll("-", " "));

const CLAIMS = "/api/governance/attestation";
const TIMES = [
  ["3600", "1 hour"],
  ["28800", "8 hours"],
  ["86400", "1 day"],
  ["604800", "7 days"],
  ["2592000", "30 days"],
];

/** The dialog that issues a claim about an agent. */
export function IssueClaim(/** @type {Props} */ { agent, names, onClose }) {
  const initial = { agentId: agent?.id ?? "", ttlSeconds: "86400", algorithm: "ed25519" };
  const form = useForm(initial, (values) => send("POST", CLAIMS, { ...values, ttlSeconds: Number(values.ttlSeconds) }));
  const done = () => {
    refetch(CLAIMS, "/api/agents", "/api/lifecycle");
    say("Claim issued");
    onClose();
  };
  return html`<${FormDialog}
    label="Issue claim"
    because=${form.values.agentId ? "" : "Choose an agent first"}
    form=${form}
    onDone=${done}
    onClose=${onClose}
  >
    <p>The claim describes the current state of the agent. It becomes invalid when the components or policies of the agent change.</p>
    ${agent
      ? html`<p>Agent: <b>${agent.name}</b></p>`
      : html`<${Field} ...${form.field("agentId")} as="select" label="Agent" required>
          <option value="">Choose an agent</option>
          <${Options} options=${Object.entries(names ?? {})} />
        </${Field}>`}
    <${Field}
      ...${form.field("ttlSeconds")}
      as="select"
      label="Valid for"
      hint="We recommend a short validity and frequent renewal."
    >
      <${Options} options=${TIMES} />
    </${Field}>
    <${Field} ...${form.field("algorithm")} as="select" label="Signature">
      <option value="ed25519">Ed25519: anyone with the public key can verify it</option>
      <option value="hmac-sha256">HMAC SHA-256: only this server can verify it</option>
    </${Field}>
  </${FormDialog}>`;
}

/** The confirmation to revoke a claim. */
export function RevokeClaim(/** @type {Props} */ { claim, onClose }) {
  return html`<${Confirm}
    label="Revoke claim"
    danger
    reason="required"
    onClose=${onClose}
    onConfirm=${async (reason) => {
      const answer = await send("POST", `${CLAIMS}/${claim.claimId}/revoke`, { reason });
      refetch(CLAIMS, "/api/agents", "/api/lifecycle");
      say("Claim revoked");
      return answer;
    }}
  >
    <p>
      The claim about <b>${claim.subject.name || claim.agentId}</b> becomes invalid for everyone who received it. You
      can’t undo this, but you can issue a new claim.
    </p>
  </${Confirm}>`;
}

/** Returns the request for a pasted claim or ID. Throws if the text is not valid JSON. */
function question(text) {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{")) return { claimId: trimmed };
  const read = JSON.parse(trimmed);
  if (read.claim) return { claim: read.claim, ...(read.signature ? { signature: read.signature } : {}) };
  return { claim: read };
}

/** The dialog that verifies a claim, by its ID or its JSON. */
export function VerifyClaim({ text: given = "", onClose }) {
  const [text, setText] = useState(given);
  const action = useAction(async () => {
    let asked;
    try {
      asked = question(text);
    } catch {
      throw Object.assign(new Error("The claim is not valid JSON."), {
        status: 400,
        fields: { claim: "The claim is not valid JSON. Paste the complete claim." },
      });
    }
    const answer = await send("POST", CLAIMS + "/verify", asked);
    refetch(CLAIMS);
    return answer;
  });
  const [verdict, setVerdict] = useState(null);
  const type = (value) => {
    setText(value);
    setVerdict(null);
  };
  const submit = async (event) => {
    event.preventDefault();
    setVerdict(null);
    if (text.trim()) setVerdict((await action.run()) ?? null);
  };
  return html`<${Dialog} label="Verify claim" onClose=${onClose}>
    <form onSubmit=${submit}>
      <div class="dl-b">
        <${Field}
          as="textarea"
          name="claim"
          label="Claim or claim ID"
          hint="Paste a claim as JSON with its signature, or a claim ID such as clm_01…"
          rows="6"
          spellcheck=${false}
          value=${text}
          onInput=${type}
          error=${action.error}
        />
        ${action.error && !action.error.fields?.claim && html`<${Refused} error=${action.error} />`}
        <div aria-live="polite">${verdict && html`<${Verdict} verdict=${verdict} />`}</div>
      </div>
      <div class="dl-f">
        <${Button} onClick=${onClose}>Close</${Button}>
        <${Button}
          kind="pri"
          type="submit"
          busy=${action.busy}
          because=${text.trim() ? "" : "Paste a claim or a claim ID first"}
        >
          Verify claim
        </${Button}>
      </div>
    </form>
  </${Dialog}>`;
}

function Verdict(/** @type {Props<{ verdict: Api<"ClaimVerification"> }>} */ { verdict }) {
  const { valid } = verdict;
  return html`<div class="grid">
    <${Note}
      tone=${valid ? "ok" : "critical"}
      icon=${valid ? "badge-check" : "badge-x"}
      title=${valid ? "The claim is valid" : "The claim is not valid"}
    >
      ${verdict.detail || words(verdict.reason)}
    </${Note}>
    <${KeyValue}
      rows=${[
        ["Status", words(verdict.status)],
        ["Reason", words(verdict.reason)],
        ["Changed", verdict.changed.map(words).join(", ")],
        ["Agent", verdict.agentId && html`<a href=${"/agents/" + verdict.agentId}>${verdict.agentId}</a>`],
        ["Signature", algorithm(verdict.signingAlgorithm)],
        ["Expires", verdict.expiresAt && utc(verdict.expiresAt)],
        ["Verified", utc(verdict.verifiedAt)],
      ]}
    />
  </div>`;
}
