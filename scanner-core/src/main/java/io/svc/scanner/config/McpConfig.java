package io.svc.scanner.config;

import io.svc.scanner.client.FileKind;
import java.util.ArrayList;
import java.util.List;

/**
 * A parsed config file.
 *
 * @param path path of the file as given by the caller
 * @param source label of the client
 * @param kind kind of the file
 * @param root root of all values in the file
 * @param servers servers in the order of the file
 * @param clientEntries entries of the client itself: commands that it runs, such as hooks,
 *     addresses that it calls, and variables that it sets
 * @param skipped entries that could not be read
 * @param unexamined sections that no check examines
 * @param notes information about the file for readers of the report
 */
public record McpConfig(
    String path,
    String source,
    FileKind kind,
    ConfigNode root,
    List<McpServer> servers,
    List<McpServer> clientEntries,
    List<SkippedServer> skipped,
    List<UnexaminedSection> unexamined,
    List<String> notes) {

  public McpConfig {
    servers = List.copyOf(servers);
    clientEntries = List.copyOf(clientEntries);
    skipped = List.copyOf(skipped);
    unexamined = List.copyOf(unexamined);
    notes = List.copyOf(notes);
  }

  /**
   * Returns the lines of a text for the model, or of a script of a skill; empty for a
   * configuration. Blank lines, and what exceeds the limits for texts, are not included.
   */
  public List<ConfigText> lines() {
    return isInstructions() ? TextLines.of((ConfigObject) root).lines() : List.of();
  }

  /** Returns true if an entry could not be read, or a text exceeds the limits for checks. */
  public boolean isPartial() {
    return !skipped.isEmpty()
        || (isInstructions() && TextLines.of((ConfigObject) root).rest().isPresent());
  }

  /**
   * Returns true for an instruction file, a script of a skill, or the text of an agent, a command
   * or a skill. The kind of the file decides, because any configuration can have a member with the
   * name of a text.
   */
  public boolean isInstructions() {
    return switch (kind) {
      case INSTRUCTION_FILE, SKILL_SCRIPT -> true;
      case AGENT_FILE ->
          root instanceof ConfigObject file && file.findPart(MarkdownTree.BODY).isPresent();
      case CLIENT_CONFIGURATION, AGENT_SETTINGS, MANIFEST, BUNDLE, ENVIRONMENT_FILE -> false;
    };
  }

  /** Returns true for a script of a skill. */
  public boolean isScript() {
    return kind == FileKind.SKILL_SCRIPT;
  }

  /** Returns the servers, then the entries of the client itself. */
  public List<McpServer> entries() {
    if (clientEntries.isEmpty()) {
      return servers;
    }
    List<McpServer> entries = new ArrayList<>(servers);
    entries.addAll(clientEntries);
    return entries;
  }
}
