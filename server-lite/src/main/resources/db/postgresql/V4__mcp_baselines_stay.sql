CREATE TRIGGER mcp_baseline_no_update BEFORE UPDATE ON mcp_baseline
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER mcp_baseline_asset_no_update BEFORE UPDATE ON mcp_baseline_asset
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
