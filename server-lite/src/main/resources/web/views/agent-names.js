import { useMemo } from "preact/hooks";
import { useQuery } from "../query.js";
import { useMay } from "../session.js";

/** Returns the names of the first 500 agents by ID; undefined until they are loaded. */
export function useAgentNames() {
  const { data } = useQuery("/api/agents?limit=500");
  return useMemo(() => data && Object.fromEntries(data.agents.map(({ id, name }) => [id, name])), [data]);
}

/** Returns a function that maps an ID to a member name. Without permission to read members, it returns the ID. */
export function usePeople() {
  const { data } = useQuery(useMay("members:read") ? "/api/admin/members" : null);
  const names = useMemo(
    () => Object.fromEntries((data?.members ?? []).map(({ userId, name, email }) => [userId, name || email])),
    [data],
  );
  return (id) => names[id] ?? (id?.startsWith("key_") ? "an API key" : id);
}
