-- The owner is the member whose current role limits a key; the parent is the key that created it. Until now a key knew
-- its creator alone, which is a member or another key.
ALTER TABLE api_key ADD COLUMN owner_id TEXT NOT NULL DEFAULT '';
ALTER TABLE api_key ADD COLUMN parent_id TEXT;

-- A key that another key created or rotated belongs to that one. A key that rotated itself has no parent.
UPDATE api_key SET parent_id = created_by WHERE created_by LIKE 'key!_%' ESCAPE '!';
UPDATE api_key SET parent_id = issued_to
WHERE parent_id IS NULL AND issued_to LIKE 'key!_%' ESCAPE '!' AND issued_to <> COALESCE(rotated_from, '');

-- A parent that was rotated is replaced by the last key of its rotation, as rotation does from now on.
WITH RECURSIVE successor (org_id, first_id, key_id, depth) AS (
  SELECT org_id, key_id, key_id, 0 FROM api_key
  WHERE key_id IN (SELECT parent_id FROM api_key WHERE parent_id IS NOT NULL)
  UNION ALL
  SELECT s.org_id, s.first_id, k.key_id, s.depth + 1
  FROM successor s JOIN api_key k ON k.org_id = s.org_id AND k.rotated_from = s.key_id
  WHERE s.depth < 1000)
UPDATE api_key SET parent_id = (
  SELECT s.key_id FROM successor s
  WHERE s.org_id = api_key.org_id AND s.first_id = api_key.parent_id
  ORDER BY s.depth DESC LIMIT 1)
WHERE parent_id IS NOT NULL
  AND EXISTS (SELECT 1 FROM api_key p WHERE p.org_id = api_key.org_id AND p.key_id = api_key.parent_id);

-- The owner is the member at the end of the chain of parents.
UPDATE api_key SET owner_id = created_by WHERE parent_id IS NULL;
WITH RECURSIVE ancestor (org_id, first_id, parent_id, created_by, depth) AS (
  SELECT org_id, key_id, parent_id, created_by, 0 FROM api_key WHERE parent_id IS NOT NULL
  UNION ALL
  SELECT a.org_id, a.first_id, k.parent_id, k.created_by, a.depth + 1
  FROM ancestor a JOIN api_key k ON k.org_id = a.org_id AND k.key_id = a.parent_id
  WHERE a.depth < 100)
UPDATE api_key SET owner_id = COALESCE((
  SELECT a.created_by FROM ancestor a
  WHERE a.org_id = api_key.org_id AND a.first_id = api_key.key_id AND a.parent_id IS NULL), '')
WHERE parent_id IS NOT NULL;

CREATE INDEX api_key_by_owner ON api_key (org_id, owner_id, key_id);
CREATE INDEX api_key_by_parent ON api_key (org_id, parent_id);
DROP INDEX api_key_by_maker;
