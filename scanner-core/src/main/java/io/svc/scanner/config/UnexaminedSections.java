package io.svc.scanner.config;

import io.svc.scanner.config.ConfigObject.Member;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists the sections of clients' files that configure more than servers and that no check examines
 * yet: commands that run, permissions, code that is loaded. A section is removed from here when a
 * check examines it. Sections that only change appearance are not listed.
 */
final class UnexaminedSections {
  private static final String COMMANDS = "commands that the client runs";
  private static final String PERMISSIONS = "actions that the client performs without approval";
  private static final String CODE = "code that the client loads";
  private static final String VARIABLES = "environment of the client and its child processes";
  private static final String PROMPTS = "instructions for the model";

  // Pairs of names and reasons.
  private static final String[] CLAUDE_CODE = {
    "hooks", COMMANDS,
    "permissions", PERMISSIONS,
    "env", VARIABLES,
    "apiKeyHelper", COMMANDS,
    "awsAuthRefresh", COMMANDS,
    "awsCredentialExport", COMMANDS,
    "otelHeadersHelper", COMMANDS,
    "statusLine", COMMANDS,
    "enabledPlugins", CODE,
    "extraKnownMarketplaces", CODE,
    "enabledMcpjsonServers", PERMISSIONS
  };
  private static final String[] CODEX = {
    "notify", COMMANDS,
    "hooks", COMMANDS,
    "shell_environment_policy", VARIABLES,
    "projects", PERMISSIONS,
    "model_providers", "where the client sends prompts"
  };
  private static final String[] GEMINI = {
    "hooks", COMMANDS,
    "tools", COMMANDS,
    "toolDiscoveryCommand", COMMANDS,
    "toolCallCommand", COMMANDS,
    "mcpServerCommand", COMMANDS
  };
  private static final String[] OPENCODE = {
    "plugin", CODE,
    "command", PROMPTS,
    "agent", PROMPTS,
    "instructions", PROMPTS,
    "permission", PERMISSIONS,
    "formatter", COMMANDS,
    "lsp", COMMANDS,
    "provider", "where the client sends prompts"
  };
  private static final String[] AGENT = {
    "hooks", COMMANDS,
    "allowedTools", PERMISSIONS,
    "toolsSettings", PERMISSIONS,
    "resources", PROMPTS,
    "prompt", PROMPTS
  };
  private static final String[] ZED = {"agent_servers", COMMANDS, "lsp", COMMANDS};
  private static final String[] CONTINUE = {
    "rules", PROMPTS, "prompts", PROMPTS, "customCommands", PROMPTS, "slashCommands", PROMPTS
  };
  private static final String[] OPENCLAW = {
    "hooks", COMMANDS, "plugins", CODE, "skills", CODE, "tools", PERMISSIONS
  };
  private static final String[] DEV_CONTAINER = {
    "initializeCommand", COMMANDS,
    "onCreateCommand", COMMANDS,
    "updateContentCommand", COMMANDS,
    "postCreateCommand", COMMANDS,
    "postStartCommand", COMMANDS,
    "postAttachCommand", COMMANDS,
    "features", CODE
  };

  private UnexaminedSections() {}

  /** Returns the sections of a file that are not empty, in the order of the file. */
  static List<UnexaminedSection> in(ConfigNode root, String source) {
    if (!(root instanceof ConfigObject file)) {
      return List.of();
    }
    String[] knownSections = of(source);
    List<UnexaminedSection> sections = new ArrayList<>(0);
    for (Member member : file.members()) {
      for (int i = 0; i < knownSections.length; i += 2) {
        if (member.name().equals(knownSections[i]) && !isEmpty(member.value())) {
          sections.add(
              new UnexaminedSection(knownSections[i], member.line(), knownSections[i + 1]));
        }
      }
    }
    return sections;
  }

  /** Returns pairs of the names and reasons of a client's sections. */
  static String[] of(String source) {
    return switch (source) {
      case "claude-code" -> CLAUDE_CODE;
      case "codex" -> CODEX;
      case "gemini-cli", "qwen-code" -> GEMINI;
      case "opencode" -> OPENCODE;
      case "amazon-q", "kiro" -> AGENT;
      case "zed" -> ZED;
      case "continue" -> CONTINUE;
      case "openclaw" -> OPENCLAW;
      case "vscode" -> DEV_CONTAINER;
      default -> new String[0];
    };
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
