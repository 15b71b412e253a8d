package io.svc.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** What reports say of the tool that made them. */
public final class Product {
  /** The command's name, and the name under which report formats know the tool. */
  public static final String NAME = "svc-preflight";

  private Product() {}

  /** The version that was built, such as {@code 1.2.0}. Read from a resource at each call. */
  public static String version() {
    Properties properties = new Properties();
    try (InputStream in = Product.class.getResourceAsStream("product.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }
}
