// Registers a workflow, asks before it acts, and redacts what it sends. Node.js 18 or newer, no packages.
//
//     SVC_URL=https://svc.example.com SVC_API_KEY=svc_... node governed.mjs "a text to send"

async function svc(path, body) {
  const response = await fetch(process.env.SVC_URL + path, {
    method: 'POST',
    headers: {'X-Api-Key': process.env.SVC_API_KEY, 'Content-Type': 'application/json'},
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) {
    throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }
  return response.json();
}

const me = {workflow_id: 'ticket-summary', platform: 'code'};
const run = {...me, run_id: String(process.pid)};

const registered = await svc('/v1/register', {...me, name: 'Ticket summary', model: 'gpt-4.1'});
console.log('registered:', registered.status, 'risk', registered.risk_score);

const decision = await svc('/v1/eval', {
  ...run,
  action: {
    type: 'llm_call',
    server: 'openai',
    destination: 'https://api.openai.com/v1/chat/completions',
  },
});
if (!decision.allowed) {
  console.error(`${decision.decision}: ${decision.reason}`);
  process.exit(1);
}

const redacted = await svc('/v1/redact', {...run, text: process.argv[2]});
console.log('to the model:', redacted.redacted_text);
