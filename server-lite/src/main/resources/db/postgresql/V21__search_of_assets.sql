-- Discovered assets are found by their trigrams as servers are; see V6.
CREATE INDEX discovered_asset_trigram ON discovered_asset USING gin (search_trigrams(org_id, search));
