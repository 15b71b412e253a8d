import { useMemo } from "preact/hooks";
import { useQuery } from "../query.js";
import { useMay } from "../session.js";

/** The names of agents by their ids, of the first 500; undefined until they are known. */
export function useAgentNames() {
  const { data } = useQuery("/api/agents?limit=500");
  return useMemo(() => data && Object.fromEntries(data.agents.map(({ id, name }) => [id, name])), [data]);
}

/** Says who somebody of the workspace is, by id; ids stay as they are to those who may not see members. */
export function usePeople() {
  const { data } = useQuery(useMay("members:read") ? "/api/admin/members" : null);
  const names = useMemo(
    () => Object.fromEntries((data?.members ?? []).map(({ userId, name, email }) => [userId, name || email])),
    [data],
  );
  return (id) => names[id] ?? (id?.startsWith("key_") ? "an API key" : id);
}
