import { useQuery } from "../query.js";
import { useSession } from "../session.js";

/** The members of the workspace, and a function that names an actor by ID or email. */
export function usePeople() {
  const { user } = useSession();
  const members = useQuery("/api/admin/members").data?.members ?? [];
  /** @type {Map<string | undefined, string | undefined>} */
  const named = new Map([[user.id, user.name || user.username]]);
  for (const member of members) {
    const name = member.name || member.username;
    named.set(member.userId, name).set(member.email, name);
  }
  const name = (who) => {
    if (!who || who === "system") return "Svc Preflight";
    if (named.has(who)) return named.get(who);
    if (who.startsWith("key_")) return `API key ${who.slice(-6)}`;
    return who.startsWith("usr_") ? `Member ${who.slice(-6)}` : who;
  };
  return { members, name };
}
