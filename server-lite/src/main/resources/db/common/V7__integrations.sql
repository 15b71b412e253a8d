-- config is a JSON object of what may be shown, with masks in the place of secrets; sealed is a sealed JSON
-- object of the secrets, empty where there are none. last_test is JSON, empty before the first test.
CREATE TABLE integration (
  org_id         TEXT    NOT NULL,
  integration_id TEXT    NOT NULL,
  type           TEXT    NOT NULL,
  category       TEXT    NOT NULL,
  name           TEXT    NOT NULL,
  enabled        BOOLEAN NOT NULL,
  status         TEXT    NOT NULL CHECK (status IN ('draft', 'connected', 'degraded', 'error', 'disabled')),
  config         TEXT    NOT NULL,
  sealed         TEXT    NOT NULL,
  failures       BIGINT  NOT NULL,
  last_error     TEXT    NOT NULL,
  last_test_at   BIGINT,
  last_test      TEXT    NOT NULL,
  created_at     BIGINT  NOT NULL,
  created_by     TEXT    NOT NULL,
  updated_at     BIGINT  NOT NULL,
  version        BIGINT  NOT NULL,
  PRIMARY KEY (org_id, integration_id)
);
