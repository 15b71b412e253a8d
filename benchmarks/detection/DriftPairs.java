package detection;

import static detection.Server.at;
import static detection.Server.run;

import java.nio.file.Path;
import java.util.List;

/** A file that was approved, and what became of it. */
final class DriftPairs extends Pairs {
  private static final String TYPE = "baseline_drift";

  private final Server crm =
      run("npx", "-y", "@northpine/crm-mcp@2.0.1").named("crm").env("LOG_LEVEL", "info");
  private final Server orders = at("https://orders.northpine.io/mcp").named("orders");

  DriftPairs() {
    ConfigFile approved = Shape.CLAUDE_CODE.file(crm, orders);
    ConfigFile reordered = Shape.CLAUDE_CODE.file(orders, crm);
    ConfigFile relaid = file(approved.path(), approved.text().replace("  ", "\t"));
    Server other = run("uvx", "mcp-server-mail==1.0").named("mail");
    drift(approved, Shape.CLAUDE_CODE.file(crm, orders, other), reordered);
    drift(approved, Shape.CLAUDE_CODE.file(crm), relaid);
    drift(approved, Shape.CLAUDE_CODE.file(crm.and("--write"), orders), approved);
    drift(
        approved,
        Shape.CLAUDE_CODE.file(crm, at("https://orders.northpine.dev/mcp").named("orders")),
        Shape.CLAUDE_CODE.file(crm.env("LOG_LEVEL", "debug"), orders));
    drift(
        approved,
        approved.replace("\"npx\"", "\"bunx\""),
        file(approved.path(), approved.text() + "\n\n"));
    drift(approved, Shape.CLAUDE_CODE.file(crm.env("HTTP_PORT", "1"), orders), reordered);
    drift(approved, Shape.CLAUDE_CODE.file(crm, orders.header("X-Team", "crm")), relaid);
    ConfigFile cline = Shape.CLINE.file(crm.field("autoApprove", List.of("list_orders")));
    drift(
        cline,
        Shape.CLINE.file(crm.field("autoApprove", List.of("list_orders", "delete_order"))),
        cline.replace("\n  ", "\n   "));
    ConfigFile code = Shape.VS_CODE.file(crm.field("description", "Reads customers"));
    drift(
        code,
        code.replace("Reads customers", "Reads and writes customers"),
        file(code.path(), "// Reviewed in spring.\n" + code.text()));
    ConfigFile codex = Shape.CODEX.file(crm, orders);
    drift(
        codex, codex.replace("2.0.1", "2.0.2"), file(codex.path(), "# approved\n" + codex.text()));
  }

  private void drift(ConfigFile approved, ConfigFile vulnerable, ConfigFile fixed) {
    prepared(TYPE, changed(approved, vulnerable), changed(approved, fixed));
  }

  private static Side changed(ConfigFile approved, ConfigFile now) {
    return (workspace, project, command) -> {
      Path file = workspace.write(project, approved);
      command.createBaseline(workspace.root().resolve(project), file);
      return write(workspace, project, now);
    };
  }
}
