package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.audit.AuditExport;
import io.svc.server.audit.AuditVerdict;
import io.svc.server.db.OrgId;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import io.svc.server.logging.SafeText;
import io.svc.server.tenants.Tenant;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "audit verify",
    description = "Verifies that no entry of an audit chain was changed, removed, or inserted.")
final class AuditVerifyCommand implements ServerCommand {
  private static final long LARGEST = 1L << 30;

  @Option(
      names = "--org",
      paramLabel = "ORG",
      description =
          "Verify only the chain of this workspace (slug), or instance for the chain of"
              + " the installation.")
  private Optional<String> org = Optional.empty();

  @Option(
      names = "--file",
      paramLabel = "EXPORT",
      description =
          "Export to verify. With --org, also checks that the current chain contains the"
              + " export.")
  private Optional<String> file = Optional.empty();

  @Option(
      names = "--format",
      paramLabel = "text|json",
      description = "Output format. Default: text.")
  private String format = "text";

  @Override
  public ServerExitCode run(CommandInvocation call) {
    OutputFormat output = OutputFormat.of(format);
    List<ChainResult> chains = new ArrayList<>();
    Optional<VerifiedExport> exported = file.map(name -> read(call, name));
    exported.ifPresent(export -> chains.add(export.result()));
    if (exported.isEmpty() || org.isPresent()) {
      try (StoreAccess store = StoreAccess.of(call)) {
        checkStore(store, exported, chains);
      }
    }
    boolean ok = chains.stream().allMatch(ChainResult::ok);
    if (output == OutputFormat.JSON) {
      call.out().println(Json.text(new Output(ok, chains)));
    } else {
      chains.forEach(told -> call.out().println(told.line()));
    }
    return ok ? ServerExitCode.DONE : ServerExitCode.NO;
  }

  private void checkStore(
      StoreAccess store, Optional<VerifiedExport> exported, List<ChainResult> chains) {
    List<Tenant> tenants = store.tenants();
    List<OrgId> orgs =
        org.map(name -> List.of(OrgName.parse(name, store)))
            .orElseGet(() -> store.core().audit().chains());
    for (OrgId id : orgs) {
      AuditVerdict verdict = store.core().audit().verify(id);
      String name = OrgName.of(id, tenants);
      Optional<String> other =
          exported
              .filter(export -> verdict.ok() && export.result().ok())
              .flatMap(export -> difference(store, id, export));
      chains.add(
          other.isEmpty()
              ? ChainResult.of(name, id.value(), verdict)
              : new ChainResult(
                  name,
                  id.value(),
                  false,
                  verdict.checked(),
                  exported.map(VerifiedExport::seq),
                  other,
                  verdict.head()));
    }
  }

  /** Returns a difference that only a completely rewritten chain would cause. */
  private static Optional<String> difference(StoreAccess store, OrgId id, VerifiedExport export) {
    if (!export.org().equals(id.value())) {
      return Optional.of("the export is of another chain, " + SafeText.of(export.org()));
    }
    if (export.seq() == 0) {
      return Optional.empty();
    }
    Optional<String> hash = store.core().audit().hashOf(id, export.seq());
    if (hash.isEmpty()) {
      return Optional.of("entry " + export.seq() + ", the last entry of the export, is missing");
    }
    return hash.get().equals(export.result().head())
        ? Optional.empty()
        : Optional.of("entry " + export.seq() + " differs from the export");
  }

  private static VerifiedExport read(CommandInvocation call, String name) {
    String quoted = SafeText.quoted(name);
    try {
      var path = call.surroundings().directory().resolve(name);
      if (Files.size(path) > LARGEST) {
        throw new OperatorErrorException(
            "--file " + quoted + " is larger than " + LARGEST + " bytes");
      }
      byte[] bytes = Files.readAllBytes(path);
      AuditVerdict verdict = AuditExport.verify(bytes);
      var document = Json.read(bytes);
      return new VerifiedExport(
          document.path("org_id").asText(),
          document.path("begins_after").path("seq").asLong() + verdict.checked(),
          ChainResult.of(SafeText.of(name), document.path("org_id").asText(), verdict));
    } catch (BadJsonException e) {
      throw new OperatorErrorException("--file " + quoted + " is not JSON; expected an export", e);
    } catch (IOException e) {
      throw new OperatorErrorException(
          "--file " + quoted + " cannot be read; expected an export", e);
    }
  }

  /**
   * A verified export.
   *
   * @param seq the number of its last entry
   */
  private record VerifiedExport(String org, long seq, ChainResult result) {}

  /** The JSON output. */
  record Output(boolean ok, List<ChainResult> chains) {}

  /** The result for one chain. */
  record ChainResult(
      String name,
      String orgId,
      boolean ok,
      long checked,
      Optional<Long> firstBrokenSeq,
      Optional<String> reason,
      String head) {
    static ChainResult of(String name, String org, AuditVerdict verdict) {
      return new ChainResult(
          name,
          org,
          verdict.ok(),
          verdict.checked(),
          verdict.firstBrokenSeq(),
          verdict.reason(),
          verdict.head());
    }

    String line() {
      if (ok) {
        return name + ": " + Quantity.of(checked, "entry", "entries") + ", intact, head " + head;
      }
      String brokenEntry = firstBrokenSeq.map(seq -> " at entry " + seq).orElse("");
      return name + ": BROKEN" + brokenEntry + ": " + reason.orElse("");
    }
  }
}
