-- What nobody has dealt with is counted for every page, no further than is worth it: each count is a stretch of an index.
CREATE INDEX alert_open_by_severity ON alert (org_id, severity)
  WHERE triage_status IN ('open', 'acknowledged');
CREATE INDEX alert_open_by_status ON alert (org_id, status)
  WHERE triage_status IN ('open', 'acknowledged');
