package io.svc.scanner.client;

import java.util.Locale;

/** The operating systems whose configuration folders the catalogue knows. */
public enum OperatingSystem {
  LINUX,
  MACOS,
  WINDOWS;

  /** The system this process runs on; other Unix systems keep their files where Linux does. */
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
