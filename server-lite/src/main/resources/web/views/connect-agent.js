import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button } from "../components/page.js";
import { Dialog } from "../components/dialog.js";

const KEY = '-H "X-Api-Key: $SVC_API_KEY"';

/** The connection methods: description, scope of the key and example request. */
const WAYS = [
  {
    id: "telemetry",
    label: "Telemetry",
    scope: "telemetry:write",
    what: "For agents with OpenTelemetry. Set four environment variables; no code changes are required.",
    first: (at) => `export OTEL_EXPORTER_OTLP_ENDPOINT=${at}
export OTEL_EXPORTER_OTLP_HEADERS=x-api-key=$SVC_API_KEY
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_RESOURCE_ATTRIBUTES=gen_ai.agent.name=invoice-bot`,
  },
  {
    id: "register",
    label: "Register",
    scope: "register:write",
    what: "Register the agent from a workflow step or deployment script. The call is idempotent.",
    first: (at) => `curl ${at}/v1/register \\
  ${KEY} \\
  -H "Content-Type: application/json" -d '
  {"workflow_id": "wf_123", "platform": "n8n",
   "name": "Invoice intake",
   "owner": "owner@example.com",
   "environment": "production"}'`,
  },
  {
    id: "proxy",
    label: "Proxy",
    scope: "proxy:use",
    what: "Send the calls of the agent through this server, which applies policies and injects credentials.",
    first: (at) => `curl ${at}/v1/proxy/api.example.com/v1/charges \\
  ${KEY} \\
  -H "X-Svc-Agent-Id: invoice-bot"`,
  },
];

/** The connection methods, each with an example request. */
export function WaysToConnect() {
  const [way, choose] = useState(WAYS[0]);
  const [copied, setCopied] = useState("");
  const request = way.first(location.origin);
  const copy = async () => {
    await navigator.clipboard?.writeText(request).catch(() => {});
    setCopied(way.id);
  };
  return html`<div class="connect">
    <div class="seg" role="group" aria-label="Connection method">
      ${WAYS.map(
        (one) => html`<button
          key=${one.id}
          type="button"
          aria-pressed=${one === way ? "true" : "false"}
          onClick=${() => choose(one)}
        >${one.label}</button>`,
      )}
    </div>
    <p>${way.what}</p>
    <p class="dim">
      Requires an API key with the scope <code>${way.scope}</code> in the environment variable <code>SVC_API_KEY</code>.
    </p>
    <pre class="code" tabindex="0" aria-label="Example request">${request}</pre>
    <div class="row">
      <${Button} icon=${copied === way.id ? "check" : "copy"} onClick=${copy}>
        ${copied === way.id ? "Copied" : "Copy request"}
      </${Button}>
      <a class="btn pri" href="/settings/keys">Create API key</a>
    </div>
    <p class="dim">The agent appears in the list after its first request.</p>
  </div>`;
}

/** The dialog with the connection methods. */
export function ConnectAgent({ onClose }) {
  return html`<${Dialog} label="Connect agent" onClose=${onClose}>
    <div class="dl-b"><${WaysToConnect} /></div>
  </${Dialog}>`;
}
