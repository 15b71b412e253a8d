package io.svc.report;

import java.util.List;
import java.util.Optional;

/** The output formats there are. */
public final class Renderers {
  private static final List<String> FORMATS = List.of("json", "markdown", "table");

  private Renderers() {}

  /** The words that {@link #ofFormat} knows, the default first. */
  public static List<String> formats() {
    return FORMATS;
  }

  /** The renderer of a format; empty when there is no such format. Loads only that renderer. */
  public static Optional<Renderer> ofFormat(String format) {
    // Each class is named only where it is needed: the command's start is counted in milliseconds.
    return switch (format) {
      case "json" -> Optional.of(new JsonRenderer());
      case "markdown" -> Optional.of(new MarkdownRenderer());
      case "table" -> Optional.of(new TableRenderer());
      default -> Optional.empty();
    };
  }
}
