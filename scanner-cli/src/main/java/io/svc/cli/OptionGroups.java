package io.svc.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Groups the options of a command under headings when its help is printed. picocli's own option
 * groups would be built at every start.
 */
final class OptionGroups {
  private OptionGroups() {}

  /** Returns the help of a command. */
  static String usage(CommandSpec spec, Map<String, List<String>> headings) {
    CommandLine command = spec.commandLine();
    command
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> list(help, headings));
    return command.getUsageMessage();
  }

  private static String list(Help help, Map<String, List<String>> headings) {
    List<OptionSpec> rest = new ArrayList<>(help.commandSpec().options());
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, List<String>> heading : headings.entrySet()) {
      List<OptionSpec> group = new ArrayList<>();
      for (String name : heading.getValue()) {
        OptionSpec option = help.commandSpec().findOption(name);
        if (option != null && rest.remove(option)) {
          group.add(option);
        }
      }
      append(text, heading.getKey(), group, help);
    }
    append(text, "Other options", rest, help);
    return text.toString();
  }

  private static void append(
      StringBuilder text, String heading, List<OptionSpec> options, Help help) {
    if (!options.isEmpty()) {
      Help.Layout layout = help.createDefaultLayout();
      layout.addOptions(options, help.parameterLabelRenderer());
      text.append('\n').append(heading).append(":\n").append(layout);
    }
  }
}
