package io.svc.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The description of this tool in reports. */
public final class ToolMetadata {
  /** The command's name, and the tool name in report formats. */
  public static final String NAME = "svc-preflight";

  private ToolMetadata() {}

  /** Returns the version of the build, such as {@code 1.2.0}. Reads a resource at each call. */
  public static String version() {
    Properties properties = new Properties();
    try (InputStream in = ToolMetadata.class.getResourceAsStream("product.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }
}
