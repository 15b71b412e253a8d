package io.svc.server.commands;

import io.svc.rules.files.FileErrorText;
import io.svc.server.OperatorErrorException;
import io.svc.server.audit.AuditExport;
import io.svc.server.db.OrgId;
import io.svc.server.logging.SafeText;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "audit export",
    description = "Exports an audit chain as JSON that you can verify without the server.")
final class AuditExportCommand implements ServerCommand {
  @Option(
      names = "--org",
      required = true,
      paramLabel = "ORG",
      description = "Slug of the workspace, or instance for the chain of the installation.")
  private String org = "";

  @Option(
      names = "--output",
      required = true,
      paramLabel = "FILE",
      description = "Output file, or - for standard output.")
  private String file = "";

  @Option(
      names = "--checkpoint",
      description =
          "Create a signed checkpoint of all chains first, so that the export ends with"
              + " a signature.")
  private boolean signs;

  @Override
  public ServerExitCode run(CommandInvocation call) {
    try (StoreAccess store = StoreAccess.of(call)) {
      OrgId id = OrgName.parse(org, store);
      if (signs) {
        store.core().audit().checkpoint();
      }
      AuditExport export = new AuditExport(store.core().audit(), id);
      if (file.equals("-")) {
        export.writeTo(call.out());
      } else {
        write(export, call.surroundings().directory().resolve(file).toAbsolutePath());
        call.err().println("wrote " + SafeText.of(file));
      }
      return ServerExitCode.DONE;
    } catch (IOException e) {
      throw new OperatorErrorException(
          "the export "
              + SafeText.quoted(file)
              + " cannot be written: "
              + FileErrorText.reasonOf(e),
          e);
    }
  }

  /** Writes atomically, with owner-only permissions, because the export contains who did what. */
  private void write(AuditExport export, Path target) throws IOException {
    if (Files.exists(target)) {
      throw new OperatorErrorException(
          SafeText.quoted(file) + " already exists; choose another file");
    }
    Path draft = Files.createTempFile(target.getParent(), ".audit-export-", ".tmp");
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(draft))) {
        export.writeTo(out);
      }
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
