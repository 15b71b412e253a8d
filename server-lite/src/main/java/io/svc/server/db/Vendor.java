package io.svc.server.db;

import java.util.Locale;

/** The two stores there are. */
public enum Vendor {
  SQLITE,
  POSTGRESQL;

  /** The label, which is also the folder of its migrations. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
