CREATE TRIGGER mcp_baseline_no_update BEFORE UPDATE ON mcp_baseline
BEGIN
  SELECT RAISE(ABORT, 'mcp_baseline is append-only');
END;

CREATE TRIGGER mcp_baseline_asset_no_update BEFORE UPDATE ON mcp_baseline_asset
BEGIN
  SELECT RAISE(ABORT, 'mcp_baseline_asset is append-only');
END;
