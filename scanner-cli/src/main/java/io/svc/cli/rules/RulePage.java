package io.svc.cli.rules;

import io.svc.cli.settings.ProjectSettings;
import io.svc.rules.CheckPage;
import io.svc.rules.Rule;
import io.svc.rules.RuleSource;
import io.svc.scanner.detect.Check;
import java.util.List;

/**
 * Renders the page of a check or a rule in Markdown, for {@code rules show} and {@code
 * docs/checks}.
 */
final class RulePage {
  private final StringBuilder text = new StringBuilder();

  private RulePage() {}

  /** The page of a check. */
  static String of(Check check, CheckPage page) {
    RulePage out = new RulePage();
    out.title(check.findingType());
    out.paragraph(upperCase(check.title()) + ".");
    out.row("rule id", "`" + check.ruleId() + "`");
    out.row("severity", page.severity());
    out.text.append('\n');
    out.section("Meaning", page.means());
    out.section("Risk", page.matters());
    out.examples("Reported", page.fires());
    out.examples("Not reported", page.nearMisses());
    out.section("How to fix it", page.fix());
    out.references(page.references());
    return out.text.toString();
  }

  /** The page of a rule for one format of secrets. */
  static String of(RuleSource source) {
    Rule rule = source.rule();
    RulePage out = new RulePage();
    out.title(rule.id());
    out.paragraph(upperCase(rule.title()) + ", issued by " + source.provider() + ".");
    out.row("finding type", "`hardcoded_secret`");
    out.row("severity", rule.severity().label());
    out.row("pattern", "`" + rule.pattern().replace("|", "\\|") + "`");
    if (!rule.keywords().isEmpty()) {
      out.row("keywords", code(rule.keywords()));
    }
    if (!rule.context().isEmpty()) {
      out.row("context", code(rule.context()));
    }
    if (!rule.nameLike().isEmpty()) {
      out.row("name like", code(rule.nameLike()));
    }
    if (rule.structureTest() != Rule.StructureTest.NONE) {
      out.row("check", "`" + rule.structureTest().label() + "`");
    }
    out.text.append('\n');
    out.section("Description", source.description());
    out.templates("Reported", source.matches());
    out.templates("Not reported", source.ignores());
    out.section("How to revoke it", rule.remediation());
    out.references(source.references());
    return out.text.toString();
  }

  private void title(String title) {
    text.append("# ").append(title).append("\n\n");
  }

  private void paragraph(String paragraph) {
    text.append(paragraph).append("\n\n| | |\n|---|---|\n");
  }

  private void row(String name, String value) {
    text.append("| ").append(name).append(" | ").append(value).append(" |\n");
  }

  private void section(String heading, String content) {
    text.append("## ").append(heading).append("\n\n").append(content).append("\n\n");
  }

  private void examples(String heading, List<CheckPage.Example> examples) {
    text.append("## ").append(heading).append("\n\n");
    for (CheckPage.Example example : examples) {
      text.append(example.says());
      text.append(example.severity().map(severity -> " (" + severity.label() + ")").orElse(""));
      text.append("\n\n");
      file(
          example.file() + (example.isLink() ? ", a symbolic link" : "") + mode(example),
          example.config());
      if (!example.otherConfig().isEmpty()) {
        file(example.otherFile(), example.otherConfig());
      }
      if (!example.approved().isEmpty()) {
        file("approved before", example.approved());
      }
      if (!example.preflight().isEmpty()) {
        file(ProjectSettings.NAME, example.preflight());
      }
    }
  }

  private static String mode(CheckPage.Example example) {
    return example.mode().isEmpty() ? "" : ", mode " + example.mode();
  }

  private void file(String name, String content) {
    text.append(name).append(":\n\n```\n").append(content).append("\n```\n\n");
  }

  private void templates(String heading, List<RuleSource.Example> examples) {
    text.append("## ").append(heading).append("\n\n");
    for (RuleSource.Example example : examples) {
      text.append("- `");
      text.append(example.name().equals("value") ? "" : example.name() + "=");
      text.append(example.value()).append("`\n");
    }
    text.append('\n');
  }

  private void references(List<String> references) {
    if (references.isEmpty()) {
      return;
    }
    text.append("## References\n\n");
    for (String reference : references) {
      text.append("- <").append(reference).append(">\n");
    }
  }

  private static String code(List<String> words) {
    return "`" + String.join("`, `", words) + "`";
  }

  private static String upperCase(String title) {
    return Character.toUpperCase(title.charAt(0)) + title.substring(1);
  }
}
