-- An agent is what acts: a workflow, a coded agent, a client of MCP servers. It is known by the
-- platform that runs it and by the name that platform has for it. Lists and maps are JSON.
CREATE TABLE agent (
  org_id               TEXT    NOT NULL,
  agent_id             TEXT    NOT NULL,
  platform             TEXT    NOT NULL,
  external_id          TEXT    NOT NULL,
  name                 TEXT    NOT NULL,
  description          TEXT    NOT NULL,
  type                 TEXT    NOT NULL,
  framework            TEXT    NOT NULL,
  model                TEXT    NOT NULL,
  agent_version        TEXT    NOT NULL,
  owner_user_id        TEXT    NOT NULL,
  owner_name           TEXT    NOT NULL,
  owner_team           TEXT    NOT NULL,
  environment          TEXT    NOT NULL,
  lifecycle_state      TEXT    NOT NULL,
  suspended_from       TEXT    NOT NULL,
  risk_score           BIGINT  NOT NULL,
  risk_factors         TEXT    NOT NULL,
  tools                TEXT    NOT NULL,
  connectors           TEXT    NOT NULL,
  mcp_servers          TEXT    NOT NULL,
  data_classifications TEXT    NOT NULL,
  tags                 TEXT    NOT NULL,
  labels               TEXT    NOT NULL,
  contained            BOOLEAN NOT NULL,
  contained_reason     TEXT    NOT NULL,
  contained_incident   TEXT    NOT NULL,
  search               TEXT    NOT NULL,
  first_seen_at        BIGINT  NOT NULL,
  last_seen_at         BIGINT  NOT NULL,
  created_at           BIGINT  NOT NULL,
  updated_at           BIGINT  NOT NULL,
  version              BIGINT  NOT NULL,
  PRIMARY KEY (org_id, agent_id)
);
CREATE UNIQUE INDEX agent_by_external_id ON agent (org_id, external_id, platform);
CREATE INDEX agent_by_facet
  ON agent (org_id, platform, environment, lifecycle_state, contained, last_seen_at);

-- One run of an agent. external_id is the caller's own name for it: empty for the one that goes on
-- while nobody names any, the session_id for those before it. next_seq numbers its evidence.
CREATE TABLE agent_session (
  org_id       TEXT   NOT NULL,
  session_id   TEXT   NOT NULL,
  agent_id     TEXT   NOT NULL,
  external_id  TEXT   NOT NULL,
  started_by   TEXT   NOT NULL,
  trace_id     TEXT   NOT NULL,
  outcome      TEXT   NOT NULL,
  started_at   BIGINT NOT NULL,
  last_at      BIGINT NOT NULL,
  ended_at     BIGINT,
  next_seq     BIGINT NOT NULL,
  tool_calls   BIGINT NOT NULL,
  decisions    BIGINT NOT NULL,
  denied       BIGINT NOT NULL,
  warned       BIGINT NOT NULL,
  redacted     BIGINT NOT NULL,
  approvals    BIGINT NOT NULL,
  alerts       BIGINT NOT NULL,
  input_tokens  BIGINT NOT NULL,
  output_tokens BIGINT NOT NULL,
  risk_peak    BIGINT NOT NULL,
  data_classes TEXT   NOT NULL,
  PRIMARY KEY (org_id, session_id)
);
CREATE UNIQUE INDEX agent_session_by_external_id ON agent_session (org_id, agent_id, external_id);
CREATE INDEX agent_session_by_agent ON agent_session (org_id, agent_id, session_id);
CREATE INDEX agent_session_by_start ON agent_session (org_id, started_at);
CREATE INDEX agent_session_by_name ON agent_session (org_id, external_id);
CREATE INDEX agent_session_by_trace ON agent_session (org_id, trace_id);

-- The timeline of a session, in the order of seq.
CREATE TABLE evidence (
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
  PRIMARY KEY (org_id, session_id, seq)
);

-- A policy and where it stands in its rollout. active_version runs; latest_version is the one saved
-- last, which is evaluated beside it when it differs.
CREATE TABLE policy (
  org_id           TEXT    NOT NULL,
  policy_id        TEXT    NOT NULL,
  name             TEXT    NOT NULL,
  description      TEXT    NOT NULL,
  severity         TEXT    NOT NULL,
  tags             TEXT    NOT NULL,
  template_id      TEXT    NOT NULL,
  stage            TEXT    NOT NULL,
  previous_stage   TEXT    NOT NULL,
  effective_mode   TEXT    NOT NULL,
  enabled          BOOLEAN NOT NULL,
  active_version   BIGINT  NOT NULL,
  latest_version   BIGINT  NOT NULL,
  replay_job_id    TEXT    NOT NULL,
  evidence_summary TEXT    NOT NULL,
  search           TEXT    NOT NULL,
  created_at       BIGINT  NOT NULL,
  created_by       TEXT    NOT NULL,
  updated_at       BIGINT  NOT NULL,
  updated_by       TEXT    NOT NULL,
  record_version   BIGINT  NOT NULL,
  PRIMARY KEY (org_id, policy_id)
);

CREATE TABLE policy_version (
  org_id       TEXT   NOT NULL,
  policy_id    TEXT   NOT NULL,
  version      BIGINT NOT NULL,
  dsl          TEXT   NOT NULL,
  content_hash TEXT   NOT NULL,
  rule_count   BIGINT NOT NULL,
  created_at   BIGINT NOT NULL,
  created_by   TEXT   NOT NULL,
  PRIMARY KEY (org_id, policy_id, version)
);

-- A policy without assignments holds for every agent of the tenant.
CREATE TABLE policy_assignment (
  org_id      TEXT   NOT NULL,
  policy_id   TEXT   NOT NULL,
  agent_id    TEXT   NOT NULL,
  assigned_at BIGINT NOT NULL,
  assigned_by TEXT   NOT NULL,
  PRIMARY KEY (org_id, policy_id, agent_id)
);
CREATE INDEX policy_assignment_by_agent ON policy_assignment (org_id, agent_id);

-- What decides for a tenant: revision grows with everything that could change a decision, so that
-- every server notices that what it holds in memory is old.
CREATE TABLE governance (
  org_id         TEXT    NOT NULL PRIMARY KEY,
  revision       BIGINT  NOT NULL,
  frozen         BOOLEAN NOT NULL,
  frozen_at      BIGINT,
  frozen_by      TEXT    NOT NULL,
  freeze_reason  TEXT    NOT NULL,
  disabled_at    BIGINT,
  disabled_by    TEXT    NOT NULL,
  disable_reason TEXT    NOT NULL
);

-- Which versions of which policies decided together, and in which mode. Named by decisions.
CREATE TABLE policy_set (
  org_id  TEXT NOT NULL,
  set_id  TEXT NOT NULL,
  members TEXT NOT NULL,
  PRIMARY KEY (org_id, set_id)
);

-- A decision. facts are what it was made of, masked; outcomes what each policy said of them.
CREATE TABLE decision (
  org_id         TEXT    NOT NULL,
  decision_id    TEXT    NOT NULL,
  event_seq      BIGINT  NOT NULL,
  agent_id       TEXT    NOT NULL,
  session_id     TEXT    NOT NULL,
  set_id         TEXT    NOT NULL,
  decided_at     BIGINT  NOT NULL,
  effect         TEXT    NOT NULL,
  would_effect   TEXT    NOT NULL,
  outcome        TEXT    NOT NULL,
  routing_mode   TEXT    NOT NULL,
  requested_mode TEXT    NOT NULL,
  available_modes TEXT   NOT NULL,
  profile_name   TEXT    NOT NULL,
  fail_closed    BOOLEAN NOT NULL,
  reason         TEXT    NOT NULL,
  reason_code    TEXT    NOT NULL,
  severity       TEXT    NOT NULL,
  policy_id      TEXT    NOT NULL,
  rule_id        TEXT    NOT NULL,
  action         TEXT    NOT NULL,
  server         TEXT    NOT NULL,
  tool           TEXT    NOT NULL,
  trace_id       TEXT    NOT NULL,
  latency_micros BIGINT  NOT NULL,
  unreplayable   TEXT    NOT NULL,
  facts          TEXT    NOT NULL,
  outcomes       TEXT    NOT NULL,
  search         TEXT    NOT NULL,
  PRIMARY KEY (org_id, decision_id)
);
CREATE INDEX decision_by_event ON decision (org_id, event_seq);
CREATE INDEX decision_by_session ON decision (org_id, session_id, decision_id);
CREATE INDEX decision_by_agent ON decision (org_id, agent_id, decision_id);
CREATE INDEX decision_by_time ON decision (org_id, decided_at);
-- Of what is seldom: most actions are allowed, and run where they were called.
CREATE INDEX decision_by_outcome ON decision (org_id, outcome, decision_id)
  WHERE outcome <> 'allowed';
CREATE INDEX decision_by_routing ON decision (org_id, routing_mode, decision_id)
  WHERE routing_mode <> 'inline';

-- What came of each policy, by the hour since 1970: counted as decisions are recorded, so that nobody
-- has to count decisions. How often a policy was evaluated is counted of the sets that it is in.
CREATE TABLE policy_hour (
  org_id          TEXT   NOT NULL,
  policy_id       TEXT   NOT NULL,
  hour            BIGINT NOT NULL,
  would_deny      BIGINT NOT NULL,
  denied          BIGINT NOT NULL,
  last_matched_at BIGINT,
  PRIMARY KEY (org_id, policy_id, hour)
);

CREATE TABLE policy_set_hour (
  org_id      TEXT   NOT NULL,
  set_id      TEXT   NOT NULL,
  hour        BIGINT NOT NULL,
  evaluations BIGINT NOT NULL,
  PRIMARY KEY (org_id, hour, set_id)
);

-- How many decisions of each effect there were, by the hour.
CREATE TABLE decision_hour (
  org_id    TEXT   NOT NULL,
  hour      BIGINT NOT NULL,
  effect    TEXT   NOT NULL,
  decisions BIGINT NOT NULL,
  PRIMARY KEY (org_id, hour, effect)
);

-- Numbers the feed of a tenant. first_seq is the oldest event that is still kept; last_at the time of
-- the newest, behind which no later one falls, so that times and numbers rise together.
CREATE TABLE event_feed (
  org_id    TEXT   NOT NULL PRIMARY KEY,
  first_seq BIGINT NOT NULL,
  next_seq  BIGINT NOT NULL,
  last_at   BIGINT NOT NULL
);

-- The feed: append-only, numbered per tenant without gaps in the order in which it was committed.
-- What was committed together has the same group_seq, the number of the first of them.
CREATE TABLE event (
  org_id     TEXT   NOT NULL,
  event_seq  BIGINT NOT NULL,
  group_seq  BIGINT NOT NULL,
  event_id   TEXT   NOT NULL,
  event_type TEXT   NOT NULL,
  feed       TEXT   NOT NULL,
  agent_id   TEXT   NOT NULL,
  session_id TEXT   NOT NULL,
  at         BIGINT NOT NULL,
  payload    TEXT   NOT NULL,
  PRIMARY KEY (org_id, event_seq)
);
CREATE INDEX event_by_feed ON event (org_id, feed, event_seq);
CREATE INDEX event_by_agent ON event (org_id, agent_id, event_seq);
CREATE INDEX event_by_time ON event (org_id, at);

CREATE TABLE rollout_transition (
  org_id           TEXT    NOT NULL,
  transition_id    TEXT    NOT NULL,
  policy_id        TEXT    NOT NULL,
  action           TEXT    NOT NULL,
  from_stage       TEXT    NOT NULL,
  to_stage         TEXT    NOT NULL,
  effective_mode   TEXT    NOT NULL,
  policy_version   BIGINT  NOT NULL,
  transitioned_by  TEXT    NOT NULL,
  transitioned_at  BIGINT  NOT NULL,
  replay_job_id    TEXT    NOT NULL,
  calibration_pass BOOLEAN,
  reason           TEXT    NOT NULL,
  PRIMARY KEY (org_id, transition_id)
);
CREATE INDEX rollout_transition_by_policy ON rollout_transition (org_id, policy_id, transition_id);

-- A replay survives a restart: what it has done are its verdicts, one for each session.
CREATE TABLE replay_job (
  org_id             TEXT             NOT NULL,
  job_id             TEXT             NOT NULL,
  policy_id          TEXT             NOT NULL,
  policy_version     BIGINT           NOT NULL,
  content_hash       TEXT             NOT NULL,
  status             TEXT             NOT NULL,
  requested_by       TEXT             NOT NULL,
  request            TEXT             NOT NULL,
  threshold          DOUBLE PRECISION NOT NULL,
  verdict_timeout    BIGINT           NOT NULL,
  created_at         BIGINT           NOT NULL,
  started_at         BIGINT,
  completed_at       BIGINT,
  lease_until        BIGINT           NOT NULL,
  sessions           TEXT             NOT NULL,
  session_count      BIGINT           NOT NULL,
  eligible_count     BIGINT           NOT NULL,
  match_count        BIGINT           NOT NULL,
  diverged_count     BIGINT           NOT NULL,
  error_count        BIGINT           NOT NULL,
  timeout_count      BIGINT           NOT NULL,
  not_replayable     TEXT             NOT NULL,
  calibration_pass   BOOLEAN,
  PRIMARY KEY (org_id, job_id)
);
CREATE INDEX replay_job_by_policy ON replay_job (org_id, policy_id, job_id);
CREATE INDEX replay_job_by_status ON replay_job (status, lease_until);

CREATE TABLE replay_verdict (
  org_id            TEXT             NOT NULL,
  job_id            TEXT             NOT NULL,
  session_id        TEXT             NOT NULL,
  verdict_id        TEXT             NOT NULL,
  agent_id          TEXT             NOT NULL,
  policy_version    BIGINT           NOT NULL,
  verdict           TEXT             NOT NULL,
  reason            TEXT             NOT NULL,
  recorded_decision TEXT             NOT NULL,
  replayed_decision TEXT             NOT NULL,
  changed_rules     TEXT             NOT NULL,
  summary           TEXT             NOT NULL,
  duration_ms       DOUBLE PRECISION NOT NULL,
  PRIMARY KEY (org_id, job_id, session_id)
);

-- payload is the text that was signed: RFC 8785 over the claim.
CREATE TABLE attestation_claim (
  org_id             TEXT   NOT NULL,
  claim_id           TEXT   NOT NULL,
  event_seq          BIGINT NOT NULL,
  agent_id           TEXT   NOT NULL,
  payload            TEXT   NOT NULL,
  signing_algorithm  TEXT   NOT NULL,
  key_id             TEXT   NOT NULL,
  signature          TEXT   NOT NULL,
  issued_by          TEXT   NOT NULL,
  issued_at          BIGINT NOT NULL,
  not_before         BIGINT NOT NULL,
  expires_at         BIGINT NOT NULL,
  revoked_at         BIGINT,
  revoked_by         TEXT   NOT NULL,
  revocation_reason  TEXT   NOT NULL,
  last_verified_at   BIGINT,
  verification_count BIGINT NOT NULL,
  search             TEXT   NOT NULL,
  PRIMARY KEY (org_id, claim_id)
);
CREATE INDEX attestation_claim_by_agent ON attestation_claim (org_id, agent_id, claim_id);
CREATE INDEX attestation_claim_by_event ON attestation_claim (org_id, event_seq);
CREATE INDEX attestation_claim_by_end ON attestation_claim (org_id, expires_at, revoked_at);
CREATE INDEX attestation_claim_revoked ON attestation_claim (org_id, claim_id)
  WHERE revoked_at IS NOT NULL;

-- Keys that claims are signed with; retired ones only verify. public_key and sealed_key are empty
-- where the key is derived from the master key.
CREATE TABLE attestation_key (
  org_id     TEXT   NOT NULL,
  key_id     TEXT   NOT NULL,
  algorithm  TEXT   NOT NULL,
  public_key TEXT   NOT NULL,
  sealed_key TEXT   NOT NULL,
  created_at BIGINT NOT NULL,
  retired_at BIGINT,
  PRIMARY KEY (org_id, key_id)
);
CREATE UNIQUE INDEX attestation_key_in_use ON attestation_key (org_id, algorithm)
  WHERE retired_at IS NULL;
