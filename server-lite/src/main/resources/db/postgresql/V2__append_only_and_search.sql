-- APPEND-ONLY TABLES

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

CREATE FUNCTION refuse_while_tenant_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM org_deletion d WHERE d.org_id = OLD.org_id AND d.status = 'running') THEN
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

CREATE TRIGGER mcp_baseline_no_update BEFORE UPDATE ON mcp_baseline
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER mcp_baseline_asset_no_update BEFORE UPDATE ON mcp_baseline_asset
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Certifications are retained for auditors and are removed with their tenant only.
CREATE TRIGGER certification_event_no_update BEFORE UPDATE ON certification_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER certification_event_no_delete BEFORE DELETE ON certification_event
  FOR EACH ROW EXECUTE FUNCTION refuse_while_tenant_stays();
CREATE TRIGGER certification_event_no_truncate BEFORE TRUNCATE ON certification_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- SEARCH
-- Text search uses indexes of trigrams. pg_trgm ignores characters other than letters and digits and is missing in
-- minimal installations, so these are arrays. Each trigram begins with its tenant, so that a search reads the rows of
-- one tenant only.

CREATE FUNCTION search_trigrams(org_id TEXT, searched TEXT) RETURNS TEXT[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 100000 AS $$
  SELECT coalesce(array_agg(DISTINCT org_id || substr(searched, i, 3)), '{}')
  FROM generate_series(1, length(searched) - 2) i
$$;

CREATE INDEX mcp_finding_trigram ON mcp_finding USING gin (search_trigrams(org_id, search));
CREATE INDEX mcp_server_trigram ON mcp_server USING gin (search_trigrams(org_id, search));
CREATE INDEX discovered_asset_trigram ON discovered_asset USING gin (search_trigrams(org_id, search));
