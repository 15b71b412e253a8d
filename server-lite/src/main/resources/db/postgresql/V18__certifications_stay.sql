-- Certifications are kept for auditors; they go with their tenant alone.
CREATE FUNCTION refuse_while_tenant_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM org_deletion d WHERE d.org_id = OLD.org_id AND d.status = 'running') THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE TRIGGER certification_event_no_update BEFORE UPDATE ON certification_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER certification_event_no_delete BEFORE DELETE ON certification_event
  FOR EACH ROW EXECUTE FUNCTION refuse_while_tenant_stays();
CREATE TRIGGER certification_event_no_truncate BEFORE TRUNCATE ON certification_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
