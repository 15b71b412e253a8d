#!/usr/bin/env python3
"""Fills the store of a server over HTTP and prints what UpgradeTest needs."""
import http.cookiejar, json, sys, time, urllib.error, urllib.request

base = sys.argv[1]
jar = http.cookiejar.CookieJar()
browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
refused = 0


def call(method, path, body=None, headers=None):
    global refused
    data = None if body is None else json.dumps(body).encode()
    sent = urllib.request.Request(base + path, data, {"Content-Type": "application/json", **(headers or {})}, method=method)
    try:
        with browser.open(sent) as response:
            status, text = response.status, response.read()
    except urllib.error.HTTPError as e:
        status, text = e.code, e.read()
    if status >= 300:
        refused += 1
    print(status, method, path, text[:300].decode() if status >= 300 else "", file=sys.stderr)
    return json.loads(text) if text[:1] == b"{" else {}


call("POST", "/api/auth/register", {"username": "dana", "email": "dana@example.com", "password": "plenty of horses 7", "workspaceName": "Acme"})
session = call("GET", "/api/auth/session")
org = session["tenant"]["id"]
call("PUT", "/api/admin/tenant", {"industry": "Bäckerei \u2028 \U0001F950 'quoted' \\ back", "settings": {"approvalGroups": {"finance": ["dana@example.com"]}}})
key = call("POST", "/api/admin/api-keys", {"name": "ci"})["key"]
akey = call("POST", "/api/admin/api-keys", {"name": "agent", "scopes": ["eval:write", "telemetry:write", "register:write"]})["key"]
agent_key = {"X-Api-Key": akey}
call("POST", "/api/admin/invite", {"email": "kim@example.com", "role": "role_viewer"})
print(json.dumps({"at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "akey": akey}))

report = open(sys.argv[2]).read().replace("ORGID", org)
call("POST", "/api/v1/mcp/reports", json.loads(report), {"X-Api-Key": key})
call("POST", "/api/mcp/baseline", {"note": "first", "all": True})

dsl = """version: 1
kind: agent_policy
metadata: {name: no-shell}
rules:
  - id: no-bash
    effect: deny
    reason: No shell here.
    match: {tool: [bash]}
  - id: ask-to-pay
    effect: require_approval
    reason: Payments need approval.
    match: {tool: [pay]}
    approval: {group: finance}
"""
policy = call("POST", "/api/policies", {"name": "no shell", "dsl": dsl, "mode": "observe"})["policy"]["id"]
for i in range(6):
    call("POST", "/v1/eval", {"agent_id": "bot", "action": "tool_call", "tool": "bash" if i % 2 else "read",
                              "arguments": {"path": "/tmp/%d" % i, "to": "kim@example.com"}}, {**agent_key, "Idempotency-Key": "call-%d" % i})
aid = call("GET", "/api/agents")["agents"][0]["id"]
call("POST", "/api/policies/%s/assign" % policy, {"agentId": aid})
call("POST", "/api/v1/governance/attestation", {"agent_id": aid})
rollout = "/api/v1/governance/rollout/" + policy
replay = "/api/v1/governance/replays/" + call("POST", rollout + "/replay")["replayJobId"]
while call("GET", replay)["replayJob"]["status"] not in ("completed", "failed"):
    time.sleep(1)
call("POST", rollout + "/promote")
call("POST", rollout + "/promote")
asked = call("POST", "/v1/eval", {"agent_id": "bot", "action": "tool_call", "tool": "pay", "arguments": {"amount": 9}}, agent_key)
call("POST", "/api/approvals/%s/decide" % asked["approval"]["approval_id"], {"decision": "deny"})

call("POST", "/v1/register", {"workflow_id": "wf_1", "platform": "n8n", "name": "Invoices", "steps": [{"id": "s1", "type": "gmail.read"}],
                              "connectors": [{"name": "gmail", "operations": ["read"]}]}, agent_key)
call("POST", "/v1/store/certifications/bulk", {"platform": "n8n", "workflow_ids": ["wf_1"], "certified_by": "dana@example.com"})
call("POST", "/v1/telemetry/events", [{"event_id": "run-1", "event_type": "WorkflowRunEvent", "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                                       "payload": {"platform": "n8n", "workflow_id": "wf_1", "run_id": "1", "status": "failed",
                                                   "steps": [{"id": "s1", "type": "gmail.read", "status": "failed"}]}}], agent_key)
call("POST", "/api/discovery/saved-views", {"name": "Shadow", "filters": {"governanceStatus": "shadow"}, "columns": ["name"], "sort": "riskScore:desc", "shared": True})
call("PUT", "/api/admin/redaction", {"recognizers": [{"name": "EMPLOYEE_ID", "pattern": "\\bEMP-\\d{6}\\b", "score": 0.9}], "allowList": []})
call("PUT", "/api/detection/config", {"allowList": ["tool:lab.*"]})
call("POST", "/api/admin/integrations", {"type": "webhook", "name": "Hook", "enabled": False, "config": {"url": "https://hooks.example.com/x"}})
call("PUT", "/api/egress/credentials", {"pattern": "api.example.com", "secret": {"token": "not a secret"}})
call("POST", "/api/alerts/rules", {"name": "High", "conditions": {"min_severity": "high"}, "actions": [{"type": "all"}], "group_by": ["agent_id"]})

incident = "/api/incidents/" + call("POST", "/api/incidents", {"title": "A thing", "severity": "low", "agentIds": [aid]})["incident"]["id"]
call("POST", incident + "/notes", {"body": "Look at the log"})
call("POST", incident + "/contain", {"action": "quarantine", "reason": "Stop it"})
call("POST", incident + "/contain", {"action": "release", "reason": "It is clean"})
call("PUT", incident, {"status": "resolved", "resolution": "fixed", "resolutionNote": "Done."})
call("POST", incident + "/review")
call("POST", "/api/reports", {"type": "mcp"})
# Jobs examine the decisions, run the replay and generate the report.
time.sleep(15)
call("GET", "/api/admin/audit-log/verify")
sys.exit(1 if refused else 0)
