-- What is looked for by a part of a word is found by its trigrams. Those of pg_trgm know no signs but
-- letters and digits, and a minimal installation of PostgreSQL does not bring it; arrays and their
-- index are always there. Each trigram begins with its tenant, so that one tenant's rows are found
-- without looking at another's.
CREATE FUNCTION search_trigrams(org_id TEXT, searched TEXT) RETURNS TEXT[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 100000 AS $$
  SELECT coalesce(array_agg(DISTINCT org_id || substr(searched, i, 3)), '{}')
  FROM generate_series(1, length(searched) - 2) i
$$;

CREATE INDEX mcp_finding_trigram ON mcp_finding USING gin (search_trigrams(org_id, search));
CREATE INDEX mcp_server_trigram ON mcp_server USING gin (search_trigrams(org_id, search));
