package io.svc.server.db;

import java.util.Locale;

/** The supported databases. */
public enum Vendor {
  SQLITE,
  POSTGRESQL;

  /** Returns the label, which is also the directory of its migrations. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
