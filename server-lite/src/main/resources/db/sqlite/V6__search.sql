-- What is looked for by a part of a word is found by its trigrams (sqlite.org/fts5.html). The text
-- itself stays in its table: here is only which rows have which trigram. Their numbers are those of
-- rows in the order in which they came, behind a number of the tenant, so that one tenant's are a
-- stretch of their own; row ids that SQLite gives itself may be others after VACUUM.

CREATE TABLE search_stretch (
  stretch INTEGER PRIMARY KEY AUTOINCREMENT,
  org_id  TEXT    NOT NULL UNIQUE
);

-- Servers have no number of their own.
CREATE TABLE mcp_server_number (
  number    INTEGER PRIMARY KEY,
  org_id    TEXT    NOT NULL,
  server_id TEXT    NOT NULL,
  UNIQUE (org_id, server_id)
);

CREATE VIRTUAL TABLE mcp_finding_trigram USING fts5 (
  search, content = '', contentless_delete = 1, detail = 'none', tokenize = 'trigram case_sensitive 1'
);

CREATE VIRTUAL TABLE mcp_server_trigram USING fts5 (
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

-- A finding that is seen again has the same text nearly always.
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

CREATE TRIGGER search_stretch_delete AFTER DELETE ON org
BEGIN
  DELETE FROM search_stretch WHERE org_id = OLD.org_id;
END;

-- What was there before.
INSERT INTO search_stretch (org_id)
SELECT org_id FROM mcp_finding UNION SELECT org_id FROM mcp_server;

INSERT INTO mcp_finding_trigram (rowid, search)
SELECT s.stretch * 1099511627776 + f.seq, f.search
FROM search_stretch s JOIN mcp_finding f ON f.org_id = s.org_id
ORDER BY s.stretch, f.seq;

INSERT INTO mcp_server_number (number, org_id, server_id)
SELECT
  s.stretch * 1099511627776 + row_number() OVER (PARTITION BY m.org_id ORDER BY m.server_id),
  m.org_id, m.server_id
FROM search_stretch s JOIN mcp_server m ON m.org_id = s.org_id;

INSERT INTO mcp_server_trigram (rowid, search)
SELECT n.number, m.search
FROM mcp_server_number n
JOIN mcp_server m ON m.org_id = n.org_id AND m.server_id = n.server_id
ORDER BY n.number;
