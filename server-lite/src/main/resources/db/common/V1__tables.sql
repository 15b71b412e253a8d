-- All tables and indexes, by feature. Times are milliseconds since 1970 in UTC. Tables of a tenant begin with its
-- org_id, and so do their indexes. Columns with lists, maps and documents contain JSON. An empty text means "none".

-- ORGANIZATIONS, ACCOUNTS AND SIGN-IN

-- Organizations, which are the tenants.
CREATE TABLE org (
  org_id        TEXT    NOT NULL PRIMARY KEY,
  name          TEXT    NOT NULL,
  slug          TEXT    NOT NULL UNIQUE,
  plan          TEXT    NOT NULL,
  timezone      TEXT    NOT NULL,
  industry      TEXT    NOT NULL,
  size          TEXT    NOT NULL,
  contact_email TEXT    NOT NULL,
  settings      TEXT    NOT NULL,
  onboarded     BOOLEAN NOT NULL,
  created_at    BIGINT  NOT NULL,
  version       BIGINT  NOT NULL
);

-- Requested deletions of tenants. counts is the number of removed rows by kind.
CREATE TABLE org_deletion (
  org_id        TEXT   NOT NULL PRIMARY KEY,
  deletion_id   TEXT   NOT NULL,
  status        TEXT   NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'canceled')),
  requested_by  TEXT   NOT NULL,
  requested_at  BIGINT NOT NULL,
  scheduled_for BIGINT NOT NULL,
  completes_by  BIGINT NOT NULL,
  completed_at  BIGINT,
  counts        TEXT   NOT NULL
);
CREATE INDEX org_deletion_due ON org_deletion (status, scheduled_for);

-- Users, who belong to one tenant or to none yet. Names are compared by their keys. kept_admin_at: since when the
-- last administrator has kept the role although the groups at the identity provider map to another role.
CREATE TABLE account (
  user_id       TEXT   NOT NULL PRIMARY KEY,
  org_id        TEXT   REFERENCES org (org_id),
  username      TEXT   NOT NULL,
  username_key  TEXT   NOT NULL UNIQUE,
  email         TEXT   NOT NULL,
  email_key     TEXT   NOT NULL UNIQUE,
  name          TEXT   NOT NULL,
  role          TEXT,
  status        TEXT   NOT NULL CHECK (status IN ('active', 'disabled')),
  password_hash TEXT,
  created_at    BIGINT NOT NULL,
  joined_at     BIGINT,
  last_login_at BIGINT,
  kept_admin_at BIGINT
);
CREATE INDEX account_by_org ON account (org_id, user_id);

-- Accounts at identity providers that users sign in with.
CREATE TABLE account_identity (
  issuer    TEXT   NOT NULL,
  subject   TEXT   NOT NULL,
  user_id   TEXT   NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  linked_at BIGINT NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX account_identity_by_user ON account_identity (user_id);

-- Signed-in browsers, by the hash of their cookie.
CREATE TABLE web_session (
  token_hash   TEXT   NOT NULL PRIMARY KEY,
  user_id      TEXT   NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  created_at   BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL,
  ip           TEXT   NOT NULL,
  user_agent   TEXT   NOT NULL
);
CREATE INDEX web_session_by_user ON web_session (user_id);
CREATE INDEX web_session_by_end ON web_session (expires_at);

-- Links to set a new password, by the hash of their token.
CREATE TABLE password_reset (
  token_hash TEXT   NOT NULL PRIMARY KEY,
  user_id    TEXT   NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  expires_at BIGINT NOT NULL
);
CREATE INDEX password_reset_by_user ON password_reset (user_id);

-- Requests for a new password. sealed is the typed address until a job has answered the request, whether or not an
-- account has this address.
CREATE TABLE reset_request (
  address_key TEXT   NOT NULL,
  request_id  TEXT   NOT NULL,
  at          BIGINT NOT NULL,
  sealed      TEXT,
  PRIMARY KEY (address_key, request_id)
);
CREATE INDEX reset_request_by_time ON reset_request (at);
CREATE INDEX reset_request_open ON reset_request (at) WHERE sealed IS NOT NULL;

-- Failed sign-ins by the hashed name, so that unknown names are counted like known ones.
CREATE TABLE login_failure (
  account_key   TEXT   NOT NULL PRIMARY KEY,
  failures      BIGINT NOT NULL,
  blocked_until BIGINT NOT NULL,
  last_at       BIGINT NOT NULL
);

-- Invitations to join a tenant, by the hash of their token.
CREATE TABLE invitation (
  org_id          TEXT   NOT NULL REFERENCES org (org_id),
  invitation_id   TEXT   NOT NULL,
  email           TEXT   NOT NULL,
  email_key       TEXT   NOT NULL,
  role            TEXT   NOT NULL,
  message         TEXT   NOT NULL,
  status          TEXT   NOT NULL CHECK (status IN ('pending', 'accepted', 'revoked')),
  token_hash      TEXT   NOT NULL UNIQUE,
  invited_by      TEXT   NOT NULL,
  delivery_status TEXT   NOT NULL,
  created_at      BIGINT NOT NULL,
  expires_at      BIGINT NOT NULL,
  PRIMARY KEY (org_id, invitation_id)
);
CREATE UNIQUE INDEX invitation_pending ON invitation (org_id, email_key) WHERE status = 'pending';

-- API KEYS AND THE KEY OF THE STORE

-- API keys. The current role of the owner limits a key, and so does the parent, which is the key that created it.
-- issued_to received the secret; rotated_from is the key that this one replaces.
CREATE TABLE api_key (
  org_id       TEXT   NOT NULL REFERENCES org (org_id),
  key_id       TEXT   NOT NULL,
  public_id    TEXT   NOT NULL UNIQUE,
  secret_hash  TEXT   NOT NULL,
  name         TEXT   NOT NULL,
  last4        TEXT   NOT NULL,
  scopes       TEXT   NOT NULL,
  role         TEXT   NOT NULL,
  agent_id     TEXT,
  allowed_ips  TEXT   NOT NULL,
  created_by   TEXT   NOT NULL,
  owner_id     TEXT   NOT NULL,
  parent_id    TEXT,
  issued_to    TEXT   NOT NULL,
  created_at   BIGINT NOT NULL,
  expires_at   BIGINT,
  revoked_at   BIGINT,
  retires_at   BIGINT,
  rotated_from TEXT,
  last_used_at BIGINT,
  last_used_ip TEXT   NOT NULL,
  use_count    BIGINT NOT NULL,
  PRIMARY KEY (org_id, key_id)
);
CREATE INDEX api_key_by_owner ON api_key (org_id, owner_id, key_id);
CREATE INDEX api_key_by_parent ON api_key (org_id, parent_id);

-- The key that everything in the store is sealed and signed with, sealed with the master key, so that a new master
-- key changes nothing else.
CREATE TABLE store_key (
  place  BIGINT NOT NULL PRIMARY KEY CHECK (place = 1),
  sealed TEXT   NOT NULL
);

-- AUDIT LOG

-- One hash chain for each tenant. category_seq numbers the entries of one category, so that a page of them is a
-- range of numbers in a log of any length.
CREATE TABLE audit_entry (
  org_id       TEXT   NOT NULL,
  seq          BIGINT NOT NULL,
  category     TEXT   NOT NULL,
  category_seq BIGINT NOT NULL,
  at           BIGINT NOT NULL,
  entry        TEXT   NOT NULL,
  hash         TEXT   NOT NULL,
  PRIMARY KEY (org_id, seq)
);
CREATE UNIQUE INDEX audit_entry_by_category ON audit_entry (org_id, category, category_seq);

-- The last entry of a chain; with a category, the number of its last entry.
CREATE TABLE audit_head (
  org_id   TEXT   NOT NULL,
  category TEXT   NOT NULL,
  seq      BIGINT NOT NULL,
  hash     TEXT   NOT NULL,
  PRIMARY KEY (org_id, category)
);

-- Signed hashes of a chain.
CREATE TABLE audit_checkpoint (
  org_id    TEXT   NOT NULL,
  seq       BIGINT NOT NULL,
  hash      TEXT   NOT NULL,
  at        BIGINT NOT NULL,
  signature TEXT   NOT NULL,
  PRIMARY KEY (org_id, seq)
);

-- Up to which entry a chain was removed intentionally; triggers reject all other removals.
CREATE TABLE audit_erasure (
  org_id TEXT   NOT NULL,
  seq    BIGINT NOT NULL,
  hash   TEXT   NOT NULL,
  at     BIGINT NOT NULL,
  PRIMARY KEY (org_id, seq)
);

-- IDEMPOTENT REQUESTS AND MAIL

-- Responses to requests with an Idempotency-Key.
CREATE TABLE idempotent_reply (
  org_id     TEXT   NOT NULL,
  idem_key   TEXT   NOT NULL,
  route      TEXT   NOT NULL,
  body_hash  TEXT   NOT NULL,
  status     BIGINT NOT NULL,
  reply      TEXT   NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, idem_key, route)
);
CREATE INDEX idempotent_reply_by_time ON idempotent_reply (created_at);

-- The outbox of mails, written in the transaction of their cause. sealed is the message, because it can contain
-- sign-in links; it is removed after delivery.
CREATE TABLE outgoing_mail (
  org_id     TEXT   NOT NULL,
  mail_id    TEXT   NOT NULL,
  subject_id TEXT   NOT NULL,
  sealed     TEXT   NOT NULL,
  status     TEXT   NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts   BIGINT NOT NULL,
  next_at    BIGINT NOT NULL,
  last_error TEXT   NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, mail_id)
);
CREATE INDEX outgoing_mail_due ON outgoing_mail (status, next_at);

-- MCP REPORTS, INVENTORY AND BASELINES

-- Uploaded scan reports, numbered in each tenant, so that a page of them is a range of numbers. The row remains when
-- its old body is removed.
CREATE TABLE mcp_report (
  org_id            TEXT    NOT NULL,
  report_id         TEXT    NOT NULL,
  seq               BIGINT  NOT NULL,
  source            TEXT    NOT NULL,
  config_path       TEXT    NOT NULL,
  status            TEXT    NOT NULL CHECK (status IN ('complete', 'partial')),
  servers_scanned   BIGINT  NOT NULL,
  findings_count    BIGINT  NOT NULL,
  critical_count    BIGINT  NOT NULL,
  high_count        BIGINT  NOT NULL,
  medium_count      BIGINT  NOT NULL,
  low_count         BIGINT  NOT NULL,
  info_count        BIGINT  NOT NULL,
  new_findings      BIGINT  NOT NULL,
  fixed_findings    BIGINT  NOT NULL,
  reopened_findings BIGINT  NOT NULL,
  drift_findings    BIGINT  NOT NULL,
  scanned_at        BIGINT  NOT NULL,
  received_at       BIGINT  NOT NULL,
  uploaded_by       TEXT    NOT NULL,
  duplicates        BIGINT  NOT NULL,
  has_body          BOOLEAN NOT NULL,
  PRIMARY KEY (org_id, report_id)
);
CREATE UNIQUE INDEX mcp_report_by_seq ON mcp_report (org_id, seq);
CREATE INDEX mcp_report_with_body ON mcp_report (org_id, seq) WHERE has_body;

-- The masked report and its response, separate from mcp_report so that lists stay small.
CREATE TABLE mcp_report_body (
  org_id       TEXT NOT NULL,
  report_id    TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  answer       TEXT NOT NULL,
  report       TEXT NOT NULL,
  PRIMARY KEY (org_id, report_id)
);

-- MCP servers. server_key is the hash of client, file and name, which can be longer than an index entry. assets is
-- empty for a server that occurs in findings only.
CREATE TABLE mcp_server (
  org_id          TEXT    NOT NULL,
  server_id       TEXT    NOT NULL,
  server_key      TEXT    NOT NULL,
  file_key        TEXT    NOT NULL,
  name            TEXT    NOT NULL,
  source          TEXT    NOT NULL,
  config_path     TEXT    NOT NULL,
  assets          TEXT    NOT NULL,
  has_assets      BOOLEAN NOT NULL,
  search          TEXT    NOT NULL,
  review_state    TEXT    NOT NULL,
  review_reason   TEXT    NOT NULL,
  review_note     TEXT    NOT NULL,
  reviewed_by     TEXT    NOT NULL,
  reviewed_at     BIGINT,
  lifecycle_state TEXT    NOT NULL,
  in_baseline     BOOLEAN NOT NULL,
  drift           TEXT    NOT NULL,
  critical_open   BIGINT  NOT NULL,
  high_open       BIGINT  NOT NULL,
  medium_open     BIGINT  NOT NULL,
  low_open        BIGINT  NOT NULL,
  info_open       BIGINT  NOT NULL,
  last_report_id  TEXT    NOT NULL,
  first_seen_at   BIGINT  NOT NULL,
  last_seen_at    BIGINT  NOT NULL,
  version         BIGINT  NOT NULL,
  PRIMARY KEY (org_id, server_id)
);
CREATE UNIQUE INDEX mcp_server_by_key ON mcp_server (org_id, server_key);
CREATE INDEX mcp_server_by_file ON mcp_server (org_id, file_key);
CREATE INDEX mcp_server_by_source ON mcp_server (org_id, source, server_id);
CREATE INDEX mcp_server_by_review ON mcp_server (org_id, review_state, server_id);

-- Findings, each with one row and identifier over all reports. finding_key is the hash of file and fingerprint;
-- is_own marks findings of the comparison with the approved baseline.
CREATE TABLE mcp_finding (
  org_id        TEXT    NOT NULL,
  finding_key   TEXT    NOT NULL,
  finding_id    TEXT    NOT NULL,
  seq           BIGINT  NOT NULL,
  file_key      TEXT    NOT NULL,
  server_id     TEXT    NOT NULL,
  server        TEXT    NOT NULL,
  finding_type  TEXT    NOT NULL,
  severity      TEXT    NOT NULL,
  status        TEXT    NOT NULL CHECK (status IN ('new', 'open', 'fixed', 'suppressed')),
  is_own        BOOLEAN NOT NULL,
  search        TEXT    NOT NULL,
  finding       TEXT    NOT NULL,
  report_id     TEXT    NOT NULL,
  first_seen_at BIGINT  NOT NULL,
  last_seen_at  BIGINT  NOT NULL,
  fixed_at      BIGINT,
  PRIMARY KEY (org_id, finding_key)
);
CREATE UNIQUE INDEX mcp_finding_by_seq ON mcp_finding (org_id, seq);
CREATE INDEX mcp_finding_present ON mcp_finding (org_id, file_key, finding_key) WHERE status <> 'fixed';
CREATE INDEX mcp_finding_own ON mcp_finding (org_id, finding_key) WHERE is_own AND status <> 'fixed';
CREATE INDEX mcp_finding_by_server ON mcp_finding (org_id, server_id, seq);
CREATE INDEX mcp_finding_by_name ON mcp_finding (org_id, server, seq);
CREATE INDEX mcp_finding_by_status ON mcp_finding (org_id, status, seq);
CREATE INDEX mcp_finding_by_both ON mcp_finding (org_id, status, severity, seq);
CREATE INDEX mcp_finding_by_severity ON mcp_finding (org_id, severity, seq);
CREATE INDEX mcp_finding_by_type ON mcp_finding (org_id, finding_type, seq);
CREATE INDEX mcp_finding_by_type_and_status ON mcp_finding (org_id, finding_type, status, seq);
-- For retention, oldest first.
CREATE INDEX mcp_finding_fixed ON mcp_finding (org_id, fixed_at) WHERE status = 'fixed';

-- Versions of the approved baseline, which never change.
CREATE TABLE mcp_baseline (
  org_id      TEXT   NOT NULL,
  version     BIGINT NOT NULL,
  baseline_id TEXT   NOT NULL,
  approved_by TEXT   NOT NULL,
  approved_at BIGINT NOT NULL,
  config_hash TEXT   NOT NULL,
  note        TEXT   NOT NULL,
  PRIMARY KEY (org_id, version)
);

-- The servers of a baseline version.
CREATE TABLE mcp_baseline_asset (
  org_id     TEXT   NOT NULL,
  version    BIGINT NOT NULL,
  position   BIGINT NOT NULL,
  file_key   TEXT   NOT NULL,
  server_key TEXT   NOT NULL,
  asset      TEXT   NOT NULL,
  PRIMARY KEY (org_id, version, position)
);
CREATE INDEX mcp_baseline_asset_by_file ON mcp_baseline_asset (org_id, version, file_key);

-- Totals of lists without conditions and the last assigned numbers. Uploads of one tenant wait for each other on the
-- row named lock.
CREATE TABLE mcp_count (
  org_id TEXT   NOT NULL,
  name   TEXT   NOT NULL,
  n      BIGINT NOT NULL,
  PRIMARY KEY (org_id, name)
);

-- AGENTS, SESSIONS AND EVIDENCE

-- Agents, identified by their platform and its name for them. egress_denied: a containment allows no outbound
-- requests.
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
  tools                TEXT    NOT NULL,
  connectors           TEXT    NOT NULL,
  mcp_servers          TEXT    NOT NULL,
  data_classifications TEXT    NOT NULL,
  tags                 TEXT    NOT NULL,
  labels               TEXT    NOT NULL,
  contained            BOOLEAN NOT NULL,
  contained_reason     TEXT    NOT NULL,
  contained_incident   TEXT    NOT NULL,
  egress_denied        BOOLEAN NOT NULL,
  search               TEXT    NOT NULL,
  first_seen_at        BIGINT  NOT NULL,
  last_seen_at         BIGINT  NOT NULL,
  created_at           BIGINT  NOT NULL,
  updated_at           BIGINT  NOT NULL,
  version              BIGINT  NOT NULL,
  PRIMARY KEY (org_id, agent_id)
);
CREATE UNIQUE INDEX agent_by_external_id ON agent (org_id, external_id, platform);
CREATE INDEX agent_by_facet ON agent (org_id, platform, environment, lifecycle_state, contained, last_seen_at);
-- For jobs that read all tenants.
CREATE INDEX agent_by_state ON agent (lifecycle_state, org_id, agent_id);
CREATE INDEX agent_by_idleness ON agent (org_id, last_seen_at) WHERE lifecycle_state NOT IN ('suspended', 'retired');

-- Runs of an agent. external_id is the name that the caller uses: empty for the current session without a name, the
-- session_id for earlier ones. next_seq numbers the evidence.
CREATE TABLE agent_session (
  org_id        TEXT   NOT NULL,
  session_id    TEXT   NOT NULL,
  agent_id      TEXT   NOT NULL,
  external_id   TEXT   NOT NULL,
  started_by    TEXT   NOT NULL,
  trace_id      TEXT   NOT NULL,
  outcome       TEXT   NOT NULL,
  started_at    BIGINT NOT NULL,
  last_at       BIGINT NOT NULL,
  ended_at      BIGINT,
  next_seq      BIGINT NOT NULL,
  tool_calls    BIGINT NOT NULL,
  decisions     BIGINT NOT NULL,
  denied        BIGINT NOT NULL,
  warned        BIGINT NOT NULL,
  redacted      BIGINT NOT NULL,
  approvals     BIGINT NOT NULL,
  alerts        BIGINT NOT NULL,
  input_tokens  BIGINT NOT NULL,
  output_tokens BIGINT NOT NULL,
  risk_peak     BIGINT NOT NULL,
  data_classes  TEXT   NOT NULL,
  PRIMARY KEY (org_id, session_id)
);
CREATE UNIQUE INDEX agent_session_by_external_id ON agent_session (org_id, agent_id, external_id);
CREATE INDEX agent_session_by_agent ON agent_session (org_id, agent_id, session_id);
CREATE INDEX agent_session_by_start ON agent_session (org_id, started_at);
CREATE INDEX agent_session_by_name ON agent_session (org_id, external_id);
CREATE INDEX agent_session_by_trace ON agent_session (org_id, trace_id);

-- The timeline of a session; seq is the order of recording.
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
CREATE INDEX evidence_by_time ON evidence (org_id, session_id, at, seq);

-- The key that seals the original evidence of a tenant, sealed with the key of the store. A purge deletes it, after
-- which no copy of a sealed original can be opened.
CREATE TABLE evidence_key (
  org_id     TEXT   NOT NULL PRIMARY KEY,
  sealed     TEXT   NOT NULL,
  created_at BIGINT NOT NULL
);

-- Masked log lines of agents. weight orders severities.
CREATE TABLE runtime_log (
  org_id     TEXT   NOT NULL,
  session_id TEXT   NOT NULL,
  at         BIGINT NOT NULL,
  log_id     TEXT   NOT NULL,
  weight     BIGINT NOT NULL,
  severity   TEXT   NOT NULL,
  source     TEXT   NOT NULL,
  message    TEXT   NOT NULL,
  trace_id   TEXT   NOT NULL,
  span_id    TEXT   NOT NULL,
  attributes TEXT   NOT NULL,
  PRIMARY KEY (org_id, session_id, at, log_id)
);
CREATE INDEX runtime_log_by_time ON runtime_log (org_id, at);

-- Links from sessions to traces in other systems.
CREATE TABLE trace_link (
  org_id      TEXT   NOT NULL,
  session_id  TEXT   NOT NULL,
  trace_id    TEXT   NOT NULL,
  span_id     TEXT   NOT NULL,
  name        TEXT   NOT NULL,
  system      TEXT   NOT NULL,
  started_at  BIGINT NOT NULL,
  duration_ms BIGINT,
  status      TEXT   NOT NULL,
  PRIMARY KEY (org_id, session_id, trace_id, span_id)
);
CREATE INDEX trace_link_by_time ON trace_link (org_id, started_at);

-- POLICIES

-- Policies and their rollout stage. active_version is enforced; latest_version, when it differs, is evaluated in
-- addition.
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

-- Saved documents of policies.
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

-- Agents that a policy is assigned to; a policy without assignments applies to all agents.
CREATE TABLE policy_assignment (
  org_id      TEXT   NOT NULL,
  policy_id   TEXT   NOT NULL,
  agent_id    TEXT   NOT NULL,
  assigned_at BIGINT NOT NULL,
  assigned_by TEXT   NOT NULL,
  PRIMARY KEY (org_id, policy_id, agent_id)
);
CREATE INDEX policy_assignment_by_agent ON policy_assignment (org_id, agent_id);

-- Kill switches of a tenant. revision grows with every change that can affect a decision, so that each server
-- notices an outdated cache.
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

-- DECISIONS

-- The policy versions, with their modes, that decided together; decisions refer to them.
CREATE TABLE policy_set (
  org_id  TEXT NOT NULL,
  set_id  TEXT NOT NULL,
  members TEXT NOT NULL,
  PRIMARY KEY (org_id, set_id)
);

-- Decisions. facts are the masked input and outcomes the result of each policy. sealed is the sealed original, empty
-- where nothing was masked or the original is too large.
CREATE TABLE decision (
  org_id          TEXT    NOT NULL,
  decision_id     TEXT    NOT NULL,
  event_seq       BIGINT  NOT NULL,
  agent_id        TEXT    NOT NULL,
  session_id      TEXT    NOT NULL,
  set_id          TEXT    NOT NULL,
  decided_at      BIGINT  NOT NULL,
  effect          TEXT    NOT NULL,
  would_effect    TEXT    NOT NULL,
  outcome         TEXT    NOT NULL,
  routing_mode    TEXT    NOT NULL,
  requested_mode  TEXT    NOT NULL,
  available_modes TEXT    NOT NULL,
  profile_name    TEXT    NOT NULL,
  fail_closed     BOOLEAN NOT NULL,
  reason          TEXT    NOT NULL,
  reason_code     TEXT    NOT NULL,
  severity        TEXT    NOT NULL,
  policy_id       TEXT    NOT NULL,
  rule_id         TEXT    NOT NULL,
  action          TEXT    NOT NULL,
  server          TEXT    NOT NULL,
  tool            TEXT    NOT NULL,
  trace_id        TEXT    NOT NULL,
  latency_micros  BIGINT  NOT NULL,
  unreplayable    TEXT    NOT NULL,
  facts           TEXT    NOT NULL,
  sealed          TEXT    NOT NULL,
  outcomes        TEXT    NOT NULL,
  search          TEXT    NOT NULL,
  PRIMARY KEY (org_id, decision_id)
);
CREATE INDEX decision_by_event ON decision (org_id, event_seq);
CREATE INDEX decision_by_session ON decision (org_id, session_id, decision_id);
CREATE INDEX decision_by_agent ON decision (org_id, agent_id, decision_id);
CREATE INDEX decision_by_time ON decision (org_id, decided_at);
-- Most actions are allowed and run inline; the partial indexes contain the others.
CREATE INDEX decision_by_outcome ON decision (org_id, outcome, decision_id) WHERE outcome <> 'allowed';
CREATE INDEX decision_by_routing ON decision (org_id, routing_mode, decision_id) WHERE routing_mode <> 'inline';
CREATE INDEX decision_of_agent_by_outcome ON decision (org_id, agent_id, outcome, decision_id)
  WHERE outcome <> 'allowed';

-- Results of each policy by the hour since 1970.
CREATE TABLE policy_hour (
  org_id          TEXT   NOT NULL,
  policy_id       TEXT   NOT NULL,
  hour            BIGINT NOT NULL,
  would_deny      BIGINT NOT NULL,
  denied          BIGINT NOT NULL,
  last_matched_at BIGINT,
  PRIMARY KEY (org_id, policy_id, hour)
);

-- Evaluations of each set of policies by the hour.
CREATE TABLE policy_set_hour (
  org_id      TEXT   NOT NULL,
  set_id      TEXT   NOT NULL,
  hour        BIGINT NOT NULL,
  evaluations BIGINT NOT NULL,
  PRIMARY KEY (org_id, hour, set_id)
);

-- Decisions of each effect by the hour.
CREATE TABLE decision_hour (
  org_id    TEXT   NOT NULL,
  hour      BIGINT NOT NULL,
  effect    TEXT   NOT NULL,
  decisions BIGINT NOT NULL,
  PRIMARY KEY (org_id, hour, effect)
);

-- EVENTS

-- The numbers of a feed: first_seq is its oldest event. last_at is the time of the newest event; later events get no
-- earlier time, so that times and numbers increase together.
CREATE TABLE event_feed (
  org_id    TEXT   NOT NULL PRIMARY KEY,
  first_seq BIGINT NOT NULL,
  next_seq  BIGINT NOT NULL,
  last_at   BIGINT NOT NULL
);

-- The append-only feed, numbered without gaps in the order of commits. Events of one transaction share group_seq,
-- the number of the first one.
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
-- For the report check whether a kill switch was tested.
CREATE INDEX event_of_switch ON event (org_id, at) WHERE event_type IN ('rollout.frozen', 'enforcement.disabled');
CREATE INDEX event_by_type ON event (org_id, event_type, event_seq);

-- ROLLOUT AND REPLAYS

-- Changes of the rollout stage of policies.
CREATE TABLE rollout_transition (
  org_id           TEXT   NOT NULL,
  transition_id    TEXT   NOT NULL,
  policy_id        TEXT   NOT NULL,
  action           TEXT   NOT NULL,
  from_stage       TEXT   NOT NULL,
  to_stage         TEXT   NOT NULL,
  effective_mode   TEXT   NOT NULL,
  policy_version   BIGINT NOT NULL,
  transitioned_by  TEXT   NOT NULL,
  transitioned_at  BIGINT NOT NULL,
  replay_job_id    TEXT   NOT NULL,
  calibration_pass BOOLEAN,
  reason           TEXT   NOT NULL,
  PRIMARY KEY (org_id, transition_id)
);
CREATE INDEX rollout_transition_by_policy ON rollout_transition (org_id, policy_id, transition_id);

-- Replays of recorded sessions. A restarted server continues a replay after its last verdict.
CREATE TABLE replay_job (
  org_id           TEXT             NOT NULL,
  job_id           TEXT             NOT NULL,
  policy_id        TEXT             NOT NULL,
  policy_version   BIGINT           NOT NULL,
  content_hash     TEXT             NOT NULL,
  status           TEXT             NOT NULL,
  requested_by     TEXT             NOT NULL,
  request          TEXT             NOT NULL,
  threshold        DOUBLE PRECISION NOT NULL,
  verdict_timeout  BIGINT           NOT NULL,
  created_at       BIGINT           NOT NULL,
  started_at       BIGINT,
  completed_at     BIGINT,
  lease_until      BIGINT           NOT NULL,
  sessions         TEXT             NOT NULL,
  session_count    BIGINT           NOT NULL,
  eligible_count   BIGINT           NOT NULL,
  match_count      BIGINT           NOT NULL,
  diverged_count   BIGINT           NOT NULL,
  error_count      BIGINT           NOT NULL,
  timeout_count    BIGINT           NOT NULL,
  not_replayable   TEXT             NOT NULL,
  calibration_pass BOOLEAN,
  PRIMARY KEY (org_id, job_id)
);
CREATE INDEX replay_job_by_policy ON replay_job (org_id, policy_id, job_id);
CREATE INDEX replay_job_by_status ON replay_job (status, lease_until);

-- Results of a replay, one for each session.
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

-- ATTESTATION

-- Signed claims about agents. payload is the signed text, the claim in the form of RFC 8785.
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
CREATE INDEX attestation_claim_revoked ON attestation_claim (org_id, claim_id) WHERE revoked_at IS NOT NULL;

-- Keys that sign claims; a retired key only verifies. public_key and sealed_key are empty where the key is derived
-- from the master key.
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
CREATE UNIQUE INDEX attestation_key_in_use ON attestation_key (org_id, algorithm) WHERE retired_at IS NULL;

-- INTEGRATIONS AND THEIR SCANS

-- Connections to other systems. config contains masks in place of secrets, sealed the secrets. next_scan_at is NULL
-- where no scans are scheduled.
CREATE TABLE integration (
  org_id                TEXT    NOT NULL,
  integration_id        TEXT    NOT NULL,
  type                  TEXT    NOT NULL,
  category              TEXT    NOT NULL,
  name                  TEXT    NOT NULL,
  enabled               BOOLEAN NOT NULL,
  status                TEXT    NOT NULL CHECK (status IN ('draft', 'connected', 'degraded', 'error', 'disabled')),
  config                TEXT    NOT NULL,
  sealed                TEXT    NOT NULL,
  failures              BIGINT  NOT NULL,
  last_error            TEXT    NOT NULL,
  last_test_at          BIGINT,
  last_test             TEXT    NOT NULL,
  poll_interval_seconds BIGINT  NOT NULL,
  next_scan_at          BIGINT,
  last_scan_at          BIGINT,
  last_scan             TEXT    NOT NULL,
  created_at            BIGINT  NOT NULL,
  created_by            TEXT    NOT NULL,
  updated_at            BIGINT  NOT NULL,
  version               BIGINT  NOT NULL,
  PRIMARY KEY (org_id, integration_id)
);
CREATE INDEX integration_next_scan ON integration (next_scan_at) WHERE next_scan_at IS NOT NULL;
-- Webhooks of platforms name an integration without its tenant.
CREATE UNIQUE INDEX integration_by_id ON integration (integration_id);

-- Scans of platforms. The scanning server renews lease_until; a scan with an expired lease was interrupted.
CREATE TABLE integration_scan (
  org_id         TEXT   NOT NULL,
  scan_id        TEXT   NOT NULL,
  integration_id TEXT   NOT NULL,
  cause          TEXT   NOT NULL CHECK (cause IN ('poll', 'person', 'import')),
  status         TEXT   NOT NULL CHECK (status IN ('running', 'completed', 'failed')),
  started_at     BIGINT NOT NULL,
  lease_until    BIGINT NOT NULL,
  completed_at   BIGINT,
  assets_found   BIGINT NOT NULL,
  new_assets     BIGINT NOT NULL,
  changed_assets BIGINT NOT NULL,
  removed_assets BIGINT NOT NULL,
  drift_findings BIGINT NOT NULL,
  unreadable     BIGINT NOT NULL,
  error          TEXT   NOT NULL,
  PRIMARY KEY (org_id, scan_id),
  FOREIGN KEY (org_id, integration_id) REFERENCES integration (org_id, integration_id) ON DELETE CASCADE
);
-- One scan of an integration at a time, on any number of servers.
CREATE UNIQUE INDEX integration_scan_running ON integration_scan (org_id, integration_id) WHERE status = 'running';
CREATE INDEX integration_scan_of ON integration_scan (org_id, integration_id);
CREATE INDEX integration_scan_completed ON integration_scan (completed_at);

-- ALERTS

-- Alerts. Occurrences with the same fingerprint are one alert and are counted.
CREATE TABLE alert (
  org_id        TEXT   NOT NULL,
  alert_id      TEXT   NOT NULL,
  fingerprint   TEXT   NOT NULL,
  title         TEXT   NOT NULL,
  description   TEXT   NOT NULL,
  severity      TEXT   NOT NULL,
  threat_type   TEXT   NOT NULL,
  source        TEXT   NOT NULL,
  event_type    TEXT   NOT NULL,
  status        TEXT   NOT NULL,
  triage_status TEXT   NOT NULL,
  agent_id      TEXT   NOT NULL,
  agent_name    TEXT   NOT NULL,
  session_id    TEXT   NOT NULL,
  environment   TEXT   NOT NULL,
  rule          TEXT   NOT NULL,
  destination   TEXT   NOT NULL,
  incident_id   TEXT   NOT NULL,
  rule_ids      TEXT   NOT NULL,
  verdict       TEXT   NOT NULL,
  details       TEXT   NOT NULL,
  search        TEXT   NOT NULL,
  occurrences   BIGINT NOT NULL,
  first_seen_at BIGINT NOT NULL,
  last_seen_at  BIGINT NOT NULL,
  created_at    BIGINT NOT NULL,
  closed_at     BIGINT,
  version       BIGINT NOT NULL,
  PRIMARY KEY (org_id, alert_id)
);
-- Two alerts raised at the same time become one.
CREATE UNIQUE INDEX alert_by_fingerprint ON alert (org_id, fingerprint);
CREATE INDEX alert_by_severity ON alert (org_id, severity, alert_id);
CREATE INDEX alert_by_threat ON alert (org_id, threat_type, alert_id);
CREATE INDEX alert_by_status ON alert (org_id, status, alert_id);
CREATE INDEX alert_by_triage ON alert (org_id, triage_status, alert_id);
CREATE INDEX alert_by_agent ON alert (org_id, agent_id, alert_id);
CREATE INDEX alert_by_time ON alert (org_id, created_at);
-- Open alerts are counted on every page, by ranges of these indexes.
CREATE INDEX alert_open ON alert (org_id, agent_id, severity, status) WHERE triage_status IN ('open', 'acknowledged');
-- For the list of open alerts, latest first.
CREATE INDEX alert_open_latest ON alert (org_id, alert_id) WHERE triage_status IN ('open', 'acknowledged');
-- For the precision of each source, measured by closed alerts.
CREATE INDEX alert_closed ON alert (org_id, source, closed_at) WHERE triage_status IN ('resolved', 'false_positive');
CREATE INDEX alert_open_by_severity ON alert (org_id, severity, alert_id) WHERE triage_status IN ('open', 'acknowledged');
CREATE INDEX alert_open_by_status ON alert (org_id, status) WHERE triage_status IN ('open', 'acknowledged');
-- Without both columns, a severity without open alerts would read all open alerts.
CREATE INDEX alert_by_both ON alert (org_id, triage_status, severity, alert_id);
CREATE INDEX alert_by_threat_and_triage ON alert (org_id, threat_type, triage_status, alert_id);

-- The timeline of an alert.
CREATE TABLE alert_entry (
  org_id   TEXT   NOT NULL,
  alert_id TEXT   NOT NULL,
  entry_id TEXT   NOT NULL,
  at       BIGINT NOT NULL,
  type     TEXT   NOT NULL,
  actor    TEXT   NOT NULL,
  detail   TEXT   NOT NULL,
  PRIMARY KEY (org_id, alert_id, entry_id)
);

-- Rules that route alerts to channels.
CREATE TABLE alert_rule (
  org_id                TEXT    NOT NULL,
  rule_id               TEXT    NOT NULL,
  name                  TEXT    NOT NULL,
  description           TEXT    NOT NULL,
  enabled               BOOLEAN NOT NULL,
  conditions            TEXT    NOT NULL,
  actions               TEXT    NOT NULL,
  group_by              TEXT    NOT NULL,
  dedupe_window_seconds BIGINT  NOT NULL,
  repeat_after_seconds  BIGINT  NOT NULL,
  mute                  TEXT    NOT NULL,
  create_incident       BOOLEAN NOT NULL,
  last_matched_at       BIGINT,
  created_by            TEXT    NOT NULL,
  created_at            BIGINT  NOT NULL,
  updated_at            BIGINT  NOT NULL,
  version               BIGINT  NOT NULL,
  PRIMARY KEY (org_id, rule_id)
);

-- Tenants that received the initial rule, which is not created again after it was deleted.
CREATE TABLE alert_rule_start (
  org_id TEXT   NOT NULL,
  at     BIGINT NOT NULL,
  PRIMARY KEY (org_id)
);

-- Results of each rule by the hour.
CREATE TABLE alert_rule_hour (
  org_id     TEXT   NOT NULL,
  rule_id    TEXT   NOT NULL,
  hour       BIGINT NOT NULL,
  matched    BIGINT NOT NULL,
  suppressed BIGINT NOT NULL,
  PRIMARY KEY (org_id, rule_id, hour)
);

-- When a rule last notified about a group of alerts, and the highest severity of the group at that time.
CREATE TABLE alert_window (
  org_id      TEXT   NOT NULL,
  rule_id     TEXT   NOT NULL,
  group_key   TEXT   NOT NULL,
  severity    TEXT   NOT NULL,
  notified_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, rule_id, group_key)
);

-- Alerts that a rule with a filter can match, one row for each occurrence. They are routed after the transaction
-- that raised them, because filters are evaluated outside of transactions.
CREATE TABLE alert_routing (
  org_id     TEXT    NOT NULL,
  routing_id TEXT    NOT NULL,
  alert_id   TEXT    NOT NULL,
  is_news    BOOLEAN NOT NULL,
  PRIMARY KEY (org_id, routing_id)
);

-- The outbox of notifications, one row for each alert and channel. message_id is the same in all attempts. A server
-- that sends a message first moves next_at ahead, so that no other server sends it.
CREATE TABLE alert_delivery (
  org_id         TEXT   NOT NULL,
  delivery_id    TEXT   NOT NULL,
  alert_id       TEXT   NOT NULL,
  integration_id TEXT   NOT NULL,
  type           TEXT   NOT NULL,
  name           TEXT   NOT NULL,
  message_id     TEXT   NOT NULL,
  kind           TEXT   NOT NULL,
  template       TEXT   NOT NULL,
  status         TEXT   NOT NULL,
  tries          BIGINT NOT NULL,
  attempts       BIGINT NOT NULL,
  next_at        BIGINT NOT NULL,
  created_at     BIGINT NOT NULL,
  updated_at     BIGINT NOT NULL,
  PRIMARY KEY (org_id, delivery_id)
);
CREATE UNIQUE INDEX alert_delivery_by_channel ON alert_delivery (org_id, alert_id, integration_id);
CREATE INDEX alert_delivery_due ON alert_delivery (next_at) WHERE status IN ('pending', 'retrying', 'delivering');

-- Attempts of a delivery; status_code is 0 where there was no response.
CREATE TABLE alert_attempt (
  org_id      TEXT   NOT NULL,
  delivery_id TEXT   NOT NULL,
  attempt     BIGINT NOT NULL,
  at          BIGINT NOT NULL,
  status_code BIGINT NOT NULL,
  duration_ms BIGINT NOT NULL,
  error       TEXT   NOT NULL,
  PRIMARY KEY (org_id, delivery_id, attempt)
);

-- LIFECYCLE OF AGENTS

-- Gates on the way to production; the defaults apply to tenants without a row.
CREATE TABLE lifecycle_config (
  org_id     TEXT   NOT NULL PRIMARY KEY,
  version    BIGINT NOT NULL,
  config     TEXT   NOT NULL,
  updated_at BIGINT NOT NULL,
  updated_by TEXT   NOT NULL
);

-- The version of the checklist of an agent.
CREATE TABLE lifecycle_checklist (
  org_id   TEXT   NOT NULL,
  agent_id TEXT   NOT NULL,
  version  BIGINT NOT NULL,
  PRIMARY KEY (org_id, agent_id)
);

-- Checklist items that members answered.
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

-- Waived checklist items. approved_person is the owner when approved_by is a key.
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

-- Promotions that wait for approval, with the version of the agent that they are for.
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

-- Approvals of a promotion.
CREATE TABLE lifecycle_approval (
  org_id      TEXT   NOT NULL,
  agent_id    TEXT   NOT NULL,
  approved_by TEXT   NOT NULL,
  approved_at BIGINT NOT NULL,
  reason      TEXT   NOT NULL,
  PRIMARY KEY (org_id, agent_id, approved_by)
);

-- Changes of the lifecycle state. gate_result is the checklist at that time.
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
CREATE INDEX lifecycle_transition_by_agent ON lifecycle_transition (org_id, agent_id, transition_id);

-- Agents in production that do not pass their gate now, or have too many problems.
CREATE TABLE lifecycle_degraded (
  org_id   TEXT   NOT NULL,
  agent_id TEXT   NOT NULL,
  reasons  TEXT   NOT NULL,
  since    BIGINT NOT NULL,
  PRIMARY KEY (org_id, agent_id)
);
CREATE INDEX lifecycle_degraded_by_time ON lifecycle_degraded (org_id, since);

-- DISCOVERY

-- Totals of discovery and the classification of connectors. A transaction that changes assets locks this row, so
-- that two simultaneous sightings of one thing become one asset.
CREATE TABLE discovery_tenant (
  org_id           TEXT   NOT NULL PRIMARY KEY,
  connectors       TEXT   NOT NULL,
  version          BIGINT NOT NULL,
  assessed_version BIGINT NOT NULL,
  updated_at       BIGINT NOT NULL,
  updated_by       TEXT   NOT NULL,
  assets           BIGINT NOT NULL,
  ignored          BIGINT NOT NULL,
  unreviewed       BIGINT NOT NULL,
  shadow           BIGINT NOT NULL
);

-- Assets composed of sightings. place is the order of lists, shadow assets first and removed ones last; confidence
-- is in ten-thousandths.
CREATE TABLE discovered_asset (
  org_id            TEXT    NOT NULL,
  asset_id          TEXT    NOT NULL,
  kind              TEXT    NOT NULL,
  source            TEXT    NOT NULL,
  sources           TEXT    NOT NULL,
  integration_id    TEXT    NOT NULL,
  external_id       TEXT    NOT NULL,
  posture           TEXT    NOT NULL,
  fingerprint       TEXT    NOT NULL,
  evidence          TEXT    NOT NULL,
  envelope          TEXT    NOT NULL,
  confidence        BIGINT  NOT NULL,
  risk_score        BIGINT  NOT NULL,
  risk_factors      TEXT    NOT NULL,
  review_state      TEXT    NOT NULL,
  review_reason     TEXT    NOT NULL,
  review_note       TEXT    NOT NULL,
  reviewed_by       TEXT    NOT NULL,
  reviewed_at       BIGINT,
  lifecycle_state   TEXT    NOT NULL,
  governance_status TEXT    NOT NULL,
  place             BIGINT  NOT NULL,
  agent_id          TEXT    NOT NULL,
  agent_registered  BOOLEAN NOT NULL,
  agent_owner       TEXT    NOT NULL,
  search            TEXT    NOT NULL,
  first_seen_at     BIGINT  NOT NULL,
  last_seen_at      BIGINT  NOT NULL,
  version           BIGINT  NOT NULL,
  PRIMARY KEY (org_id, asset_id)
);
CREATE INDEX discovered_asset_by_place ON discovered_asset (org_id, place, asset_id);
CREATE INDEX discovered_asset_by_review ON discovered_asset (org_id, review_state, place, asset_id);
CREATE INDEX discovered_asset_by_lifecycle ON discovered_asset (org_id, lifecycle_state, place, asset_id);
CREATE INDEX discovered_asset_by_governance ON discovered_asset (org_id, governance_status, place, asset_id);
CREATE INDEX discovered_asset_by_integration ON discovered_asset (org_id, integration_id, place, asset_id);
CREATE INDEX discovered_asset_by_idleness ON discovered_asset (org_id, last_seen_at)
  WHERE lifecycle_state NOT IN ('dormant', 'removed');
CREATE INDEX discovered_asset_by_confidence ON discovered_asset (org_id, confidence);
-- In the order of lists, so that neither store reads all assets to avoid sorting a few.
CREATE INDEX discovered_asset_by_agent ON discovered_asset (org_id, agent_id, asset_id);

-- Where an asset was observed. scope is the unit of a listing, an integration or a file. Sightings with the same
-- url_key or agent_key are one asset.
CREATE TABLE discovered_sighting (
  org_id      TEXT    NOT NULL,
  source      TEXT    NOT NULL,
  scope       TEXT    NOT NULL,
  external_id TEXT    NOT NULL,
  asset_id    TEXT    NOT NULL,
  kind        TEXT    NOT NULL,
  integration TEXT    NOT NULL,
  posture     TEXT    NOT NULL,
  envelope    TEXT    NOT NULL,
  url_key     TEXT    NOT NULL,
  agent_key   TEXT    NOT NULL,
  misses      BIGINT  NOT NULL,
  gone        BOOLEAN NOT NULL,
  seen_at     BIGINT  NOT NULL,
  PRIMARY KEY (org_id, source, scope, external_id)
);
CREATE INDEX discovered_sighting_by_asset ON discovered_sighting (org_id, asset_id);
CREATE INDEX discovered_sighting_by_scope ON discovered_sighting (org_id, scope, source, external_id);
CREATE INDEX discovered_sighting_by_url ON discovered_sighting (org_id, url_key) WHERE url_key <> '';
CREATE INDEX discovered_sighting_by_agent ON discovered_sighting (org_id, agent_key) WHERE agent_key <> '';
CREATE INDEX discovered_sighting_by_name ON discovered_sighting (org_id, external_id, source);

-- The state of an asset at each change of its fingerprint.
CREATE TABLE discovered_snapshot (
  org_id          TEXT   NOT NULL,
  snapshot_id     TEXT   NOT NULL,
  asset_id        TEXT   NOT NULL,
  observed_at     BIGINT NOT NULL,
  posture         TEXT   NOT NULL,
  fingerprint     TEXT   NOT NULL,
  risk_score      BIGINT NOT NULL,
  critical        BIGINT NOT NULL,
  high            BIGINT NOT NULL,
  review_state    TEXT   NOT NULL,
  lifecycle_state TEXT   NOT NULL,
  event           TEXT   NOT NULL,
  PRIMARY KEY (org_id, snapshot_id)
);
CREATE INDEX discovered_snapshot_by_asset ON discovered_snapshot (org_id, asset_id, snapshot_id);

-- Saved filters of a list (resource). name_key is the normalized name.
CREATE TABLE saved_view (
  org_id     TEXT    NOT NULL,
  view_id    TEXT    NOT NULL,
  owner_id   TEXT    NOT NULL,
  resource   TEXT    NOT NULL,
  name       TEXT    NOT NULL,
  name_key   TEXT    NOT NULL,
  filters    TEXT    NOT NULL,
  columns    TEXT    NOT NULL,
  sort       TEXT    NOT NULL,
  shared     BOOLEAN NOT NULL,
  created_at BIGINT  NOT NULL,
  updated_at BIGINT  NOT NULL,
  version    BIGINT  NOT NULL,
  PRIMARY KEY (org_id, view_id)
);
CREATE UNIQUE INDEX saved_view_by_name ON saved_view (org_id, owner_id, resource, name_key);

-- DETECTION

-- Settings of detection; the defaults apply to tenants without a row.
CREATE TABLE detection_config (
  org_id     TEXT   NOT NULL PRIMARY KEY,
  version    BIGINT NOT NULL,
  config     TEXT   NOT NULL,
  updated_at BIGINT NOT NULL,
  updated_by TEXT   NOT NULL
);

-- The last examined decision. The server that advances turn examines the following ones.
CREATE TABLE detection_cursor (
  org_id TEXT   NOT NULL PRIMARY KEY,
  seq    BIGINT NOT NULL,
  turn   BIGINT NOT NULL
);

-- Observations that are part of no decision and were not examined yet.
CREATE TABLE detection_pending (
  org_id     TEXT NOT NULL,
  pending_id TEXT NOT NULL,
  observed   TEXT NOT NULL,
  PRIMARY KEY (org_id, pending_id)
);

-- The usual behavior of an agent.
CREATE TABLE detection_agent (
  org_id     TEXT   NOT NULL,
  agent_id   TEXT   NOT NULL,
  baseline   TEXT   NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, agent_id)
);
CREATE INDEX detection_agent_by_time ON detection_agent (org_id, updated_at);

-- Figures by the hour, each for a layer, a verdict or a threat.
CREATE TABLE detection_hour (
  org_id TEXT   NOT NULL,
  hour   BIGINT NOT NULL,
  figure TEXT   NOT NULL,
  name   TEXT   NOT NULL,
  n      BIGINT NOT NULL,
  PRIMARY KEY (org_id, hour, figure, name)
);

-- REPORTS

-- Requested reports. manifest is the signed text. attempt grows with each server that generates the report, so that
-- a server with an expired lease cannot write.
CREATE TABLE report (
  org_id       TEXT   NOT NULL,
  report_id    TEXT   NOT NULL,
  type         TEXT   NOT NULL,
  framework    TEXT   NOT NULL,
  title        TEXT   NOT NULL,
  status       TEXT   NOT NULL CHECK (status IN ('queued', 'running', 'ready', 'failed')),
  from_at      BIGINT,
  to_at        BIGINT NOT NULL,
  filters      TEXT   NOT NULL,
  created_by   TEXT   NOT NULL,
  created_at   BIGINT NOT NULL,
  completed_at BIGINT,
  expires_at   BIGINT NOT NULL,
  lease_until  BIGINT NOT NULL,
  attempt      BIGINT NOT NULL,
  error        TEXT   NOT NULL,
  row_count    BIGINT NOT NULL,
  content_hash TEXT   NOT NULL,
  summary      TEXT   NOT NULL,
  sections     TEXT   NOT NULL,
  manifest     TEXT   NOT NULL,
  algorithm    TEXT   NOT NULL,
  signature    TEXT   NOT NULL,
  PRIMARY KEY (org_id, report_id)
);
CREATE INDEX report_by_status ON report (status, lease_until);
CREATE INDEX report_by_end ON report (org_id, expires_at);

-- Rows of a report: lines of canonical JSON, compressed with gzip.
CREATE TABLE report_chunk (
  org_id    TEXT    NOT NULL,
  report_id TEXT    NOT NULL,
  place     BIGINT  NOT NULL,
  packed    ${blob} NOT NULL,
  PRIMARY KEY (org_id, report_id, place)
);

-- INCIDENTS

-- Incidents, numbered without gaps: the transaction that stores an incident assigns its number.
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
-- Open incidents are counted on every page.
CREATE INDEX incident_open ON incident (org_id, severity) WHERE status IN ('open', 'investigating', 'contained');

-- The last number of an incident.
CREATE TABLE incident_sequence (
  org_id TEXT   NOT NULL,
  last   BIGINT NOT NULL,
  PRIMARY KEY (org_id)
);

-- Alerts, sessions and agents of an incident.
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

-- The timeline of an incident, which is never changed.
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

-- Notes of an incident.
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

-- Members who work on an incident, with their roles.
CREATE TABLE incident_participant (
  org_id      TEXT   NOT NULL,
  incident_id TEXT   NOT NULL,
  user_id     TEXT   NOT NULL,
  name        TEXT   NOT NULL,
  role        TEXT   NOT NULL,
  joined_at   BIGINT NOT NULL,
  PRIMARY KEY (org_id, incident_id, user_id)
);

-- Orders to contain agents or to release them.
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

-- Effective containment of agents, by incident and action.
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

-- Versions of a review; a final version is not changed.
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

-- Action items, which can stay open after the incident is closed.
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

-- Messages about an incident.
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
CREATE INDEX incident_communication_of ON incident_communication (org_id, incident_id, communication_id);
-- Messages that a stopped server did not complete.
CREATE INDEX incident_communication_queued ON incident_communication (updated_at) WHERE status = 'queued';

-- Attempts to send a message.
CREATE TABLE incident_attempt (
  org_id           TEXT   NOT NULL,
  communication_id TEXT   NOT NULL,
  attempt          BIGINT NOT NULL,
  at               BIGINT NOT NULL,
  status           TEXT   NOT NULL,
  error            TEXT   NOT NULL,
  PRIMARY KEY (org_id, communication_id, attempt)
);

-- CERTIFICATION OF WORKFLOWS

-- Decisions about certifications and observed drift; append-only. document is the signed canonical JSON. posture is
-- what was certified, empty in rows that certify nothing.
CREATE TABLE certification_event (
  org_id      TEXT   NOT NULL,
  seq         BIGINT NOT NULL,
  cert_id     TEXT   NOT NULL,
  event       TEXT   NOT NULL,
  workflow_id TEXT   NOT NULL,
  platform    TEXT   NOT NULL,
  asset_id    TEXT   NOT NULL,
  agent_id    TEXT   NOT NULL,
  at          BIGINT NOT NULL,
  document    TEXT   NOT NULL,
  posture     TEXT   NOT NULL,
  key_id      TEXT   NOT NULL,
  signature   TEXT   NOT NULL,
  PRIMARY KEY (org_id, seq)
);
CREATE INDEX certification_event_by_cert ON certification_event (org_id, cert_id, seq);
CREATE INDEX certification_event_by_workflow ON certification_event (org_id, workflow_id, seq);
CREATE INDEX certification_event_revoked ON certification_event (org_id, at) WHERE event = 'revoked';

-- The current state of each workflow; seq is the row of certification_event that decided it. drift lists the
-- recorded differences. due_at is the next check for inactivity, gap_from the last run before the last reported gap,
-- gap_alert the alert of a current gap.
CREATE TABLE certified_workflow (
  org_id      TEXT    NOT NULL,
  asset_id    TEXT    NOT NULL,
  status      TEXT    NOT NULL,
  cert_id     TEXT    NOT NULL,
  seq         BIGINT  NOT NULL,
  workflow_id TEXT    NOT NULL,
  platform    TEXT    NOT NULL,
  name        TEXT    NOT NULL,
  agent_id    TEXT    NOT NULL,
  decided_by  TEXT    NOT NULL,
  decided_at  BIGINT  NOT NULL,
  fingerprint TEXT    NOT NULL,
  risk_score  BIGINT  NOT NULL,
  drift       TEXT    NOT NULL,
  flagged     BOOLEAN NOT NULL,
  due_at      BIGINT,
  gap_from    BIGINT,
  gap_alert   TEXT    NOT NULL,
  PRIMARY KEY (org_id, asset_id)
);
CREATE UNIQUE INDEX certified_workflow_by_cert ON certified_workflow (org_id, cert_id);
CREATE INDEX certified_workflow_due ON certified_workflow (due_at) WHERE due_at IS NOT NULL;
-- Partial, because most workflows belong to no agent; SQLite then uses it for several agents, too.
CREATE INDEX certified_workflow_by_agent ON certified_workflow (org_id, agent_id) WHERE agent_id <> '';

-- The next number of certification_event, and the number of certified workflows.
CREATE TABLE certification_tenant (
  org_id    TEXT   NOT NULL PRIMARY KEY,
  next_seq  BIGINT NOT NULL,
  certified BIGINT NOT NULL
);

-- REGISTRATION AND REDACTION

-- The last registration of an agent; fields that a new registration omits remain.
CREATE TABLE registration (
  org_id        TEXT   NOT NULL,
  agent_id      TEXT   NOT NULL,
  told          TEXT   NOT NULL,
  registered_at BIGINT NOT NULL,
  updated_at    BIGINT NOT NULL,
  PRIMARY KEY (org_id, agent_id)
);

-- Settings of redaction; the defaults apply to tenants without a row.
CREATE TABLE redaction_config (
  org_id     TEXT   NOT NULL PRIMARY KEY,
  version    BIGINT NOT NULL,
  config     TEXT   NOT NULL,
  updated_at BIGINT NOT NULL,
  updated_by TEXT   NOT NULL
);

-- CREDENTIALS OF OUTBOUND REQUESTS

-- Credentials that the server adds to outbound requests. host is the host of the pattern, with *. for its
-- subdomains. auth_type is NULL where the Vault secret determines it; vault_path is empty for the path of the
-- template; sealed is empty where the secret is in a Vault.
CREATE TABLE egress_credential (
  org_id         TEXT    NOT NULL,
  credential_id  TEXT    NOT NULL,
  pattern        TEXT    NOT NULL,
  host           TEXT    NOT NULL,
  source         TEXT    NOT NULL CHECK (source IN ('embedded', 'vault')),
  auth_type      TEXT    CHECK (auth_type IN ('bearer', 'basic', 'header', 'query')),
  header         TEXT    NOT NULL,
  prefix         TEXT    NOT NULL,
  vault_path     TEXT    NOT NULL,
  sealed         TEXT    NOT NULL,
  secret_version BIGINT  NOT NULL,
  enabled        BOOLEAN NOT NULL,
  last_used_at   BIGINT,
  last_error     TEXT    NOT NULL,
  last_error_at  BIGINT,
  created_at     BIGINT  NOT NULL,
  created_by     TEXT    NOT NULL,
  updated_at     BIGINT  NOT NULL,
  version        BIGINT  NOT NULL,
  PRIMARY KEY (org_id, credential_id),
  UNIQUE (org_id, pattern)
);
CREATE INDEX egress_credential_host ON egress_credential (org_id, host);

-- Uses of a credential by the hour.
CREATE TABLE egress_credential_use (
  org_id        TEXT   NOT NULL,
  credential_id TEXT   NOT NULL,
  hour          BIGINT NOT NULL,
  uses          BIGINT NOT NULL,
  PRIMARY KEY (org_id, credential_id, hour),
  FOREIGN KEY (org_id, credential_id) REFERENCES egress_credential (org_id, credential_id) ON DELETE CASCADE
);

-- APPROVALS

-- Requested approvals. action_digest is a keyed digest of the action, policies the versions and stages of the
-- requesting policies, arguments a masked preview. While paused_at is set, expires_at is suspended.
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
-- A repeated call of an open action finds its approval.
CREATE UNIQUE INDEX approval_going_on ON approval (org_id, agent_id, action_digest, policies)
  WHERE status IN ('pending', 'approved', 'executing');
CREATE INDEX approval_by_status ON approval (org_id, status, approval_id);
-- For jobs that read all tenants.
CREATE INDEX approval_open ON approval (approval_id) WHERE status IN ('pending', 'approved', 'executing');
CREATE INDEX approval_by_end ON approval (org_id, closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX approval_by_agent ON approval (org_id, agent_id, approval_id);

-- The current vote of each member.
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

-- The timeline of an approval, which is never changed.
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

-- The sealed call and its sealed response, which are removed after completion.
CREATE TABLE approval_payload (
  org_id      TEXT NOT NULL,
  approval_id TEXT NOT NULL,
  kind        TEXT NOT NULL,
  sealed      TEXT NOT NULL,
  kept_until  BIGINT,
  PRIMARY KEY (org_id, approval_id, kind)
);
CREATE INDEX approval_payload_end ON approval_payload (kept_until) WHERE kept_until IS NOT NULL;

-- TELEMETRY

-- Digests of recent telemetry, so that repeated items are stored once.
CREATE TABLE telemetry_key (
  org_id   TEXT   NOT NULL,
  item_key TEXT   NOT NULL,
  taken_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, item_key)
);
CREATE INDEX telemetry_key_by_time ON telemetry_key (taken_at);
