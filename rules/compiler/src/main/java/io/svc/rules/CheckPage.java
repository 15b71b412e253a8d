package io.svc.rules;

import io.svc.rules.definition.Definition;
import io.svc.rules.definition.DefinitionReader;
import io.svc.rules.definition.InvalidDefinitionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The documentation of a check. The parts for reports (type, severity, title, remediation) are in
 * the detector.
 *
 * @param id the rule id of the check
 * @param means the meaning of a finding
 * @param matters why it matters
 * @param severity the severity of a finding under each condition
 * @param fires example files with a finding
 * @param nearMisses similar files without a finding
 * @param fix the remediation
 * @param references the URLs of further documentation
 */
public record CheckPage(
    String id,
    String means,
    String matters,
    String severity,
    List<Example> fires,
    List<Example> nearMisses,
    String fix,
    List<String> references) {

  private static final Set<String> KEYS =
      Set.of("id", "means", "matters", "severity", "fires", "near_misses", "fix", "references");
  private static final Set<String> EXAMPLE_KEYS =
      WordListParser.set(
          """
          says file config severity mode link other_file other_config approved preflight""");

  public CheckPage {
    fires = List.copyOf(fires);
    nearMisses = List.copyOf(nearMisses);
    references = List.copyOf(references);
  }

  /**
   * An example config file of a check. Texts are templates for {@link SampleTemplate}.
   *
   * @param says a description of the example, as one phrase
   * @param file its path in a project, which determines the client
   * @param config its text
   * @param severity the expected severity of the finding, if the page states one
   * @param mode POSIX permissions of the file, in octal; empty for those of a private file
   * @param isLink whether the file is a symbolic link
   * @param otherFile path of a second file that is scanned with it; empty for none
   * @param otherConfig text of the second file
   * @param approved text of the approved baseline; empty for none
   * @param preflight text of the project's settings; empty for none
   */
  public record Example(
      String says,
      String file,
      String config,
      Optional<Severity> severity,
      String mode,
      boolean isLink,
      String otherFile,
      String otherConfig,
      String approved,
      String preflight) {}

  /**
   * Parses the text of a page.
   *
   * @param file its name, for messages
   * @throws InvalidDefinitionException if the page is invalid
   */
  public static CheckPage load(String file, String text) {
    Definition page = DefinitionReader.read(file, text);
    page.allow(KEYS);
    CheckPage read =
        new CheckPage(
            page.text("id"),
            page.text("means"),
            page.text("matters"),
            page.text("severity"),
            examples(page, "fires"),
            examples(page, "near_misses"),
            page.text("fix"),
            page.texts("references"));
    if (read.fires.isEmpty() || read.nearMisses.isEmpty()) {
      throw page.problem("id", "a page needs an example that fires and a near miss");
    }
    return read;
  }

  private static List<Example> examples(Definition page, String key) {
    List<Example> examples = new ArrayList<>();
    for (Definition example : page.mappings(key)) {
      example.allow(EXAMPLE_KEYS);
      Optional<String> severity = example.optionalText("severity");
      if (severity.isPresent() && Severity.ofLabel(severity.get()).isEmpty()) {
        throw example.problem("severity", "unknown severity \"" + severity.get() + "\"");
      }
      examples.add(
          new Example(
              example.text("says"),
              example.optionalText("file").orElse(".mcp.json"),
              example.text("config"),
              severity.flatMap(Severity::ofLabel),
              example.optionalText("mode").orElse(""),
              example.optionalText("link").orElse("").equals("true"),
              example.optionalText("other_file").orElse(""),
              example.optionalText("other_config").orElse(""),
              example.optionalText("approved").orElse(""),
              example.optionalText("preflight").orElse("")));
    }
    return examples;
  }
}
