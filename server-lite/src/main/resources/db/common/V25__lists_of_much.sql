-- Events of one type are looked for in a feed that is mostly about others.
CREATE INDEX event_by_type ON event (org_id, event_type, event_seq);

-- What was refused or waits, of one agent: most of what it does is allowed.
CREATE INDEX decision_of_agent_by_outcome ON decision (org_id, agent_id, outcome, decision_id)
  WHERE outcome <> 'allowed';

CREATE INDEX approval_by_agent ON approval (org_id, agent_id, approval_id);
CREATE INDEX alert_by_threat_and_triage ON alert (org_id, threat_type, triage_status, alert_id);
CREATE INDEX mcp_finding_by_type_and_status ON mcp_finding (org_id, finding_type, status, seq);
CREATE INDEX discovered_asset_by_confidence ON discovered_asset (org_id, confidence);

-- In their order, so that no store reads all assets to spare itself the sorting of a few.
DROP INDEX discovered_asset_by_agent;
CREATE INDEX discovered_asset_by_agent ON discovered_asset (org_id, agent_id, asset_id);
