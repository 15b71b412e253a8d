-- How agents are certified is asked with each list of them, and most workflows are no agent's. An
-- index of the others alone is one that SQLite takes for small, and so uses for several agents too.
DROP INDEX certified_workflow_by_agent;
CREATE INDEX certified_workflow_by_agent ON certified_workflow (org_id, agent_id)
  WHERE agent_id <> '';
