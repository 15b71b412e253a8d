package detection;

import static detection.Server.at;
import static detection.Server.run;

import java.util.List;
import java.util.Map;

/** What happens without a person being asked. */
final class ConsentPairs extends Pairs {
  private final Server server = run("npx", "-y", "@northpine/crm-mcp@2.0.1");

  ConsentPairs() {
    autoApprove();
    sandboxDisabled();
    headersHelperCommand();
  }

  private void autoApprove() {
    String type = "auto_approve";
    approval(Shape.CLINE, "autoApprove", List.of("*"), List.of());
    approval(Shape.KIRO, "autoApprove", List.of("write_file", "run"), List.of());
    approval(Shape.KIRO, "autoApprove", List.of("list_orders"), List.of());
    approval(Shape.ROO, "alwaysAllow", List.of("execute_command"), List.of());
    approval(Shape.CLINE, "autoApprove", List.of("delete_order"), List.of());
    approval(Shape.GEMINI, "trust", true, false);
    pair(
        type,
        file(".claude/settings.json", "{\n  \"enableAllProjectMcpServers\": true\n}\n"),
        file(".claude/settings.json", "{\n  \"enableAllProjectMcpServers\": false\n}\n"));
    pair(
        type,
        Shape.VS_CODE_SETTINGS.file(List.of(server), Map.of("chat.tools.autoApprove", true)),
        Shape.VS_CODE_SETTINGS.file(List.of(server), Map.of("chat.tools.autoApprove", false)));
    pair(
        type,
        Shape.GOOSE.file(List.of(server), Map.of("GOOSE_MODE", "auto")),
        Shape.GOOSE.file(List.of(server), Map.of("GOOSE_MODE", "approve")));
  }

  private void approval(Shape shape, String field, Object vulnerable, Object fixed) {
    pair("auto_approve", shape, server.field(field, vulnerable), server.field(field, fixed));
  }

  private void sandboxDisabled() {
    String type = "sandbox_disabled";
    Server claude = run("claude", "mcp", "serve");
    pair(type, claude.and("--dangerously-skip-permissions"), claude.and("--debug"));
    pair(
        type,
        run("npx", "-y", "@playwright/mcp@0.0.41", "--no-sandbox"),
        run("npx", "-y", "@playwright/mcp@0.0.41", "--headless"));
    pair(
        type,
        run("codex", "mcp-server", "--dangerously-bypass-approvals-and-sandbox"),
        run("codex", "mcp-server", "--sandbox=read-only"));
    pair(
        type,
        Shape.CODEX.file(List.of(server), Map.of("sandbox_mode", "danger-full-access")),
        Shape.CODEX.file(List.of(server), Map.of("sandbox_mode", "workspace-write")));
    pair(
        type,
        Shape.VS_CODE,
        server.field("sandboxEnabled", false),
        server.field("sandboxEnabled", true));
    pair(
        type,
        run("sh", "-c", "claude mcp serve --dangerously-skip-permissions"),
        run("sh", "-c", "claude mcp serve --verbose"));
    pair(
        type,
        run("cmd", "/c", "npx", "-y", "@playwright/mcp@0.0.41", "--no-sandbox"),
        run("cmd", "/c", "npx", "-y", "@playwright/mcp@0.0.41", "--sandbox"));
  }

  private void headersHelperCommand() {
    String type = "headers_helper_command";
    Server remote = at("https://crm.northpine.io/mcp");
    Server fixed = remote.header("Authorization", "Bearer ${CRM_TOKEN}");
    pair(type, Shape.CLAUDE_CODE, remote.field("headersHelper", "/opt/bin/crm-headers"), fixed);
    pair(type, Shape.CLAUDE_CODE, remote.field("headersHelper", "aws-token --json"), fixed);
    pair(type, Shape.CLAUDE_CODE, remote.field("headersHelper", "C:\\Tools\\headers.exe"), fixed);
    pair(type, Shape.CLAUDE_PROJECTS, remote.field("headersHelper", "./headers.sh"), fixed);
    pair(
        type,
        Shape.CLAUDE_CODE,
        remote.field("headersHelper", "sh -c 'op read op://dev/crm/token'"),
        remote.field("headersHelper", ""));
  }
}
