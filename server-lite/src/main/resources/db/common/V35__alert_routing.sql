-- Alerts that a rule with a filter may match: they are routed after the transaction that raised
-- them, because filters are evaluated outside of transactions. One entry for each occurrence.
CREATE TABLE alert_routing (
  org_id     TEXT    NOT NULL,
  routing_id TEXT    NOT NULL,
  alert_id   TEXT    NOT NULL,
  is_news    BOOLEAN NOT NULL,
  PRIMARY KEY (org_id, routing_id)
);
