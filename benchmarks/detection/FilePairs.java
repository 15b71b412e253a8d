package detection;

import static detection.Server.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file itself: who may read and change it, where it really is, and what it leaves out. */
final class FilePairs extends Pairs {
  private static final String EXPIRED = "2020-01-31";
  private static final String FAR = "2099-12-31";

  private final Server server = run("npx", "-y", "@northpine/crm-mcp@2.0.1").named("crm");
  private final ConfigFile plain = Shape.CLAUDE_CODE.file(server);
  private final ConfigFile secret;

  FilePairs(Draw draw) {
    secret = Shape.CLAUDE_CODE.file(server.env("CRM_API_KEY", draw.fill("{b36}")));
    configPermissions();
    symlinkedConfig();
    suppressionExpired();
    suppressionUnused();
  }

  private void configPermissions() {
    permissions(secret, "rw-r--r--", secret, "rw-------");
    permissions(secret, "rw-rw-rw-", secret, "rw-------");
    permissions(secret, "rw-rw-r--", secret, "rw-------");
    permissions(secret, "r--r--r--", secret, "r--------");
    permissions(secret, "rwxrwxrwx", secret, "rwx------");
    permissions(secret, "rw-r--r--", plain, "rw-r--r--");
    permissions(plain, "rw-rw-rw-", plain, "rw-r--r--");
  }

  private void permissions(ConfigFile file, String mode, ConfigFile twin, String twinsMode) {
    prepared("config_permissions", mode(file, mode), mode(twin, twinsMode));
  }

  private static Side mode(ConfigFile file, String mode) {
    return (workspace, project, command) -> {
      Path path = workspace.write(project, file);
      Workspace.mode(path, mode);
      return List.of(path);
    };
  }

  private void symlinkedConfig() {
    String type = "symlinked_config";
    Side regular = (workspace, project, command) -> write(workspace, project, plain);
    prepared(type, link("shared/mcp.json", ".mcp.json"), regular);
    prepared(type, link("../elsewhere/mcp.json", ".mcp.json"), regular);
    prepared(type, link("configs/cursor.json", ".cursor/mcp.json"), regular);
    prepared(
        type,
        (workspace, project, command) -> {
          Path target = workspace.write(project, file("real/mcp.json", plain.text()));
          Path between = target.resolveSibling("between.json");
          Files.createSymbolicLink(between, Path.of("mcp.json"));
          Path link = workspace.root().resolve(project).resolve(".mcp.json");
          Files.createSymbolicLink(link, between);
          return List.of(link);
        },
        (workspace, project, command) -> {
          Path target = workspace.write(project, file("real/mcp.json", plain.text()));
          return List.of(
              Files.createLink(workspace.root().resolve(project).resolve(".mcp.json"), target));
        });
  }

  private Side link(String target, String link) {
    return (workspace, project, command) -> {
      Path directory = workspace.root().resolve(project);
      Path real = directory.resolve(target).normalize();
      Files.createDirectories(real.getParent());
      Files.writeString(real, plain.text());
      Workspace.mode(real, "rw-------");
      Path path = directory.resolve(link);
      Files.createDirectories(path.getParent());
      return List.of(Files.createSymbolicLink(path, real));
    };
  }

  private void suppressionExpired() {
    String type = "suppression_expired";
    for (String date : List.of(EXPIRED, "2024-02-29", "2023-06-30", "1999-01-01", "2022-12-31")) {
      prepared(
          type,
          suppressed("unpinned_package", "crm", date),
          suppressed("unpinned_package", "crm", FAR));
    }
  }

  /** Only a scan of all files can tell that an entry meets nothing. */
  private void suppressionUnused() {
    unused("insecure_transport", "crm");
    unused("unpinned_package", "orders");
    unused("hardcoded_secret", "crm");
    unused("auto_approve", "crm");
    unused("container_privileged", "metrics");
  }

  private void unused(String type, String server) {
    prepared(
        "suppression_unused",
        Scan.DISCOVERED,
        suppressed(type, server, FAR),
        suppressed("unpinned_package", "crm", FAR));
  }

  /** A server without a version, and a project that has accepted that until some day. */
  private static Side suppressed(String type, String server, String expires) {
    ConfigFile config = Shape.CLAUDE_CODE.file(run("npx", "-y", "crm-mcp").named("crm"));
    return (workspace, project, command) -> {
      workspace.write(project, file(".svc/preflight.yaml", suppressions(type, server, expires)));
      return write(workspace, project, config);
    };
  }

  private static String suppressions(String type, String server, String expires) {
    return "suppressions:\n"
        + "  - type: "
        + type
        + "\n"
        + "    server: "
        + server
        + "\n"
        + "    reason: reviewed by the platform team\n"
        + "    expires: "
        + expires
        + "\n";
  }
}
