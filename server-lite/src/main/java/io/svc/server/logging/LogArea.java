package io.svc.server.logging;

import java.util.List;

/** The area of the server that a line belongs to, from the name of its logger. */
final class LogArea {
  private record Library(String prefix, String area) {}

  private static final String PRODUCT_PACKAGE = "io.svc.";
  private static final String OTHER = "library";

  private static final List<Library> LIBRARIES =
      List.of(
          new Library("org.eclipse.jetty", "jetty"),
          new Library("io.javalin", "http"),
          new Library("org.jdbi", "store"),
          new Library("org.sqlite", "store"),
          new Library("org.postgresql", "store"),
          new Library("com.zaxxer.hikari", "store"),
          new Library("org.flywaydb", "store"),
          new Library("com.github.kagkarlsson", "jobs"),
          new Library("com.nimbusds", "sso"),
          new Library("org.eclipse.angus", "mail"),
          new Library("jakarta.mail", "mail"),
          new Library("org.apache.hc", "egress"));

  private LogArea() {}

  static boolean isProductLogger(String logger) {
    return logger.startsWith(PRODUCT_PACKAGE);
  }

  static String of(String logger) {
    if (isProductLogger(logger)) {
      return segmentOf(logger);
    }
    return LIBRARIES.stream()
        .filter(library -> logger.startsWith(library.prefix()))
        .map(Library::area)
        .findFirst()
        .orElse(OTHER);
  }

  /** Returns the last segment of a class's package. */
  static String segmentOf(String className) {
    int end = className.lastIndexOf('.');
    return end < 0 ? OTHER : className.substring(className.lastIndexOf('.', end - 1) + 1, end);
  }
}
