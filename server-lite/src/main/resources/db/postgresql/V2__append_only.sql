CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE FUNCTION refuse_unerased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM audit_erasure e WHERE e.org_id = OLD.org_id AND e.seq >= OLD.seq) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE TRIGGER audit_entry_no_update BEFORE UPDATE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entry_no_delete BEFORE DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_unerased();
CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_erasure_no_change BEFORE UPDATE OR DELETE ON audit_erasure
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_erasure_no_truncate BEFORE TRUNCATE ON audit_erasure
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
