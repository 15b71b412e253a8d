"""Registers a workflow, asks before it acts, and redacts what it sends. Python alone, no packages.

    SVC_URL=https://svc.example.com SVC_API_KEY=svc_... python3 governed.py "a text to send"
"""

import json
import os
import sys
import urllib.request


def svc(path, body):
    request = urllib.request.Request(
        os.environ["SVC_URL"] + path,
        data=json.dumps(body).encode(),
        headers={"X-Api-Key": os.environ["SVC_API_KEY"], "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


ME = {"workflow_id": "ticket-summary", "platform": "code"}
RUN = {**ME, "run_id": str(os.getpid())}

registered = svc("/v1/register", {**ME, "name": "Ticket summary", "model": "gpt-4.1"})
print("registered:", registered["status"], "risk", registered["risk_score"])

decision = svc(
    "/v1/eval",
    {
        **RUN,
        "action": {
            "type": "llm_call",
            "server": "openai",
            "destination": "https://api.openai.com/v1/chat/completions",
        },
    },
)
if not decision["allowed"]:
    sys.exit(f"{decision['decision']}: {decision['reason']}")

redacted = svc("/v1/redact", {**RUN, "text": sys.argv[1]})
print("to the model:", redacted["redacted_text"])
