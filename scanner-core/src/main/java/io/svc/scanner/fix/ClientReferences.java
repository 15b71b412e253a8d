package io.svc.scanner.fix;

import static io.svc.scanner.fix.ValuePosition.ARGUMENT;
import static io.svc.scanner.fix.ValuePosition.COMMAND;
import static io.svc.scanner.fix.ValuePosition.ENV;
import static io.svc.scanner.fix.ValuePosition.HEADER;
import static io.svc.scanner.fix.ValuePosition.SETTING;
import static io.svc.scanner.fix.ValuePosition.URL;

import io.svc.scanner.config.ConfigSource.Language;
import io.svc.scanner.fix.ReferenceSyntax.Style;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The reference syntax that each client supports, and where. Secrets of other clients are not
 * moved: an unsupported reference would be passed to the server unchanged.
 */
final class ClientReferences {
  private static final Set<ValuePosition> LAUNCH_AND_ADDRESS =
      EnumSet.of(COMMAND, ARGUMENT, ENV, URL, HEADER);
  private static final Set<ValuePosition> SERVER =
      EnumSet.of(COMMAND, ARGUMENT, ENV, URL, HEADER, SETTING);
  private static final Set<ValuePosition> EVERYWHERE = EnumSet.allOf(ValuePosition.class);

  private static final Map<String, ReferenceSyntax> BY_LABEL =
      Map.ofEntries(
          // code.claude.com/docs/en/mcp: ${VAR} in command, args, env, url and headers; not $VAR.
          Map.entry(
              "claude-code", ReferenceSyntax.mark("Claude Code", "${", "}", LAUNCH_AND_ADDRESS)),
          // cursor.com/docs/mcp: ${env:NAME} in command, args, env, url and headers.
          Map.entry("cursor", ReferenceSyntax.mark("Cursor", "${env:", "}", LAUNCH_AND_ADDRESS)),
          // docs.windsurf.com/windsurf/cascade/mcp: ${env:NAME} in command, args, env, serverUrl,
          // url and headers.
          Map.entry(
              "windsurf", ReferenceSyntax.mark("Windsurf", "${env:", "}", LAUNCH_AND_ADDRESS)),
          // code.visualstudio.com/docs/copilot/reference/mcp-configuration: ${input:id}, prompted
          // for once, and the predefined variables, among them ${env:NAME}.
          Map.entry(
              "vscode", ReferenceSyntax.of("Visual Studio Code", Style.INPUT, LAUNCH_AND_ADDRESS)),
          // RooCodeInc/Roo-Code src/services/mcp/McpHub.ts: ${env:NAME} in all of a server's entry.
          Map.entry("roo-code", ReferenceSyntax.mark("Roo Code", "${env:", "}", SERVER)),
          // google-gemini/gemini-cli packages/cli/src/utils/envVarResolver.ts: $NAME and ${NAME} in
          // every text of the file; the braces also work within a text.
          Map.entry("gemini-cli", ReferenceSyntax.mark("Gemini CLI", "${", "}", EVERYWHERE)),
          // QwenLM/qwen-code packages/cli/src/config/settings.ts: the same code.
          Map.entry("qwen-code", ReferenceSyntax.mark("Qwen Code", "${", "}", EVERYWHERE)),
          // github/copilot-cli issue 903: ${NAME} within env since 1.0.10; other places are not
          // mentioned.
          Map.entry(
              "copilot-cli",
              ReferenceSyntax.mark("GitHub Copilot CLI", "${", "}", EnumSet.of(ENV))),
          // kiro.dev/docs/mcp/configuration: ${NAME} in env and headers, once the user approves.
          Map.entry("kiro", ReferenceSyntax.mark("Kiro", "${", "}", EnumSet.of(ENV, HEADER))),
          // aws/amazon-q-developer-cli: ${env:NAME} in the values of env.
          Map.entry(
              "amazon-q",
              ReferenceSyntax.mark("Amazon Q Developer", "${env:", "}", EnumSet.of(ENV))),
          // opencode.ai/docs/config: {env:NAME} anywhere, replaced before the file is parsed.
          Map.entry(
              "opencode",
              ReferenceSyntax.mark("opencode", "{env:", "}", EVERYWHERE).beforeReading()),
          // docs.continue.dev/reference: ${{ secrets.NAME }} anywhere in its YAML, replaced before
          // the file is parsed.
          Map.entry(
              "continue",
              ReferenceSyntax.mark("Continue", "${{ secrets.", " }}", EVERYWHERE).beforeReading()),
          // developers.openai.com/codex/mcp: env_vars, env_http_headers, bearer_token_env_var.
          Map.entry(
              "codex", ReferenceSyntax.of("Codex CLI", Style.CODEX_NAMES, EnumSet.of(ENV, HEADER))),
          // aaif-goose/goose crates/goose/src/agents/extension_manager.rs: env_keys, and ${NAME} of
          // such a key in headers.
          Map.entry(
              "goose", ReferenceSyntax.of("Goose", Style.GOOSE_KEYS, EnumSet.of(ENV, HEADER))),
          // modelcontextprotocol/servers issue 1039: texts are passed unchanged.
          Map.entry("claude-desktop", ReferenceSyntax.none("Claude Desktop")),
          // cline/cline issue 3129: texts are passed unchanged.
          Map.entry("cline", ReferenceSyntax.none("Cline")),
          // zed-industries/zed issue 60459: texts are passed unchanged.
          Map.entry("zed", ReferenceSyntax.none("Zed")));

  private ClientReferences() {}

  /** Returns the reference syntax of a client's files in a language; empty when unknown. */
  static Optional<ReferenceSyntax> of(String label, Language language, boolean usesInputs) {
    Optional<ReferenceSyntax> syntax = Optional.ofNullable(BY_LABEL.get(label));
    if (syntax.isEmpty()) {
      return syntax;
    }
    Language expected =
        switch (syntax.get().style()) {
          case CODEX_NAMES -> Language.TOML;
          case GOOSE_KEYS -> Language.YAML;
          case MARK -> label.equals("continue") ? Language.YAML : Language.JSON;
          case INPUT, NONE -> Language.JSON;
        };
    if (language != expected) {
      return Optional.empty();
    }
    return syntax.get().style() == Style.INPUT && !usesInputs
        ? Optional.of(
            ReferenceSyntax.mark(syntax.get().client(), "${env:", "}", syntax.get().places()))
        : syntax;
  }
}
