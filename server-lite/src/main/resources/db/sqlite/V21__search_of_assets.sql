-- Discovered assets are found by their trigrams as servers are; see V6.

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

-- What was there before.
INSERT INTO search_stretch (org_id)
SELECT DISTINCT a.org_id FROM discovered_asset a
WHERE NOT EXISTS (SELECT 1 FROM search_stretch s WHERE s.org_id = a.org_id);

INSERT INTO discovered_asset_number (number, org_id, asset_id)
SELECT
  s.stretch * 1099511627776 + row_number() OVER (PARTITION BY a.org_id ORDER BY a.asset_id),
  a.org_id, a.asset_id
FROM search_stretch s JOIN discovered_asset a ON a.org_id = s.org_id;

INSERT INTO discovered_asset_trigram (rowid, search)
SELECT n.number, a.search
FROM discovered_asset_number n
JOIN discovered_asset a ON a.org_id = n.org_id AND a.asset_id = n.asset_id
ORDER BY n.number;
