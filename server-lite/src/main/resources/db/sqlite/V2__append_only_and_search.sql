-- APPEND-ONLY TABLES

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

CREATE TRIGGER mcp_baseline_no_update BEFORE UPDATE ON mcp_baseline
BEGIN
  SELECT RAISE(ABORT, 'mcp_baseline is append-only');
END;

CREATE TRIGGER mcp_baseline_asset_no_update BEFORE UPDATE ON mcp_baseline_asset
BEGIN
  SELECT RAISE(ABORT, 'mcp_baseline_asset is append-only');
END;

CREATE TRIGGER certification_event_no_update BEFORE UPDATE ON certification_event
BEGIN
  SELECT RAISE(ABORT, 'certification_event is append-only');
END;

-- Certifications are retained for auditors and are removed with their tenant only.
CREATE TRIGGER certification_event_no_delete BEFORE DELETE ON certification_event
WHEN NOT EXISTS (
  SELECT 1 FROM org_deletion d WHERE d.org_id = OLD.org_id AND d.status = 'running')
BEGIN
  SELECT RAISE(ABORT, 'certification_event is append-only');
END;

-- SEARCH
-- Text search uses indexes of trigrams (sqlite.org/fts5.html), which contain row numbers and not the text. A number is
-- the range of the tenant (stretch) and the position of the row in the order of insertion, so that the rows of a tenant
-- are one range. The row ids that SQLite assigns can change during VACUUM.

CREATE TABLE search_stretch (
  stretch INTEGER PRIMARY KEY AUTOINCREMENT,
  org_id  TEXT    NOT NULL UNIQUE
);

CREATE TRIGGER search_stretch_delete AFTER DELETE ON org
BEGIN
  DELETE FROM search_stretch WHERE org_id = OLD.org_id;
END;

-- Findings: seq is the position.
CREATE VIRTUAL TABLE mcp_finding_trigram USING fts5 (
  search, content = '', contentless_delete = 1, detail = 'none', tokenize = 'trigram case_sensitive 1'
);

CREATE TRIGGER mcp_finding_trigram_insert AFTER INSERT ON mcp_finding
BEGIN
  INSERT INTO search_stretch (org_id) SELECT NEW.org_id
  WHERE NOT EXISTS (SELECT 1 FROM search_stretch s WHERE s.org_id = NEW.org_id);
  INSERT INTO mcp_finding_trigram (rowid, search)
  SELECT s.stretch * 1099511627776 + NEW.seq, NEW.search
  FROM search_stretch s WHERE s.org_id = NEW.org_id;
END;

-- A finding that occurs again nearly always has the same text.
CREATE TRIGGER mcp_finding_trigram_update AFTER UPDATE OF search ON mcp_finding
WHEN NEW.search <> OLD.search
BEGIN
  UPDATE mcp_finding_trigram SET search = NEW.search
  WHERE rowid = (
    SELECT s.stretch * 1099511627776 + NEW.seq FROM search_stretch s WHERE s.org_id = NEW.org_id);
END;

CREATE TRIGGER mcp_finding_trigram_delete AFTER DELETE ON mcp_finding
BEGIN
  DELETE FROM mcp_finding_trigram
  WHERE rowid = (
    SELECT s.stretch * 1099511627776 + OLD.seq FROM search_stretch s WHERE s.org_id = OLD.org_id);
END;

-- Servers have no position of their own.
CREATE TABLE mcp_server_number (
  number    INTEGER PRIMARY KEY,
  org_id    TEXT    NOT NULL,
  server_id TEXT    NOT NULL,
  UNIQUE (org_id, server_id)
);

CREATE VIRTUAL TABLE mcp_server_trigram USING fts5 (
  search, content = '', contentless_delete = 1, detail = 'none', tokenize = 'trigram case_sensitive 1'
);

CREATE TRIGGER mcp_server_trigram_insert AFTER INSERT ON mcp_server
BEGIN
  INSERT INTO search_stretch (org_id) SELECT NEW.org_id
  WHERE NOT EXISTS (SELECT 1 FROM search_stretch s WHERE s.org_id = NEW.org_id);
  INSERT INTO mcp_server_number (number, org_id, server_id)
  SELECT
    COALESCE(
      (SELECT max(n.number) FROM mcp_server_number n
       WHERE n.number > s.stretch * 1099511627776 AND n.number < (s.stretch + 1) * 1099511627776),
      s.stretch * 1099511627776) + 1,
    NEW.org_id, NEW.server_id
  FROM search_stretch s WHERE s.org_id = NEW.org_id;
  INSERT INTO mcp_server_trigram (rowid, search)
  SELECT n.number, NEW.search FROM mcp_server_number n
  WHERE n.org_id = NEW.org_id AND n.server_id = NEW.server_id;
END;

CREATE TRIGGER mcp_server_trigram_update AFTER UPDATE OF search ON mcp_server
WHEN NEW.search <> OLD.search
BEGIN
  UPDATE mcp_server_trigram SET search = NEW.search
  WHERE rowid = (
    SELECT n.number FROM mcp_server_number n
    WHERE n.org_id = NEW.org_id AND n.server_id = NEW.server_id);
END;

CREATE TRIGGER mcp_server_trigram_delete AFTER DELETE ON mcp_server
BEGIN
  DELETE FROM mcp_server_trigram
  WHERE rowid = (
    SELECT n.number FROM mcp_server_number n
    WHERE n.org_id = OLD.org_id AND n.server_id = OLD.server_id);
  DELETE FROM mcp_server_number WHERE org_id = OLD.org_id AND server_id = OLD.server_id;
END;

-- Discovered assets, in the same way as servers.
CREATE TABLE discovered_asset_number (
  number   INTEGER PRIMARY KEY,
  org_id   TEXT    NOT NULL,
  asset_id TEXT    NOT NULL,
  UNIQUE (org_id, asset_id)
);

CREATE VIRTUAL TABLE discovered_asset_trigram USING fts5 (
  search, content = '', contentless_delete = 1, detail = 'none', tokenize = 'trigram case_sensitive 1'
);

CREATE TRIGGER discovered_asset_trigram_insert AFTER INSERT ON discovered_asset
BEGIN
  INSERT INTO search_stretch (org_id) SELECT NEW.org_id
  WHERE NOT EXISTS (SELECT 1 FROM search_stretch s WHERE s.org_id = NEW.org_id);
  INSERT INTO discovered_asset_number (number, org_id, asset_id)
  SELECT
    COALESCE(
      (SELECT max(n.number) FROM discovered_asset_number n
       WHERE n.number > s.stretch * 1099511627776 AND n.number < (s.stretch + 1) * 1099511627776),
      s.stretch * 1099511627776) + 1,
    NEW.org_id, NEW.asset_id
  FROM search_stretch s WHERE s.org_id = NEW.org_id;
  INSERT INTO discovered_asset_trigram (rowid, search)
  SELECT n.number, NEW.search FROM discovered_asset_number n
  WHERE n.org_id = NEW.org_id AND n.asset_id = NEW.asset_id;
END;

CREATE TRIGGER discovered_asset_trigram_update AFTER UPDATE OF search ON discovered_asset
WHEN NEW.search <> OLD.search
BEGIN
  UPDATE discovered_asset_trigram SET search = NEW.search
  WHERE rowid = (
    SELECT n.number FROM discovered_asset_number n
    WHERE n.org_id = NEW.org_id AND n.asset_id = NEW.asset_id);
END;

CREATE TRIGGER discovered_asset_trigram_delete AFTER DELETE ON discovered_asset
BEGIN
  DELETE FROM discovered_asset_trigram
  WHERE rowid = (
    SELECT n.number FROM discovered_asset_number n
    WHERE n.org_id = OLD.org_id AND n.asset_id = OLD.asset_id);
  DELETE FROM discovered_asset_number WHERE org_id = OLD.org_id AND asset_id = OLD.asset_id;
END;
