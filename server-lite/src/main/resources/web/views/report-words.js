import { SEVERITIES } from "../components/marks.js";
import { words } from "../formats/words.js";

export const FRAMEWORKS = [
  ["owasp_agentic", "OWASP Top 10 for Agentic Applications"],
  ["owasp_llm", "OWASP Top 10 for LLM Applications"],
  ["eu_ai_act", "EU AI Act"],
  ["iso_42001", "ISO/IEC 42001"],
  ["nist_ai_rmf", "NIST AI RMF"],
  ["soc2", "SOC 2"],
];

const labelled = (values) => values.map((value) => [value, words(value)]);
const SEVERITY = ["severity", "Severity", labelled(SEVERITIES)];
const INCIDENT = ["open", "investigating", "contained", "resolved", "closed"];
const LIFECYCLE = ["discovered", "registered", "testing", "staging", "production", "suspended", "retired"];
const KIND = (values) => ["kind", "Rows", labelled(values)];

/**
 * Name, label, content and filters of each type. A filter is [name, label, options]; options is the
 * name of a list of the API, or missing for free text.
 *
 * @type {[string, string, string, any[][]][]}
 */
export const TYPES = [
  ["compliance", "Compliance", "Each control of a framework, with evidence and gaps.", []],
  [
    "posture",
    "Posture",
    "Agents and MCP servers: lifecycle, health, risk, policies, review.",
    [
      KIND(["agent", "mcp_server"]),
      ["lifecycleState", "Lifecycle", labelled(LIFECYCLE)],
      ["platform", "Platform"],
    ],
  ],
  [
    "policy_decisions",
    "Policy decisions",
    "Decisions, without the arguments of calls.",
    [
      ["outcome", "Outcome", labelled(["allowed", "denied", "degraded", "pending_approval"])],
      ["agentId", "Agent", "agents"],
      ["policyId", "Policy", "policies"],
    ],
  ],
  [
    "mcp",
    "MCP servers and findings",
    "MCP servers and findings of the latest scans.",
    [
      KIND(["server", "finding"]),
      SEVERITY,
      ["status", "Status", labelled(["new", "open", "fixed", "suppressed"])],
      ["server", "Server"],
      ["findingType", "Finding type"],
    ],
  ],
  [
    "incidents",
    "Incidents",
    "Incidents of the period, with response times.",
    [
      SEVERITY,
      ["status", "Status", labelled(INCIDENT)],
      [
        "category",
        "Kind",
        labelled(["HIJACK", "DATA_LEAK", "POLICY_BYPASS", "PRIVILEGE_ABUSE", "SUPPLY_CHAIN", "OTHER"]),
      ],
    ],
  ],
  [
    "certifications",
    "Certifications",
    "Certification status of workflows, certifiers and drift.",
    [["status", "Status", labelled(["CERTIFIED", "BLOCKED", "REVOKED"])], ["platform", "Platform"]],
  ],
  [
    "access_review",
    "Access review",
    "Members with roles and last sign-in; API keys with age and last use.",
    [KIND(["member", "api_key"])],
  ],
];

export const typeName = (type) => TYPES.find(([value]) => value === type)?.[1] ?? words(type);

/** The dashboard page of a control's evidence, or null. */
export function evidencePage({ type, id }) {
  switch (type) {
    case "agent":
      return "/agents/" + id;
    case "policy":
      return "/policies/" + id;
    case "incident":
      return "/incidents/" + id;
    case "alert":
      return "/alerts/" + id;
    case "mcp_server":
      return "/mcp/" + id;
    case "finding":
    case "finding_type":
      return "/mcp/findings";
    case "decisions":
      return "/execution";
    case "audit_log":
    case "event":
      return "/audit";
    case "api_key":
      return "/settings/keys";
    case "member":
      return "/settings/members";
    case "integration":
      return "/settings/integrations";
    default:
      return null;
  }
}
