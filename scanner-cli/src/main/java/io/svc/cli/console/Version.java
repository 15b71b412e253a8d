package io.svc.cli.console;

import io.svc.report.ToolMetadata;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version and the commit that were recorded by the build. */
public final class Version {
  private Version() {}

  public static String text() {
    String commit = properties().getProperty("commit", "");
    boolean isKnown = !commit.isEmpty() && !commit.startsWith("$");
    return ToolMetadata.NAME
        + " "
        + ToolMetadata.version()
        + (isKnown ? " (commit " + commit + ")" : " (commit unknown)");
  }

  /** Returns the date of the build's files, such as {@code 2026-01-31}. */
  public static String day() {
    return properties().getProperty("built", "").substring(0, "2026-01-31".length());
  }

  private static Properties properties() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }
}
