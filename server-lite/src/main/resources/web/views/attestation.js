import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { State, Time } from "../components/marks.js";
import { Button, KeyValue, PageHead } from "../components/page.js";
import { Confirm, Drawer } from "../components/dialog.js";
import { Empty, say, whenLoaded } from "../components/states.js";
import { send } from "../api.js";
import { refetch, useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, useSession, whoMay } from "../session.js";
import { useAgentNames } from "./agent-names.js";
import { IssueClaim, VerifyClaim, algorithm } from "./claim-dialogs.js";
import { Claims } from "./claims.js";

const KEYS = "/api/governance/attestation/keys";

/** The page of signed claims about agents. */
export function Attestation() {
  const [params, update] = useParams();
  const [asked, ask] = useState("");
  const names = useAgentNames();
  const { permissions } = useSession();
  const because = (permission) => (permissions.includes(permission) ? "" : whoMay(permission));
  const close = () => ask("");
  return html`<${PageHead}
    title="Attestation"
    sub="Signed claims about an agent's components and policies."
  >
      <${Button} icon="key-round" onClick=${() => update({ keys: "1" }, { push: true })}>Signing keys</${Button}>
      <${Button}
        icon="shield-check"
        because=${because("attestation:verify")}
        onClick=${() => ask("verify")}
      >Verify claim</${Button}>
      <${Button}
        kind="pri"
        icon="plus"
        because=${because("attestation:issue")}
        onClick=${() => ask("issue")}
      >Issue claim</${Button}>
    </${PageHead}>
    <${Claims} />
    ${params.get("keys") &&
    html`<${Keys}
      onClose=${() => update({ keys: null })}
      onRotate=${() => {
        update({ keys: null });
        ask("rotate");
      }}
    />`}
    ${asked === "issue" && html`<${IssueClaim} names=${names} onClose=${close} />`}
    ${asked === "verify" && html`<${VerifyClaim} onClose=${close} />`}
    ${asked === "rotate" &&
    html`<${Confirm}
      label="Rotate keys"
      onClose=${close}
      onConfirm=${async () => {
        const answer = await send("POST", KEYS + "/rotate", {});
        refetch(KEYS);
        say("Signing keys rotated");
        return answer;
      }}
    >
      <p>New claims are signed with new keys. Existing claims remain valid.</p>
      <p>Verifying claims without this server requires the new public key.</p>
    </${Confirm}>`}`;
}

function Keys({ onClose, onRotate }) {
  const query = useQuery(KEYS);
  const may = useMay("attestation:revoke");
  return html`<${Drawer} label="Signing keys" onClose=${onClose}>
    <div class="dl-b">
      <p>Each claim names its signing key. You can share public keys with anyone who verifies claims.</p>
      ${whenLoaded(query, 160, ({ keys }) =>
        keys.length
          ? html`<ul class="keys">${keys.map((key) => html`<${Key} key=${key.keyId} of=${key} />`)}</ul>
              <div>
                <${Button}
                  icon="refresh-cw"
                  because=${may ? "" : whoMay("attestation:revoke")}
                  onClick=${onRotate}
                >Rotate keys</${Button}>
              </div>`
          : html`<${Empty} icon="key-round" level=${3} title="No signing keys yet">
              <p>The first claim creates a signing key.</p>
            </${Empty}>`)}
    </div>
  </${Drawer}>`;
}

function Key(/** @type {Props<{ of: Api<"ClaimKeys">["keys"][number] }>} */ { of: key }) {
  const [copied, setCopied] = useState(false);
  const jwk = JSON.stringify(key.jwk, null, 2);
  const copy = async () => {
    await navigator.clipboard?.writeText(jwk).catch(() => {});
    setCopied(true);
  };
  const state = key.status === "in_use" ? "active" : key.status;
  return html`<li>
    <h3><code>${key.keyId}</code></h3>
    <${KeyValue}
      rows=${[
        ["Status", html`<${State} of=${state} label=${key.status === "in_use" ? "Active" : "Retired"} />`],
        ["Algorithm", algorithm(key.signingAlgorithm)],
        ["Created", html`<${Time} at=${key.createdAt} />`],
        ["Retired", key.retiredAt && html`<${Time} at=${key.retiredAt} />`],
        ["Verifiable by", key.jwk ? "Anyone with the public key below" : "This server only. The key is secret."],
      ]}
    />
    ${key.jwk &&
    html`<pre class="code wrap" tabindex="0" aria-label=${"Public key " + key.keyId}>${jwk}</pre>
      <${Button}
        small
        icon=${copied ? "check" : "copy"}
        onClick=${copy}
      >${copied ? "Copied" : "Copy public key"}</${Button}>`}
  </li>`;
}
