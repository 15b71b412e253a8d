import { words } from "./words.js";

const lower = (name) => words(name).toLowerCase();
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

/** How each type of event is told: its icon, its tone and a sentence, from what it carries. */
const TOLD = {
  "rollout.transition": (p) => [
    "workflow",
    "accent",
    `A policy moved from ${lower(p.from_stage)} to ${lower(p.to_stage)}`,
  ],
  "rollout.frozen": (p) => ["snowflake", "low", because("Rollouts frozen", p.reason)],
  "rollout.unfrozen": (p) => ["snowflake", "ok", because("Rollouts unfrozen", p.reason)],
  "enforcement.disabled": (p) => ["shield-off", "critical", because("Enforcement disabled", p.reason)],
  "replay.job_completed": (p) => ["rotate-ccw", okIf(p.verdict === "pass"), `Replay: ${lower(p.verdict)}`],
  "replay.verdict": (p) => ["rotate-ccw", okIf(p.verdict === "match"), `Replayed session: ${lower(p.verdict)}`],
  "attestation.issued": () => ["fingerprint", "ok", "Attestation issued"],
  "attestation.verified": (p) => ["fingerprint", okIf(p.status === "valid"), `Attestation checked: ${lower(p.status)}`],
  "attestation.revoked": (p) => ["fingerprint", "high", because("Attestation revoked", p.reason)],
  "execution.routing_decision": (p) => [
    ...(OUTCOMES[p.outcome] ?? OUTCOMES.allowed),
    because(words(p.outcome), p.reason),
  ],
  "egress.decision": (p) => [...allowedUnless(p.decision === "deny"), `Call to ${p.host}: ${lower(p.decision)}`],
  "agent.peer_call_allowed": () => [...OUTCOMES.allowed, "Call to another agent allowed"],
  "agent.peer_call_denied": (p) => [...OUTCOMES.denied, because("Call to another agent denied", p.reason)],
  "approval.requested": (p) => ["hand", "medium", because("Approval asked for", p.reason)],
  "approval.resolved": (p) => ["user-check", okIf(p.status !== "denied"), `Approval ${lower(p.status)}`],
  ThreatDetectionEvent: (p) => ["shield-alert", severe(p.severity), p.title],
  ToolCallEvent: (p) => [
    "wrench",
    infoIf(p.status !== "failed"),
    `Tool called: ${[p.server, p.tool].filter(Boolean).join(".")}`,
  ],
  WorkflowRunEvent: (p) => ["play", infoIf(p.status !== "failed"), `Workflow run ${lower(p.status)}`],
  ControlPlaneChangeEvent: () => ["settings", "medium", "Something was changed on a platform"],
};

const because = (what, why) => (why ? `${what}: ${why}` : what);

/** An event of the feed in a sentence: {icon, tone, text}. */
export function eventWords({ event_type: type, payload }) {
  const [icon, tone, text] = TOLD[type]?.(payload ?? {}) ?? ["activity", "info", ""];
  return { icon, tone, text: text || words(type) };
}
