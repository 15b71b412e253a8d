import { words } from "./words.js";

const lower = (name) => words(name).toLowerCase();
const stage = (name) => (name === "rollback" ? "rolled back" : lower(name));
const SEVERE = ["critical", "high", "medium", "low", "info"];
const severe = (severity) => (SEVERE.includes(severity) ? severity : "info");
const okIf = (good) => (good ? "ok" : "high");
const infoIf = (good) => (good ? "info" : "high");

const OUTCOMES = {
  allowed: ["circle-check", "ok"],
  denied: ["ban", "high"],
  degraded: ["triangle-alert", "medium"],
  pending_approval: ["hand", "medium"],
};
const allowedUnless = (denied) => (denied ? OUTCOMES.denied : OUTCOMES.allowed);

/** The icon, tone and sentence of each event type, from its payload. */
const EVENTS = {
  "rollout.transition": (p) => [
    "workflow",
    "accent",
    `Policy moved from ${stage(p.from_stage)} to ${stage(p.to_stage)}`,
  ],
  "rollout.frozen": (p) => ["snowflake", "low", because("Rollouts frozen", p.reason)],
  "rollout.unfrozen": (p) => ["snowflake", "ok", because("Rollouts unfrozen", p.reason)],
  "enforcement.disabled": (p) => ["shield-off", "critical", because("Enforcement disabled", p.reason)],
  "replay.job_completed": (p) => ["rotate-ccw", okIf(p.verdict === "pass"), `Replay completed: ${lower(p.verdict)}`],
  "replay.verdict": (p) => ["rotate-ccw", okIf(p.verdict === "match"), `Replayed session: ${lower(p.verdict)}`],
  "attestation.issued": () => ["fingerprint", "ok", "Claim issued"],
  "attestation.verified": (p) => ["fingerprint", okIf(p.status === "valid"), `Claim verified: ${lower(p.status)}`],
  "attestation.revoked": (p) => ["fingerprint", "high", because("Claim revoked", p.reason)],
  "execution.routing_decision": (p) => [
    ...(OUTCOMES[p.outcome] ?? OUTCOMES.allowed),
    because(words(p.outcome), p.reason),
  ],
  "egress.decision": (p) => [...allowedUnless(p.decision === "deny"), `Call to ${p.host}: ${lower(p.decision)}`],
  "agent.peer_call_allowed": () => [...OUTCOMES.allowed, "Call to another agent allowed"],
  "agent.peer_call_denied": (p) => [...OUTCOMES.denied, because("Call to another agent denied", p.reason)],
  "approval.requested": (p) => ["hand", "medium", because("Approval requested", p.reason)],
  "approval.resolved": (p) => ["user-check", okIf(p.status !== "denied"), `Approval request ${lower(p.status)}`],
  ThreatDetectionEvent: (p) => ["shield-alert", severe(p.severity), p.title],
  ToolCallEvent: (p) => [
    "wrench",
    infoIf(p.status !== "failed"),
    `Tool called: ${[p.server, p.tool].filter(Boolean).join(".")}`,
  ],
  WorkflowRunEvent: (p) => ["play", infoIf(p.status !== "failed"), `Workflow run ${lower(p.status)}`],
  ControlPlaneChangeEvent: () => ["settings", "medium", "Platform configuration changed"],
};

const because = (what, why) => (why ? `${what}: ${why}` : what);

/** Returns an event of the feed as {icon, tone, text}, where text is a sentence. */
export function eventWords({ event_type: type, payload }) {
  const [icon, tone, text] = EVENTS[type]?.(payload ?? {}) ?? ["activity", "info", ""];
  return { icon, tone, text: text || words(type.replaceAll(".", " ")) };
}

/** Returns the area of an event type, such as "Rollout" or "Tool call". */
export function eventArea(type) {
  const area = type.split(".")[0].replace(/Event$/, "");
  return { execution: "Decision", egress: "Outbound call" }[area] ?? words(area);
}
