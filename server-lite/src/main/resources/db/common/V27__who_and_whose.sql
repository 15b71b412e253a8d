-- Who classified connectors was told by address; everywhere else it is the identifier. What is no address of a
-- member, such as the name of a key, stays as it is.
UPDATE discovery_tenant SET updated_by = (
  SELECT account.user_id FROM account
  WHERE account.org_id = discovery_tenant.org_id AND account.email = discovery_tenant.updated_by)
WHERE EXISTS (
  SELECT 1 FROM account
  WHERE account.org_id = discovery_tenant.org_id AND account.email = discovery_tenant.updated_by);

-- The keys that somebody made, a page at a time.
CREATE INDEX api_key_by_maker ON api_key (org_id, created_by, key_id);
