#!/usr/bin/env python3
"""Fills the store of a server of any version over HTTP; what an old version does not have is skipped."""
import json, sys, urllib.request, http.cookiejar, urllib.error
base = sys.argv[1]
jar = http.cookiejar.CookieJar()
op = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
def call(method, path, body=None, headers=None):
    r = urllib.request.Request(base + path, method=method, data=None if body is None else json.dumps(body).encode(), headers={"Content-Type": "application/json", **(headers or {})})
    try:
        with op.open(r) as a: text = a.read(); s = a.status
    except urllib.error.HTTPError as e: text = e.read(); s = e.code
    print(s, method, path, text[:160].decode() if s >= 300 else "", file=sys.stderr)
    try: return json.loads(text)
    except ValueError: return {}
call("POST", "/api/auth/register", {"username": "dana", "email": "dana@example.com", "password": "plenty of horses 7", "workspaceName": "Acme"})
s = call("GET", "/api/auth/session"); org = s.get("tenant", {}).get("id", "")
call("PUT", "/api/admin/tenant", {"industry": "Bäckerei \u2028 \U0001F950 'quoted' \\ back"})
key = call("POST", "/api/admin/api-keys", {"name": "ci"}).get("key", "")
akey = call("POST", "/api/admin/api-keys", {"name": "agent", "scopes": ["eval:write"]}).get("key", "")
call("POST", "/api/admin/invite", {"email": "kim@example.com", "role": "role_viewer"})
print(json.dumps({"org": org, "key": key, "akey": akey, "session": [c.value for c in jar if "session" in c.name][:1]}))
raw = open(sys.argv[2]).read().replace("ORGID", org)
call("POST", "/api/v1/mcp/reports", json.loads(raw), {"X-Api-Key": key})
dsl = """version: 1
kind: agent_policy
metadata: {name: no-shell}
rules:
  - id: no-bash
    effect: deny
    reason: No shell here.
    match: {tool: [bash]}
"""
call("POST", "/api/policies", {"name": "no shell", "dsl": dsl, "mode": "observe"})
for i in range(6):
    call("POST", "/v1/eval", {"agent_id": "bot", "action": "tool_call", "tool": "bash" if i % 2 else "read", "arguments": {"path": "/tmp/%d" % i}}, {"X-Api-Key": akey})
a = call("GET", "/api/agents").get("agents", [{}])
aid = a[0].get("id", "") if a else ""
call("POST", "/api/v1/governance/attestation", {"agent_id": aid})
call("POST", "/api/incidents", {"title": "A thing", "severity": "low"})
call("POST", "/api/admin/integrations", {"type": "webhook", "name": "Hook", "config": {"url": "https://hooks.example.com/x"}})
call("POST", "/api/mcp/baseline", {"note": "first", "all": True})
call("POST", "/api/reports", {"type": "mcp"})
