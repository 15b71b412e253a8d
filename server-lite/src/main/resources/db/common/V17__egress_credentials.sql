-- Which credential the server puts into requests that it sends on. host is the host of the pattern, with *. in front
-- where hosts below it are meant. auth_type is NULL where the secret in the vault says it. vault_path is empty for the
-- path that the operator's template makes; sealed is a sealed JSON object, empty where the secret lies in a vault.
CREATE TABLE egress_credential (
  org_id          TEXT    NOT NULL,
  credential_id   TEXT    NOT NULL,
  pattern         TEXT    NOT NULL,
  host            TEXT    NOT NULL,
  source          TEXT    NOT NULL CHECK (source IN ('embedded', 'vault')),
  auth_type       TEXT    CHECK (auth_type IN ('bearer', 'basic', 'header', 'query')),
  header          TEXT    NOT NULL,
  prefix          TEXT    NOT NULL,
  vault_path      TEXT    NOT NULL,
  sealed          TEXT    NOT NULL,
  secret_version  BIGINT  NOT NULL,
  enabled         BOOLEAN NOT NULL,
  last_used_at    BIGINT,
  last_error      TEXT    NOT NULL,
  last_error_at   BIGINT,
  created_at      BIGINT  NOT NULL,
  created_by      TEXT    NOT NULL,
  updated_at      BIGINT  NOT NULL,
  version         BIGINT  NOT NULL,
  PRIMARY KEY (org_id, credential_id),
  UNIQUE (org_id, pattern)
);

CREATE INDEX egress_credential_host ON egress_credential (org_id, host);

-- How often each was used, by the hour that hour begins; kept for two days.
CREATE TABLE egress_credential_use (
  org_id         TEXT   NOT NULL,
  credential_id  TEXT   NOT NULL,
  hour           BIGINT NOT NULL,
  uses           BIGINT NOT NULL,
  PRIMARY KEY (org_id, credential_id, hour),
  FOREIGN KEY (org_id, credential_id) REFERENCES egress_credential (org_id, credential_id) ON DELETE CASCADE
);
