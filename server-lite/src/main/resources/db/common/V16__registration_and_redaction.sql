-- What somebody registered of an agent, as it was told last: what is not sent again stays.
CREATE TABLE registration (
  org_id        TEXT   NOT NULL,
  agent_id      TEXT   NOT NULL,
  told          TEXT   NOT NULL,
  registered_at BIGINT NOT NULL,
  updated_at    BIGINT NOT NULL,
  PRIMARY KEY (org_id, agent_id)
);

-- What a tenant has recognised, and what it lets stay; without a row, as all begin.
CREATE TABLE redaction_config (
  org_id     TEXT   NOT NULL PRIMARY KEY,
  version    BIGINT NOT NULL,
  config     TEXT   NOT NULL,
  updated_at BIGINT NOT NULL,
  updated_by TEXT   NOT NULL
);
