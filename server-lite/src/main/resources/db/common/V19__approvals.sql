-- What people are asked to agree to. action_digest tells the action from all others and is keyed;
-- policies names the versions and stages of the policies that it was asked for by; arguments are
-- masked. While paused_at is there, the time until expires_at stands still.
CREATE TABLE approval (
  org_id             TEXT    NOT NULL,
  approval_id        TEXT    NOT NULL,
  status             TEXT    NOT NULL,
  agent_id           TEXT    NOT NULL,
  agent_name         TEXT    NOT NULL,
  session_id         TEXT    NOT NULL,
  decision_id        TEXT    NOT NULL,
  action_digest      TEXT    NOT NULL,
  policies           TEXT    NOT NULL,
  policy_id          TEXT    NOT NULL,
  policy_version     BIGINT  NOT NULL,
  rule_id            TEXT    NOT NULL,
  severity           TEXT    NOT NULL,
  reason             TEXT    NOT NULL,
  approver_group     TEXT    NOT NULL,
  approvals_required BIGINT  NOT NULL,
  timeout_seconds    BIGINT  NOT NULL,
  channels           TEXT    NOT NULL,
  action             TEXT    NOT NULL,
  server             TEXT    NOT NULL,
  tool               TEXT    NOT NULL,
  operation          TEXT    NOT NULL,
  method             TEXT    NOT NULL,
  host               TEXT    NOT NULL,
  path               TEXT    NOT NULL,
  arguments          TEXT    NOT NULL,
  justification      TEXT    NOT NULL,
  is_outwards        BOOLEAN NOT NULL,
  is_held            BOOLEAN NOT NULL,
  requested_by       TEXT    NOT NULL,
  requested_person   TEXT    NOT NULL,
  requested_at       BIGINT  NOT NULL,
  expires_at         BIGINT  NOT NULL,
  paused_at          BIGINT,
  closed_at          BIGINT,
  lease_owner        TEXT    NOT NULL,
  lease_until        BIGINT,
  result_status      BIGINT  NOT NULL,
  result_truncated   BOOLEAN NOT NULL,
  executed_at        BIGINT,
  replayed_at        BIGINT,
  note               TEXT    NOT NULL,
  alert_id           TEXT    NOT NULL,
  search             TEXT    NOT NULL,
  version            BIGINT  NOT NULL,
  PRIMARY KEY (org_id, approval_id)
);
-- People are asked once about the very same: another call of it finds the one that goes on.
CREATE UNIQUE INDEX approval_going_on ON approval (org_id, agent_id, action_digest, policies)
  WHERE status IN ('pending', 'approved', 'executing');
CREATE INDEX approval_by_status ON approval (org_id, status, approval_id);
-- What the jobs look at, of all tenants.
CREATE INDEX approval_open ON approval (approval_id)
  WHERE status IN ('pending', 'approved', 'executing');
CREATE INDEX approval_by_end ON approval (org_id, closed_at) WHERE closed_at IS NOT NULL;

-- Who said what; the last word of each counts.
CREATE TABLE approval_vote (
  org_id      TEXT   NOT NULL,
  approval_id TEXT   NOT NULL,
  user_id     TEXT   NOT NULL,
  user_name   TEXT   NOT NULL,
  decision    TEXT   NOT NULL,
  comment     TEXT   NOT NULL,
  decided_at  BIGINT NOT NULL,
  PRIMARY KEY (org_id, approval_id, user_id)
);

-- What became of an approval. Written with what it tells of, and never changed.
CREATE TABLE approval_event (
  org_id      TEXT   NOT NULL,
  approval_id TEXT   NOT NULL,
  event_id    TEXT   NOT NULL,
  at          BIGINT NOT NULL,
  type        TEXT   NOT NULL,
  actor       TEXT   NOT NULL,
  detail      TEXT   NOT NULL,
  PRIMARY KEY (org_id, approval_id, event_id)
);

-- The call that waits, and what it was answered with; both sealed, and removed when they are done.
CREATE TABLE approval_payload (
  org_id      TEXT   NOT NULL,
  approval_id TEXT   NOT NULL,
  kind        TEXT   NOT NULL,
  sealed      TEXT   NOT NULL,
  kept_until  BIGINT,
  PRIMARY KEY (org_id, approval_id, kind)
);
CREATE INDEX approval_payload_end ON approval_payload (kept_until) WHERE kept_until IS NOT NULL;
