-- FEWER INDEXES FOR EACH DECISION
-- Decisions of a session are found by its timeline, times of decisions by identifiers, and times of events by numbers,
-- which have the same order.

DROP INDEX decision_by_session;
DROP INDEX decision_by_time;
DROP INDEX event_by_time;

-- The key is the order of the timeline. SQLite changes a key by a new table only.
CREATE TABLE evidence_copy (
  org_id      TEXT   NOT NULL,
  session_id  TEXT   NOT NULL,
  seq         BIGINT NOT NULL,
  evidence_id TEXT   NOT NULL,
  type        TEXT   NOT NULL,
  at          BIGINT NOT NULL,
  severity    TEXT   NOT NULL,
  summary     TEXT   NOT NULL,
  data        TEXT   NOT NULL,
  decision_id TEXT   NOT NULL,
  PRIMARY KEY (org_id, session_id, at, seq)
);
INSERT INTO evidence_copy SELECT * FROM evidence;
DROP TABLE evidence;
ALTER TABLE evidence_copy RENAME TO evidence;
