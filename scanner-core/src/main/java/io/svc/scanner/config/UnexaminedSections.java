package io.svc.scanner.config;

import io.svc.scanner.config.ConfigObject.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Lists the sections of clients' files that configure more than servers and that no check examines
 * yet: commands that run, permissions, code that is loaded. A section is removed from here when a
 * check examines it. Sections that only change appearance are not listed.
 */
final class UnexaminedSections {
  static final String COMMANDS = "commands that the client runs";
  static final String PERMISSIONS = "actions that the client performs without approval";
  static final String CODE = "code that the client loads";
  static final String VARIABLES = "environment of the client and its child processes";
  static final String PROMPTS = "instructions for the model";

  private static final String DESTINATIONS = "where the client sends prompts";

  // Pairs of names and reasons.
  private static final String[] CLAUDE_CODE = {
    "enabledPlugins",
    CODE,
    "extraKnownMarketplaces",
    CODE,
    "enabledMcpjsonServers",
    PERMISSIONS,
    // In plugins, which name files and directories.
    "commands",
    PROMPTS,
    "agents",
    PROMPTS,
    "skills",
    PROMPTS,
    "outputStyles",
    PROMPTS
  };
  private static final String[] CODEX = {
    "projects", PERMISSIONS,
    "model_providers", DESTINATIONS
  };
  private static final String[] OPENCODE = {
    "plugin", CODE,
    "command", PROMPTS,
    "agent", PROMPTS,
    "instructions", PROMPTS,
    "provider", DESTINATIONS
  };
  private static final String[] AGENT = {
    "toolsSettings", PERMISSIONS,
    "resources", PROMPTS,
    "prompt", PROMPTS
  };
  private static final String[] CRUSH = {"providers", DESTINATIONS};
  private static final String[] FACTORY = {"customModels", DESTINATIONS};
  private static final String[] GOOSE = {
    "instructions", PROMPTS, "prompt", PROMPTS, "sub_recipes", CODE
  };
  private static final String[] CONTINUE = {
    "rules", PROMPTS, "prompts", PROMPTS, "customCommands", PROMPTS, "slashCommands", PROMPTS
  };
  private static final String[] OPENCLAW = {
    "hooks", COMMANDS, "plugins", CODE, "skills", CODE, "tools", PERMISSIONS
  };
  private static final String[] VSCODE = {
    // The first is in dev containers, the other in workspaces.
    "features", CODE, "launch", COMMANDS
  };

  private UnexaminedSections() {}

  /**
   * Returns the sections of a file that are not empty, in the order of the file.
   *
   * @param unread sections that checks examine in a known notation, and that have another one
   */
  static List<UnexaminedSection> in(
      ConfigNode root, String source, List<UnexaminedSection> unread) {
    if (!(root instanceof ConfigObject file)) {
      return List.of();
    }
    String[] knownSections = of(source);
    List<UnexaminedSection> sections = new ArrayList<>(0);
    Optional<UnexaminedSection> rest = TextLines.of(file).rest();
    if (rest.isPresent()) {
      sections.add(rest.get());
    }
    for (Member member : file.members()) {
      for (int i = 0; i < knownSections.length; i += 2) {
        if (member.name().equals(knownSections[i]) && !isEmpty(member.value())) {
          sections.add(
              new UnexaminedSection(knownSections[i], member.line(), knownSections[i + 1]));
        }
      }
    }
    if (!unread.isEmpty()) {
      for (UnexaminedSection section : unread) {
        if (!sections.contains(section)) {
          sections.add(section);
        }
      }
      sections.sort(Comparator.comparingInt(UnexaminedSection::line));
    }
    return sections;
  }

  /** Returns pairs of the names and reasons of a client's sections. */
  static String[] of(String source) {
    return switch (source) {
      case "claude-code" -> CLAUDE_CODE;
      case "codex" -> CODEX;
      case "opencode" -> OPENCODE;
      case "amazon-q", "kiro" -> AGENT;
      case "crush" -> CRUSH;
      case "factory" -> FACTORY;
      case "goose" -> GOOSE;
      case "continue" -> CONTINUE;
      case "openclaw" -> OPENCLAW;
      case "vscode" -> VSCODE;
      default -> new String[0];
    };
  }

  /** Returns true for the name of a section of the client. */
  static boolean isListed(String name, String source) {
    String[] sections = of(source);
    for (int i = 0; i < sections.length; i += 2) {
      if (sections[i].equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isEmpty(ConfigNode value) {
    return switch (value.kind()) {
      case "an object" -> ((ConfigObject) value).members().isEmpty();
      case "a list" -> ((ConfigList) value).elements().isEmpty();
      case "null" -> true;
      default -> value instanceof ConfigText text && text.text().isBlank();
    };
  }
}
