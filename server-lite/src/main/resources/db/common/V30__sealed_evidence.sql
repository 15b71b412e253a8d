-- The key of a tenant that seals the originals of its evidence, itself sealed with the key of the store.
-- It is deleted when the tenant is purged. Then no copy of a sealed original can be opened.
CREATE TABLE evidence_key (
  org_id     TEXT   NOT NULL PRIMARY KEY,
  sealed     TEXT   NOT NULL,
  created_at BIGINT NOT NULL
);

-- facts are masked; sealed is the original, empty where nothing was masked or it was too large. Rows
-- with masking 0 were written before personal data was masked; a job masks them.
ALTER TABLE decision ADD COLUMN sealed TEXT NOT NULL DEFAULT '';
ALTER TABLE decision ADD COLUMN masking BIGINT NOT NULL DEFAULT 0;
CREATE INDEX decision_unmasked ON decision (org_id, decision_id) WHERE masking = 0;

ALTER TABLE evidence ADD COLUMN masking BIGINT NOT NULL DEFAULT 0;
CREATE INDEX evidence_unmasked ON evidence (org_id, session_id, seq) WHERE masking = 0;

ALTER TABLE approval ADD COLUMN masking BIGINT NOT NULL DEFAULT 0;
CREATE INDEX approval_unmasked ON approval (org_id, approval_id) WHERE masking = 0;
