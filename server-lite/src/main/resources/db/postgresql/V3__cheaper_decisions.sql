-- FEWER INDEXES FOR EACH DECISION
-- Decisions of a session are found by its timeline, times of decisions by identifiers, and times of events by numbers,
-- which have the same order.

DROP INDEX decision_by_session;
DROP INDEX decision_by_time;
DROP INDEX event_by_time;

-- The key is the order of the timeline.
DROP INDEX evidence_by_time;
ALTER TABLE evidence DROP CONSTRAINT evidence_pkey;
ALTER TABLE evidence ADD PRIMARY KEY (org_id, session_id, at, seq);
