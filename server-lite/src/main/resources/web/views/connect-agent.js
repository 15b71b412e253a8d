import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Button } from "../components/page.js";
import { Dialog } from "../components/dialog.js";

const KEY = '-H "X-Api-Key: $SVC_API_KEY"';

/** The ways in; each has what it is for, the scope of the key and the first request. */
const WAYS = [
  {
    id: "telemetry",
    label: "Telemetry",
    scope: "telemetry:write",
    what: "Agents that speak OpenTelemetry need four variables, and no change of their code.",
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
    what: "Calls of the agent go through this server, which decides on each and puts in the credentials.",
    first: (at) => `curl ${at}/v1/proxy/api.example.com/v1/charges \\
  ${KEY} \\
  -H "X-Svc-Agent-Id: invoice-bot"`,
  },
];

/** The ways to connect an agent, each with its exact first request. */
export function WaysToConnect() {
  const [way, choose] = useState(WAYS[0]);
  const [copied, setCopied] = useState("");
  const request = way.first(location.origin);
  const copy = async () => {
    await navigator.clipboard?.writeText(request).catch(() => {});
    setCopied(way.id);
  };
  return html`<div class="connect">
    <div class="seg" role="group" aria-label="Way to connect">
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
      The key needs the scope <code>${way.scope}</code>. Keep it in the variable <code>SVC_API_KEY</code>.
    </p>
    <pre class="code" tabindex="0" aria-label="First request">${request}</pre>
    <div class="row">
      <${Button} icon=${copied === way.id ? "check" : "copy"} onClick=${copy}>
        ${copied === way.id ? "Copied" : "Copy"}
      </${Button}>
      <a class="btn pri" href="/settings/keys">Create API key</a>
    </div>
    <p class="dim">The agent is listed here after its first request.</p>
  </div>`;
}

/** The ways to connect an agent, in a dialog. */
export function ConnectAgent({ onClose }) {
  return html`<${Dialog} label="Connect agent" onClose=${onClose}>
    <div class="dl-b"><${WaysToConnect} /></div>
  </${Dialog}>`;
}
