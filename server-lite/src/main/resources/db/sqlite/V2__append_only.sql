CREATE TRIGGER audit_entry_no_update BEFORE UPDATE ON audit_entry
BEGIN
  SELECT RAISE(ABORT, 'audit_entry is append-only');
END;

CREATE TRIGGER audit_entry_no_delete BEFORE DELETE ON audit_entry
WHEN NOT EXISTS (SELECT 1 FROM audit_erasure e WHERE e.org_id = OLD.org_id AND e.seq >= OLD.seq)
BEGIN
  SELECT RAISE(ABORT, 'audit_entry is append-only');
END;

CREATE TRIGGER audit_erasure_no_update BEFORE UPDATE ON audit_erasure
BEGIN
  SELECT RAISE(ABORT, 'audit_erasure is append-only');
END;

CREATE TRIGGER audit_erasure_no_delete BEFORE DELETE ON audit_erasure
BEGIN
  SELECT RAISE(ABORT, 'audit_erasure is append-only');
END;
