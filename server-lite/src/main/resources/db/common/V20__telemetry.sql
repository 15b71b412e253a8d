-- What telemetry was taken in lately, so that what is sent again is not taken in twice. item_key is a digest.
CREATE TABLE telemetry_key (
  org_id   TEXT   NOT NULL,
  item_key TEXT   NOT NULL,
  taken_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, item_key)
);
CREATE INDEX telemetry_key_by_time ON telemetry_key (taken_at);

-- A platform that calls names an integration and no tenant.
CREATE UNIQUE INDEX integration_by_id ON integration (integration_id);
