import { useQuery } from "../query.js";

/** The members of the workspace, and names by ID. */
export function usePeople() {
  const members = useQuery("/api/admin/members").data?.members ?? [];
  const named = new Map();
  for (const member of members) {
    const name = member.name || member.username;
    named.set(member.userId, name).set(member.email, name);
  }
  const name = (who) => {
    if (!who || who === "system") return "Svc Preflight";
    return named.get(who) ?? (who.startsWith("key_") ? "An API key" : who);
  };
  return { members, name };
}
