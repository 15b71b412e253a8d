package io.svc.scanner.client;

import java.util.Locale;

/** The operating systems whose configuration folders are in the catalog. */
public enum OperatingSystem {
  LINUX,
  MACOS,
  WINDOWS;

  /** Returns the system of this process; other Unix systems count as Linux. */
  public static OperatingSystem current() {
    return named(System.getProperty("os.name", ""));
  }

  static OperatingSystem named(String osName) {
    String name = osName.toLowerCase(Locale.ROOT);
    if (name.startsWith("windows")) {
      return WINDOWS;
    }
    return name.startsWith("mac") || name.startsWith("darwin") ? MACOS : LINUX;
  }
}
