-- The body of a report goes when it is old and nothing refers to it; its row and its figures stay.
ALTER TABLE mcp_report ADD COLUMN has_body BOOLEAN NOT NULL DEFAULT TRUE;
CREATE INDEX mcp_report_with_body ON mcp_report (org_id, seq) WHERE has_body;

-- What was fixed long ago goes, oldest first.
CREATE INDEX mcp_finding_fixed ON mcp_finding (org_id, fixed_at) WHERE status = 'fixed';
