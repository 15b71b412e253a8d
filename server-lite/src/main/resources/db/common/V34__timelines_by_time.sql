-- Timelines are read in the order of time. Sessions so far start with their first entry.
CREATE INDEX evidence_by_time ON evidence (org_id, session_id, at, seq);
UPDATE evidence SET at = (
  SELECT s.started_at FROM agent_session s
  WHERE s.org_id = evidence.org_id AND s.session_id = evidence.session_id)
WHERE seq = 1 AND type = 'session_started' AND at > (
  SELECT s.started_at FROM agent_session s
  WHERE s.org_id = evidence.org_id AND s.session_id = evidence.session_id);
