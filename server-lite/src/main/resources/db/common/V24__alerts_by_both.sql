-- Open alerts of one severity are asked for most. Without an index of both, one that no open alert has costs a look at every open one.
CREATE INDEX alert_by_both ON alert (org_id, triage_status, severity, alert_id);
