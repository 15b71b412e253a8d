-- What agents of a tenant have to pass on their way to production; without a row, the defaults.
CREATE TABLE lifecycle_config (
  org_id     TEXT   NOT NULL PRIMARY KEY,
  version    BIGINT NOT NULL,
  config     TEXT   NOT NULL,
  updated_at BIGINT NOT NULL,
  updated_by TEXT   NOT NULL
);

-- How often the checklist of an agent was changed by people.
CREATE TABLE lifecycle_checklist (
  org_id   TEXT   NOT NULL,
  agent_id TEXT   NOT NULL,
  version  BIGINT NOT NULL,
  PRIMARY KEY (org_id, agent_id)
);

-- What people found of an agent.
CREATE TABLE lifecycle_check (
  org_id       TEXT   NOT NULL,
  agent_id     TEXT   NOT NULL,
  item_key     TEXT   NOT NULL,
  status       TEXT   NOT NULL,
  note         TEXT   NOT NULL,
  evidence_url TEXT   NOT NULL,
  checked_by   TEXT   NOT NULL,
  checked_at   BIGINT NOT NULL,
  PRIMARY KEY (org_id, agent_id, item_key)
);

-- approved_person is who is behind approved_by, when that is a key.
CREATE TABLE lifecycle_waiver (
  org_id          TEXT   NOT NULL,
  agent_id        TEXT   NOT NULL,
  item_key        TEXT   NOT NULL,
  reason          TEXT   NOT NULL,
  approved_by     TEXT   NOT NULL,
  approved_person TEXT   NOT NULL,
  approved_at     BIGINT NOT NULL,
  expires_at      BIGINT NOT NULL,
  PRIMARY KEY (org_id, agent_id, item_key)
);

-- A promotion that waits for others to approve it, of the agent as it was in agent_version.
CREATE TABLE lifecycle_promotion (
  org_id           TEXT   NOT NULL,
  agent_id         TEXT   NOT NULL,
  agent_version    BIGINT NOT NULL,
  from_state       TEXT   NOT NULL,
  to_state         TEXT   NOT NULL,
  requested_by     TEXT   NOT NULL,
  requested_person TEXT   NOT NULL,
  requested_at     BIGINT NOT NULL,
  reason           TEXT   NOT NULL,
  PRIMARY KEY (org_id, agent_id)
);
CREATE INDEX lifecycle_promotion_by_time ON lifecycle_promotion (org_id, requested_at);

CREATE TABLE lifecycle_approval (
  org_id      TEXT   NOT NULL,
  agent_id    TEXT   NOT NULL,
  approved_by TEXT   NOT NULL,
  approved_at BIGINT NOT NULL,
  reason      TEXT   NOT NULL,
  PRIMARY KEY (org_id, agent_id, approved_by)
);

-- Every move of an agent. gate_result is what its checklist said at that moment, as JSON.
CREATE TABLE lifecycle_transition (
  org_id          TEXT    NOT NULL,
  transition_id   TEXT    NOT NULL,
  agent_id        TEXT    NOT NULL,
  action          TEXT    NOT NULL,
  from_state      TEXT    NOT NULL,
  to_state        TEXT    NOT NULL,
  transitioned_by TEXT    NOT NULL,
  transitioned_at BIGINT  NOT NULL,
  approved_by     TEXT    NOT NULL,
  reason          TEXT    NOT NULL,
  overridden      BOOLEAN NOT NULL,
  gate_result     TEXT    NOT NULL,
  PRIMARY KEY (org_id, transition_id)
);
CREATE INDEX lifecycle_transition_by_agent
  ON lifecycle_transition (org_id, agent_id, transition_id);

-- Agents in production that would not get there now, or do badly. reasons is JSON.
CREATE TABLE lifecycle_degraded (
  org_id   TEXT   NOT NULL,
  agent_id TEXT   NOT NULL,
  reasons  TEXT   NOT NULL,
  since    BIGINT NOT NULL,
  PRIMARY KEY (org_id, agent_id)
);
CREATE INDEX lifecycle_degraded_by_time ON lifecycle_degraded (org_id, since);

CREATE INDEX agent_by_state ON agent (lifecycle_state, org_id, agent_id);
CREATE INDEX agent_by_idleness ON agent (org_id, last_seen_at)
  WHERE lifecycle_state NOT IN ('suspended', 'retired');
