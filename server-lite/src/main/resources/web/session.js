import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { role } from "./formats/words.js";

/**
 * The response of GET /api/auth/session, with a function that loads it again.
 *
 * @type {import("preact").Context<Answer<"GET", "/api/auth/session"> & { tenant: NonNullable<Api<"SessionTenant">>, reload: () => unknown }>}
 */
export const SessionContext = createContext(/** @type {any} */ (null));

export const useSession = () => useContext(SessionContext);

/** Returns true if the member has a permission, such as "policies:write". */
export const useMay = (permission) => useSession().permissions.includes(permission);

/** Roles that have a permission in addition to administrators. For display only: the server enforces permissions. */
const ALSO = {
  "policies:write": ["role_operator"],
  "policies:validate": ["role_operator", "role_auditor"],
  "rollout:promote": ["role_operator"],
  "reviews:write": ["role_operator", "role_approver"],
  "detection:write": ["role_operator"],
  "alert-rules:write": ["role_operator"],
  "alerts:triage": ["role_operator", "role_approver"],
  "incidents:write": ["role_operator"],
  "incidents:note": ["role_operator", "role_approver"],
  "approvals:decide": ["role_approver"],
  "lifecycle:transition": ["role_operator"],
  "lifecycle:checklist": ["role_operator", "role_approver"],
  "certifications:write": ["role_approver"],
  "certifications:revoke": ["role_operator", "role_approver"],
  "attestation:issue": ["role_operator"],
  "attestation:verify": ["role_operator", "role_approver", "role_auditor"],
  "evidence:reveal": ["role_auditor"],
  "reports:write": ["role_operator", "role_auditor"],
  "audit:read": ["role_auditor"],
  "integrations:read": ["role_operator", "role_auditor"],
  "integrations:use": ["role_operator"],
  "api-keys:read": ["role_operator", "role_auditor"],
  "api-keys:write": ["role_operator"],
};

/** Returns a sentence that names the roles with a permission. */
export function whoMay(permission) {
  const names = ["role_admin", ...(ALSO[permission] ?? [])].map((name) => `${role(name)}s`);
  const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
  return `${list.charAt(0)}${list.slice(1).toLowerCase()} can do this.`;
}
