package io.svc.server.commands;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.OperatorErrorException;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import io.svc.server.logging.SafeText;
import io.svc.server.reports.ReportVerifier;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "report verify",
    description = "Verifies offline that an exported report (JSON) was not changed.")
final class ReportVerifyCommand implements ServerCommand {
  private static final long LARGEST_KEYS = 1L << 20;

  @Parameters(paramLabel = "FILE", arity = "1", description = "Exported report.")
  private String file = "";

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description =
          "Public keys from /api/v1/governance/attestation/keys, obtained over a trusted"
              + " connection.")
  private Optional<String> keys = Optional.empty();

  @Option(
      names = "--public-key",
      paramLabel = "KEY",
      description =
          "Single public key instead of --keys: 32 bytes in base64url, the x value of"
              + " its JWK.")
  private Optional<String> publicKey = Optional.empty();

  @Option(
      names = "--format",
      paramLabel = "text|json",
      description = "Output format. Default: text.")
  private String format = "text";

  /** Verification of a report does not require the server. */
  @Override
  public boolean readsConfig() {
    return false;
  }

  @Override
  public ServerExitCode run(CommandInvocation call) {
    OutputFormat output = OutputFormat.of(format);
    if (keys.isPresent() == publicKey.isPresent()) {
      throw new OperatorErrorException("use either --keys or --public-key");
    }
    Map<String, String> trusted =
        publicKey.map(key -> Map.of("", key)).orElseGet(() -> keys(call, keys.orElseThrow()));
    ReportVerifier.ReportVerdict verdict = verdict(call, trusted);
    call.out().println(output == OutputFormat.JSON ? Json.text(verdict) : line(verdict));
    return verdict.ok() ? ServerExitCode.DONE : ServerExitCode.NO;
  }

  private ReportVerifier.ReportVerdict verdict(
      CommandInvocation call, Map<String, String> trusted) {
    Path path = call.surroundings().directory().resolve(file);
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
      return ReportVerifier.verify(in, trusted);
    } catch (IOException e) {
      throw new OperatorErrorException(
          SafeText.quoted(file) + " cannot be read; expected an exported report", e);
    }
  }

  private static Map<String, String> keys(CommandInvocation call, String name) {
    String quoted = SafeText.quoted(name);
    Path path = call.surroundings().directory().resolve(name);
    try {
      if (Files.size(path) > LARGEST_KEYS) {
        throw new OperatorErrorException(
            "--keys " + quoted + " exceeds the size limit of a key list");
      }
      Map<String, String> found = new HashMap<>();
      for (JsonNode key : Json.read(Files.readAllBytes(path)).path("keys")) {
        // In the format of the API's response, or a JWK set (RFC 7517).
        JsonNode jwk = key.has("jwk") ? key.path("jwk") : key;
        if (jwk.hasNonNull("x")) {
          found.put(jwk.path("kid").asText(), jwk.path("x").asText());
        }
      }
      if (found.isEmpty()) {
        throw new OperatorErrorException("--keys " + quoted + " contains no public key");
      }
      return found;
    } catch (BadJsonException e) {
      throw new OperatorErrorException(
          "--keys " + quoted + " is not JSON; expected public keys", e);
    } catch (IOException e) {
      throw new OperatorErrorException(
          "--keys " + quoted + " cannot be read; expected public keys", e);
    }
  }

  private String line(ReportVerifier.ReportVerdict verdict) {
    String name = SafeText.of(file) + ": ";
    if (!verdict.ok()) {
      return name + "NOT VERIFIED: " + SafeText.of(verdict.reason().orElse(""));
    }
    return name
        + "report "
        + SafeText.of(verdict.reportId())
        + ", "
        + Quantity.of(verdict.rows(), "row")
        + ", intact, signed with "
        + SafeText.of(verdict.keyId());
  }
}
