package io.svc.report;

import java.util.List;
import java.util.Optional;

/** The available output formats. */
public final class Renderers {
  private static final List<String> FORMATS =
      List.of(
          "json",
          "markdown",
          "table",
          "html",
          "sarif",
          "github",
          "gitlab-codequality",
          "gitlab-secrets",
          "junit",
          "csv",
          "lines",
          "cyclonedx");

  private Renderers() {}

  /** Returns the names that {@link #ofFormat} accepts, the default first. */
  public static List<String> formats() {
    return FORMATS;
  }

  /** Returns the renderer of a format for the project in the current directory. */
  public static Optional<Renderer> ofFormat(String format) {
    return ofFormat(format, ReportProject.ofCurrentDirectory());
  }

  /**
   * Returns the renderer of a format; empty for an unknown format. Loads only that renderer class.
   */
  public static Optional<Renderer> ofFormat(String format, ReportProject project) {
    // Each class is referenced only where it is needed, because every class adds to the start time.
    return switch (format) {
      case "json" -> Optional.of(new JsonRenderer());
      case "markdown" -> Optional.of(new MarkdownRenderer());
      case "table" -> Optional.of(new TableRenderer());
      case "html" -> Optional.of(new HtmlRenderer(project.ownRules()));
      case "sarif" -> Optional.of(new SarifRenderer(project.root()));
      case "github" -> Optional.of(new GithubRenderer(project.root()));
      case "gitlab-codequality" -> Optional.of(new GitlabCodeQualityRenderer(project.paths()));
      case "gitlab-secrets" -> Optional.of(new GitlabSecretsRenderer(project.paths()));
      case "junit" -> Optional.of(new JunitRenderer(project.root()));
      case "csv" -> Optional.of(new CsvRenderer());
      case "lines" -> Optional.of(new LinesRenderer(project.root()));
      case "cyclonedx" -> Optional.of(new CycloneDxRenderer(project.paths()));
      default -> Optional.empty();
    };
  }
}
