package io.svc.server.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.alerts.FilterFuzz;
import io.svc.server.apikeys.KeyFuzz;
import io.svc.server.attestation.ClaimFuzz;
import io.svc.server.audit.AuditExport;
import io.svc.server.auth.IdentityFuzz;
import io.svc.server.backup.ManifestFuzz;
import io.svc.server.config.ConfigFuzz;
import io.svc.server.credentials.EgressFuzz;
import io.svc.server.discovery.platform.ExportFuzz;
import io.svc.server.egress.GuardFuzz;
import io.svc.server.http.ApiException;
import io.svc.server.http.Csv;
import io.svc.server.http.HttpFuzz;
import io.svc.server.http.RequestFuzz;
import io.svc.server.integrations.SettingsFuzz;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import io.svc.server.mcp.UploadFuzz;
import io.svc.server.policies.dsl.PolicyFuzz;
import io.svc.server.proxy.ProxyFuzz;
import io.svc.server.redaction.Masking;
import io.svc.server.redaction.RedactionFuzz;
import io.svc.server.reports.ReportVerifier;
import io.svc.server.telemetry.TelemetryFuzz;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every reader of what somebody sends to the server, and the writers of what it passes on. */
final class FuzzTargets {
  private static final Masking MASKING = new Masking();

  static final List<FuzzTarget> ALL =
      List.of(
          new FuzzTarget("json", FuzzTargets::json),
          new FuzzTarget("otlp-json", data -> read(data).ifPresent(TelemetryFuzz::otlp)),
          new FuzzTarget("otlp-protobuf", TelemetryFuzz::protobuf),
          new FuzzTarget("webhook", data -> read(data).ifPresent(TelemetryFuzz::webhook)),
          new FuzzTarget("report", data -> read(data).ifPresent(UploadFuzz::report)),
          new FuzzTarget("export", data -> read(data).ifPresent(ExportFuzz::export)),
          new FuzzTarget("policy", data -> PolicyFuzz.policy(text(data))),
          new FuzzTarget("glob", data -> PolicyFuzz.glob(text(data))),
          new FuzzTarget("host", data -> PolicyFuzz.host(text(data))),
          new FuzzTarget("facts", data -> read(data).ifPresent(PolicyFuzz::facts)),
          new FuzzTarget("filter", data -> FilterFuzz.filter(text(data))),
          new FuzzTarget("redact", data -> read(data).ifPresent(RedactionFuzz::tree)),
          new FuzzTarget("pattern", data -> RedactionFuzz.pattern(text(data))),
          new FuzzTarget("masking", data -> read(data).ifPresent(FuzzTargets::mask)),
          new FuzzTarget("proxy-address", data -> ProxyFuzz.target(text(data))),
          new FuzzTarget("csv", data -> csv(text(data))),
          new FuzzTarget("time", data -> HttpFuzz.texts(text(data))),
          new FuzzTarget("request", RequestFuzz::requests),
          new FuzzTarget("query", data -> HttpFuzz.query(text(data))),
          new FuzzTarget("cursor", data -> HttpFuzz.cursor(text(data))),
          new FuzzTarget("api-key", data -> KeyFuzz.key(text(data))),
          new FuzzTarget("address", GuardFuzz::address),
          new FuzzTarget("url", data -> GuardFuzz.url(text(data))),
          new FuzzTarget("sender", data -> TelemetryFuzz.sender(text(data))),
          new FuzzTarget("claim", data -> read(data).ifPresent(ClaimFuzz::claim)),
          new FuzzTarget("identity", data -> IdentityFuzz.claims(text(data))),
          new FuzzTarget("form", ProxyFuzz::form),
          new FuzzTarget("headers", data -> ProxyFuzz.headers(text(data))),
          new FuzzTarget("egress", data -> EgressFuzz.pattern(text(data))),
          new FuzzTarget("integration", data -> read(data).ifPresent(SettingsFuzz::settings)),
          new FuzzTarget("settings", ConfigFuzz::file),
          new FuzzTarget("manifest", ManifestFuzz::manifest),
          new FuzzTarget("exports-checked", FuzzTargets::exportsChecked));

  private FuzzTargets() {}

  static FuzzTarget of(String name) {
    return ALL.stream()
        .filter(target -> target.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\"" + name + "\" is no target; expected one of " + names()));
  }

  static List<String> names() {
    return ALL.stream().map(FuzzTarget::name).toList();
  }

  private static String text(byte[] data) {
    return new String(data, UTF_8);
  }

  /** Empty for what the API refuses before any route sees it. */
  private static Optional<JsonNode> read(byte[] data) {
    try {
      return Optional.of(Json.read(data));
    } catch (BadJsonException e) {
      return Optional.empty();
    }
  }

  /** What was read is written as what is read again, by us and by everybody who checks hashes. */
  private static void json(byte[] data) throws BadJsonException {
    Optional<JsonNode> read = read(data);
    if (read.isPresent()) {
      JsonNode again = Json.read(Json.bytes(read.get()));
      require(again.equals(read.get()), "what was written is read as something else");
      if (again.isContainerNode()) {
        String canonical = Json.canonical(again);
        require(
            Json.canonical(Json.read(canonical.getBytes(UTF_8))).equals(canonical),
            "the canonical form of the canonical form is another");
      }
    }
  }

  /** What was masked once stays as it is, and is what a store can hold. */
  private static void mask(JsonNode node) {
    JsonNode once = MASKING.node(node);
    String text = Json.text(once);
    require(!text.contains("\\u0000"), "NUL is left");
    Json.bytes(MASKING.tree(node));
  }

  /** Cells by line feeds; what is written is read as the same cells, and none is a formula. */
  private static void csv(String text) {
    List<String> cells = List.of(text.split("\n", -1));
    String line = Csv.line(cells);
    require(line.endsWith("\r\n"), "the line has no end");
    int quotes = 0;
    int breaks = 0;
    for (int i = 0; i < line.length() - 2; i++) {
      quotes += line.charAt(i) == '"' ? 1 : 0;
      breaks += quotes % 2 == 0 && "\r\n".indexOf(line.charAt(i)) >= 0 ? 1 : 0;
    }
    require(quotes % 2 == 0 && breaks == 0, "a cell leaves its line");
  }

  private static void exportsChecked(byte[] data) throws IOException {
    try {
      AuditExport.verify(data);
    } catch (BadJsonException e) {
      require(e.line() > 0, "no place is told");
    }
    require(
        !ReportVerifier.verify(new ByteArrayInputStream(data), Map.of()).ok(),
        "a report is believed without a key");
  }

  static void require(boolean passes, String otherwise) {
    if (!passes) {
      throw new AssertionError(otherwise);
    }
  }

  /** Whether a refusal is one that callers are told, with words. */
  static void requireWords(ApiException e) {
    require(!String.valueOf(e.getMessage()).isBlank(), "a refusal without words");
  }
}
