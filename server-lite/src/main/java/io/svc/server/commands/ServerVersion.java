package io.svc.server.commands;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Properties;

/**
 * The version of the build.
 *
 * @param number such as {@code 1.2.0}
 * @param commit abbreviated; {@code unknown} for a build from a source archive
 */
public record ServerVersion(String number, String commit) {
  private static final String UNKNOWN = "unknown";

  /** Returns the version of this process, read from a resource at each call. */
  public static ServerVersion current() {
    Properties properties = properties();
    return new ServerVersion(of(properties, "version"), of(properties, "commit"));
  }

  /** Returns the build time of the project; empty when the build did not set it. */
  public static Optional<Instant> built() {
    try {
      return Optional.of(Instant.parse(of(properties(), "built")));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static Properties properties() {
    Properties properties = new Properties();
    try (InputStream in = ServerVersion.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }

  /** A placeholder that the build did not replace is unchanged. */
  private static String of(Properties properties, String name) {
    String value = properties.getProperty(name, "");
    return value.isEmpty() || value.startsWith("$") ? UNKNOWN : value;
  }
}
