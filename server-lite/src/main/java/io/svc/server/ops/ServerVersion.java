package io.svc.server.ops;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Properties;

/**
 * What was built.
 *
 * @param number such as {@code 1.2.0}
 * @param commit abbreviated; {@code unknown} when it was built from an archive of the sources
 */
public record ServerVersion(String number, String commit) {
  private static final String UNKNOWN = "unknown";

  /** What this process runs. Read from a resource at each call. */
  public static ServerVersion current() {
    Properties properties = properties();
    return new ServerVersion(of(properties, "version"), of(properties, "commit"));
  }

  /** When it was built, as the project says; empty when the build did not fill it in. */
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

  /** A placeholder that the build could not fill stays as it was. */
  private static String of(Properties properties, String name) {
    String value = properties.getProperty(name, "");
    return value.isEmpty() || value.startsWith("$") ? UNKNOWN : value;
  }
}
