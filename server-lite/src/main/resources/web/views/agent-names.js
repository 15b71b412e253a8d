import { useMemo } from "preact/hooks";
import { useQuery } from "../query.js";

/** Returns the names of the first 500 agents by ID; undefined until they are loaded. */
export function useAgentNames() {
  const { data } = useQuery("/api/agents?limit=500");
  return useMemo(() => data && Object.fromEntries(data.agents.map(({ id, name }) => [id, name])), [data]);
}
