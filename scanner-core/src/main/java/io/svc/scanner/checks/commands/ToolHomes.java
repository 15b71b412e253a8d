package io.svc.scanner.checks.commands;

import io.svc.rules.WordBlock;
import java.util.Set;

/** Dot-directories in which tools install programs as a matter of course. */
final class ToolHomes {
  private static final Set<String> NAMES =
      WordBlock.set(
          """
          .nvm .npm .npm-global .npm-packages .local .cargo .rustup .bun .deno .pyenv .rbenv .nodenv
          .asdf .volta .fnm .sdkman .jenv .rye .pixi .venv .virtualenvs .conda .mise .proto .dotnet
          .go .gvm .yarn .pnpm .pnpm-store .nix-profile .linuxbrew .docker .rd .orbstack .vscode
          .vscode-server .vscode-insiders .cursor .cursor-server .windsurf .antigravity .vscode-oss
          .positron .void-editor .codeium .claude .gemini .codex .continue .kiro .roo .cline
          .lmstudio .opencode .amazonq .aws .poetry .uv .pipx .krew .composer .jbang .m2 .gradle
          .swiftpm .mint .foundry .solana .smithery .mcp .toolbox .github .config .idea .trae .zed
          .copilot .ollama .output .next .build .wrangler .svelte-kit .agents .tools .bin .dart
          .pub-cache .ghcup .cabal .opam .sbt .coursier .mix .julia .juliaup .elan .fvm .swm""");

  private ToolHomes() {}

  /** Whether a directory's name, in lower case, is that of a tool's home. */
  static boolean has(String name) {
    return NAMES.contains(name) || name.startsWith(".venv");
  }
}
