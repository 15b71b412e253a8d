package io.svc.cli.manual;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page svc-preflight(1). All commands are on one page, so that it can be searched. */
public final class ManualPage {
  private final CommandSpec root;
  private final Roff page = new Roff();

  private ManualPage(CommandSpec root) {
    this.root = root;
  }

  /**
   * Returns the page of a command and all its subcommands in roff.
   *
   * @param day the date of this version, such as {@code 2026-01-31}
   */
  public static String of(CommandSpec root, String version, String day) {
    return new ManualPage(root).text(version, day);
  }

  private String text(String version, String day) {
    List<CommandSpec> leaves = leaves(root);
    String name = root.name();
    page.title(name.toUpperCase(Locale.ROOT), "1", day, name + " " + version);
    page.macro("SH", "NAME").line(name + " - " + PageText.PURPOSE);
    page.macro("SH", "SYNOPSIS");
    for (int i = 0; i < leaves.size(); i++) {
      (i == 0 ? page : page.macro("br")).boldLine(synopsis(leaves.get(i)));
    }
    page.macro("SH", "DESCRIPTION");
    paragraphs(List.of(List.of(root.usageMessage().description())));
    paragraphs(PageText.DESCRIPTION);
    page.macro("SH", "COMMANDS");
    for (CommandSpec leaf : leaves) {
      command(leaf);
    }
    page.macro("SH", "OPTIONS")
        .line("These options apply to every command. Each command lists its other options.");
    arguments(root);
    page.macro("SH", "EXIT STATUS");
    terms(PageText.EXIT_STATUS);
    for (CommandSpec leaf : leaves) {
      exitCodes(leaf);
    }
    page.macro("SH", "FILES");
    terms(PageText.FILES);
    page.macro("SH", "ENVIRONMENT");
    terms(PageText.ENVIRONMENT);
    page.macro("SH", "EXAMPLES");
    examples(root, leaves);
    return page.toString();
  }

  /** Returns the commands without subcommands, except hidden ones. */
  private static List<CommandSpec> leaves(CommandSpec spec) {
    List<CommandSpec> leaves = new ArrayList<>();
    for (CommandLine child : spec.subcommands().values()) {
      CommandSpec below = child.getCommandSpec();
      if (!below.usageMessage().hidden()) {
        leaves.addAll(below.subcommands().isEmpty() ? List.of(below) : leaves(below));
      }
    }
    return leaves;
  }

  private static String synopsis(CommandSpec leaf) {
    StringBuilder line = new StringBuilder("**" + leaf.qualifiedName(" ") + "**");
    line.append(visibleOptions(leaf).isEmpty() ? "" : " [options]");
    for (PositionalParamSpec name : leaf.positionalParameters()) {
      line.append(' ').append(name.paramLabel()).append(name.isMultiValue() ? " ..." : "");
    }
    return line.toString();
  }

  private void command(CommandSpec leaf) {
    page.macro("SS", leaf.qualifiedName(" ").substring(root.name().length() + 1));
    paragraphs(List.of(List.of(leaf.usageMessage().description())));
    arguments(leaf);
    paragraphs(HelpFooter.of(leaf.usageMessage().footer()).paragraphs());
    CommandSpec parent = leaf.parent();
    if (parent != root && isLastOf(parent, leaf)) {
      paragraphs(HelpFooter.of(parent.usageMessage().footer()).paragraphs());
    }
  }

  /** Text that several commands share is printed once, after the last of them. */
  private static boolean isLastOf(CommandSpec parent, CommandSpec leaf) {
    List<CommandSpec> leaves = leaves(parent);
    return leaves.get(leaves.size() - 1) == leaf;
  }

  private void arguments(CommandSpec spec) {
    for (PositionalParamSpec name : spec.positionalParameters()) {
      if (!name.hidden()) {
        argument(name.paramLabel(), name);
      }
    }
    for (OptionSpec option : spec == root ? root.options() : visibleOptions(spec)) {
      StringBuilder head = new StringBuilder();
      for (String name : option.names()) {
        head.append(head.isEmpty() ? "" : ", ").append("**").append(name).append("**");
      }
      boolean takesValue = option.typeInfo().getType() != boolean.class;
      argument(head + (takesValue ? " " + option.paramLabel() : ""), option);
    }
  }

  private void argument(String head, ArgSpec spec) {
    page.macro("TP").boldLine(head).line(String.join(" ", spec.description()));
  }

  /** Returns all options but {@code --help}, which every command has. */
  private static List<OptionSpec> visibleOptions(CommandSpec spec) {
    List<OptionSpec> options = new ArrayList<>();
    for (OptionSpec option : spec.options()) {
      if (!option.hidden() && !option.usageHelp()) {
        options.add(option);
      }
    }
    return options;
  }

  private void paragraphs(List<List<String>> paragraphs) {
    for (List<String> paragraph : paragraphs) {
      page.paragraph();
      boolean isPreformatted = false;
      for (String line : paragraph) {
        boolean isIndented = line.startsWith("  ");
        if (isIndented != isPreformatted) {
          page.macro(isIndented ? "EX" : "EE");
          isPreformatted = isIndented;
        }
        page.line(line);
      }
      if (isPreformatted) {
        page.macro("EE");
      }
    }
  }

  private void terms(List<PageText.Term> terms) {
    for (PageText.Term term : terms) {
      page.macro("TP").boldLine("**" + term.name() + "**").line(term.meaning());
    }
  }

  /** Adds the exit codes of commands that define their own. */
  private void exitCodes(CommandSpec leaf) {
    List<String> lines = HelpFooter.of(leaf.usageMessage().footer()).exitCodes();
    if (!lines.isEmpty()) {
      page.paragraph().line("Of " + leaf.qualifiedName(" ") + ":");
      paragraphs(List.of(lines.stream().map(line -> "  " + line.strip()).toList()));
    }
  }

  private void examples(CommandSpec first, List<CommandSpec> leaves) {
    List<CommandSpec> all = new ArrayList<>(List.of(first));
    for (CommandSpec leaf : leaves) {
      // A group's examples are printed with the first of its commands.
      if (leaf.parent() != root && !all.contains(leaf.parent())) {
        all.add(leaf.parent());
      }
      all.add(leaf);
    }
    for (CommandSpec spec : all) {
      List<String> examples = HelpFooter.of(spec.usageMessage().footer()).examples();
      if (!examples.isEmpty()) {
        paragraphs(List.of(examples));
      }
    }
  }
}
