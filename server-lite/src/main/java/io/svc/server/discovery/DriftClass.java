package io.svc.server.discovery;

import java.util.Locale;

/** What kind of change an asset underwent, worst first. */
public enum DriftClass {
  CONNECTOR_ADDED(DriftSeverity.CRITICAL),
  /** More scopes, another credential, or writing where it only read. */
  PERMISSION_ESCALATED(DriftSeverity.CRITICAL),
  STEP_CHANGED(DriftSeverity.WARNING),
  SETTING_CHANGED(DriftSeverity.WARNING),
  SUBWORKFLOW_CHANGED(DriftSeverity.WARNING),
  CONNECTOR_REMOVED(DriftSeverity.INFO),
  PERMISSION_REDUCED(DriftSeverity.INFO),
  METADATA_CHANGED(DriftSeverity.INFO);

  private final DriftSeverity severity;

  DriftClass(DriftSeverity severity) {
    this.severity = severity;
  }

  /** How bad it is. */
  public DriftSeverity severity() {
    return severity;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
