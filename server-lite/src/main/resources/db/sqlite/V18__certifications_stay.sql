-- Certifications are kept for auditors; they go with their tenant alone.
CREATE TRIGGER certification_event_no_update BEFORE UPDATE ON certification_event
BEGIN
  SELECT RAISE(ABORT, 'certification_event is append-only');
END;

CREATE TRIGGER certification_event_no_delete BEFORE DELETE ON certification_event
WHEN NOT EXISTS (
  SELECT 1 FROM org_deletion d WHERE d.org_id = OLD.org_id AND d.status = 'running')
BEGIN
  SELECT RAISE(ABORT, 'certification_event is append-only');
END;
