-- Times are milliseconds since 1970, UTC. Tables of a tenant begin with its org_id, and so do their indexes.

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

-- A user belongs to one tenant, or to none yet. The keys are what the names are compared by.
CREATE TABLE account (
  user_id       TEXT    NOT NULL PRIMARY KEY,
  org_id        TEXT    REFERENCES org (org_id),
  username      TEXT    NOT NULL,
  username_key  TEXT    NOT NULL UNIQUE,
  email         TEXT    NOT NULL,
  email_key     TEXT    NOT NULL UNIQUE,
  name          TEXT    NOT NULL,
  role          TEXT,
  status        TEXT    NOT NULL CHECK (status IN ('active', 'disabled')),
  password_hash TEXT,
  created_at    BIGINT  NOT NULL,
  joined_at     BIGINT,
  last_login_at BIGINT
);
CREATE INDEX account_by_org ON account (org_id, user_id);

CREATE TABLE account_identity (
  issuer    TEXT   NOT NULL,
  subject   TEXT   NOT NULL,
  user_id   TEXT   NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  linked_at BIGINT NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX account_identity_by_user ON account_identity (user_id);

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

CREATE TABLE password_reset (
  token_hash TEXT   NOT NULL PRIMARY KEY,
  user_id    TEXT   NOT NULL REFERENCES account (user_id) ON DELETE CASCADE,
  expires_at BIGINT NOT NULL
);
CREATE INDEX password_reset_by_user ON password_reset (user_id);

-- Failed sign-ins by what was typed, hashed, so that unknown names are counted as known ones are.
CREATE TABLE login_failure (
  account_key   TEXT   NOT NULL PRIMARY KEY,
  failures      BIGINT NOT NULL,
  blocked_until BIGINT NOT NULL,
  last_at       BIGINT NOT NULL
);

CREATE TABLE reset_request (
  address_key TEXT   NOT NULL,
  request_id  TEXT   NOT NULL,
  at          BIGINT NOT NULL,
  PRIMARY KEY (address_key, request_id)
);
CREATE INDEX reset_request_by_time ON reset_request (at);

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

-- The one key that everything stored is sealed and signed with, itself sealed with the master key: so
-- that the master key can be changed and nothing else is.
CREATE TABLE store_key (
  place  BIGINT NOT NULL PRIMARY KEY CHECK (place = 1),
  sealed TEXT   NOT NULL
);

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

-- One chain a tenant. category_seq numbers the entries of one category, so that a page of them is
-- found by its numbers alone, however long the log is.
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

CREATE TABLE audit_checkpoint (
  org_id    TEXT   NOT NULL,
  seq       BIGINT NOT NULL,
  hash      TEXT   NOT NULL,
  at        BIGINT NOT NULL,
  signature TEXT   NOT NULL,
  PRIMARY KEY (org_id, seq)
);

-- Up to where a chain was erased on purpose: the triggers let only that go.
CREATE TABLE audit_erasure (
  org_id TEXT   NOT NULL,
  seq    BIGINT NOT NULL,
  hash   TEXT   NOT NULL,
  at     BIGINT NOT NULL,
  PRIMARY KEY (org_id, seq)
);

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

-- What is still to be sent; written with its cause. The message is sealed, since it holds links
-- that let people in, and gone when it was sent.
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
