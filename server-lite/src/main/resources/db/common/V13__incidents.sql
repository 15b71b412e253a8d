-- Something that people deal with together. Numbers of a tenant have no gap: the last one is taken in
-- the transaction that stores the incident.
CREATE TABLE incident (
  org_id            TEXT   NOT NULL,
  incident_id       TEXT   NOT NULL,
  number            BIGINT NOT NULL,
  title             TEXT   NOT NULL,
  summary           TEXT   NOT NULL,
  severity          TEXT   NOT NULL,
  priority          TEXT   NOT NULL,
  category          TEXT   NOT NULL,
  status            TEXT   NOT NULL,
  resolution        TEXT   NOT NULL,
  resolution_note   TEXT   NOT NULL,
  duplicate_of      TEXT   NOT NULL,
  source_type       TEXT   NOT NULL,
  source_alert_id   TEXT   NOT NULL,
  source_session_id TEXT   NOT NULL,
  channel_url       TEXT   NOT NULL,
  tags              TEXT   NOT NULL,
  search            TEXT   NOT NULL,
  opened_by         TEXT   NOT NULL,
  opened_at         BIGINT NOT NULL,
  acknowledged_at   BIGINT,
  contained_at      BIGINT,
  resolved_at       BIGINT,
  closed_at         BIGINT,
  updated_at        BIGINT NOT NULL,
  version           BIGINT NOT NULL,
  PRIMARY KEY (org_id, incident_id)
);
CREATE UNIQUE INDEX incident_by_number ON incident (org_id, number);
CREATE INDEX incident_by_status ON incident (org_id, status, incident_id);
CREATE INDEX incident_by_severity ON incident (org_id, severity, incident_id);
CREATE INDEX incident_by_both ON incident (org_id, status, severity, incident_id);
-- What goes on is counted for every page.
CREATE INDEX incident_open ON incident (org_id, severity)
  WHERE status IN ('open', 'investigating', 'contained');

CREATE TABLE incident_sequence (
  org_id TEXT   NOT NULL,
  last   BIGINT NOT NULL,
  PRIMARY KEY (org_id)
);

-- What an incident is about: alerts, sessions and agents.
CREATE TABLE incident_link (
  org_id      TEXT   NOT NULL,
  incident_id TEXT   NOT NULL,
  kind        TEXT   NOT NULL,
  ref_id      TEXT   NOT NULL,
  link_id     TEXT   NOT NULL,
  added_at    BIGINT NOT NULL,
  added_by    TEXT   NOT NULL,
  note        TEXT   NOT NULL,
  PRIMARY KEY (org_id, incident_id, kind, ref_id)
);
CREATE INDEX incident_link_by_ref ON incident_link (org_id, kind, ref_id, incident_id);

-- What became of an incident. Written with what it tells of, and never changed.
CREATE TABLE incident_entry (
  org_id      TEXT   NOT NULL,
  incident_id TEXT   NOT NULL,
  entry_id    TEXT   NOT NULL,
  at          BIGINT NOT NULL,
  type        TEXT   NOT NULL,
  actor       TEXT   NOT NULL,
  text        TEXT   NOT NULL,
  data        TEXT   NOT NULL,
  PRIMARY KEY (org_id, incident_id, entry_id)
);

CREATE TABLE incident_note (
  org_id      TEXT    NOT NULL,
  incident_id TEXT    NOT NULL,
  note_id     TEXT    NOT NULL,
  author_id   TEXT    NOT NULL,
  author_name TEXT    NOT NULL,
  body        TEXT    NOT NULL,
  pinned      BOOLEAN NOT NULL,
  created_at  BIGINT  NOT NULL,
  PRIMARY KEY (org_id, incident_id, note_id)
);

-- Who is in the war room, and as what.
CREATE TABLE incident_participant (
  org_id      TEXT   NOT NULL,
  incident_id TEXT   NOT NULL,
  user_id     TEXT   NOT NULL,
  name        TEXT   NOT NULL,
  role        TEXT   NOT NULL,
  joined_at   BIGINT NOT NULL,
  PRIMARY KEY (org_id, incident_id, user_id)
);

-- An order to hold agents back, or to let them go.
CREATE TABLE incident_containment (
  org_id         TEXT   NOT NULL,
  containment_id TEXT   NOT NULL,
  incident_id    TEXT   NOT NULL,
  action         TEXT   NOT NULL,
  reason         TEXT   NOT NULL,
  requested_by   TEXT   NOT NULL,
  requested_at   BIGINT NOT NULL,
  expires_at     BIGINT,
  agents         TEXT   NOT NULL,
  PRIMARY KEY (org_id, containment_id)
);
CREATE INDEX incident_containment_of ON incident_containment (org_id, incident_id, containment_id);

-- An incident that holds an agent back in one way, while it does.
CREATE TABLE incident_hold (
  org_id         TEXT   NOT NULL,
  incident_id    TEXT   NOT NULL,
  agent_id       TEXT   NOT NULL,
  action         TEXT   NOT NULL,
  containment_id TEXT   NOT NULL,
  reason         TEXT   NOT NULL,
  since          BIGINT NOT NULL,
  expires_at     BIGINT,
  PRIMARY KEY (org_id, agent_id, incident_id, action)
);
CREATE INDEX incident_hold_of ON incident_hold (org_id, incident_id);
CREATE INDEX incident_hold_ends ON incident_hold (expires_at) WHERE expires_at IS NOT NULL;

-- One row for each version of a review; a version that is final is not changed any more.
CREATE TABLE incident_review (
  org_id       TEXT   NOT NULL,
  incident_id  TEXT   NOT NULL,
  version      BIGINT NOT NULL,
  review_id    TEXT   NOT NULL,
  status       TEXT   NOT NULL,
  content      TEXT   NOT NULL,
  markdown     TEXT   NOT NULL,
  generated_at BIGINT NOT NULL,
  generated_by TEXT   NOT NULL,
  updated_at   BIGINT NOT NULL,
  finalized_at BIGINT,
  finalized_by TEXT   NOT NULL,
  revision     BIGINT NOT NULL,
  PRIMARY KEY (org_id, incident_id, version)
);

-- What is still to be done, also when the incident is over.
CREATE TABLE incident_action_item (
  org_id      TEXT   NOT NULL,
  incident_id TEXT   NOT NULL,
  item_id     TEXT   NOT NULL,
  title       TEXT   NOT NULL,
  owner_id    TEXT   NOT NULL,
  due_date    TEXT   NOT NULL,
  status      TEXT   NOT NULL,
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  PRIMARY KEY (org_id, incident_id, item_id)
);

CREATE TABLE incident_communication (
  org_id           TEXT   NOT NULL,
  communication_id TEXT   NOT NULL,
  incident_id      TEXT   NOT NULL,
  channel          TEXT   NOT NULL,
  audience         TEXT   NOT NULL,
  subject          TEXT   NOT NULL,
  body             TEXT   NOT NULL,
  recipients       TEXT   NOT NULL,
  reached          TEXT   NOT NULL,
  integration_id   TEXT   NOT NULL,
  status           TEXT   NOT NULL,
  attempts         BIGINT NOT NULL,
  created_by       TEXT   NOT NULL,
  created_at       BIGINT NOT NULL,
  updated_at       BIGINT NOT NULL,
  sent_at          BIGINT,
  PRIMARY KEY (org_id, communication_id)
);
CREATE INDEX incident_communication_of
  ON incident_communication (org_id, incident_id, communication_id);
-- What a server that ended did not settle.
CREATE INDEX incident_communication_queued ON incident_communication (updated_at)
  WHERE status = 'queued';

CREATE TABLE incident_attempt (
  org_id           TEXT   NOT NULL,
  communication_id TEXT   NOT NULL,
  attempt          BIGINT NOT NULL,
  at               BIGINT NOT NULL,
  status           TEXT   NOT NULL,
  error            TEXT   NOT NULL,
  PRIMARY KEY (org_id, communication_id, attempt)
);

-- Whether an alert of the rule opens an incident.
ALTER TABLE alert_rule ADD COLUMN create_incident BOOLEAN NOT NULL DEFAULT FALSE;

-- Whether an agent that goes free otherwise may reach nothing outside.
ALTER TABLE agent ADD COLUMN egress_denied BOOLEAN NOT NULL DEFAULT FALSE;
