package io.svc.server.mcp;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.svc.baseline.BaselineAsset;
import io.svc.rules.Severity;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server in a response. */
record ServerView(
    String id,
    String name,
    String source,
    String configPath,
    String transport,
    String command,
    List<String> args,
    Optional<String> url,
    Map<String, String> envKeys,
    String authMode,
    int toolCount,
    int resourceCount,
    String description,
    String configHash,
    boolean hasAssets,
    ServerReviewState reviewState,
    String reviewReason,
    String reviewNote,
    String reviewedBy,
    Optional<Instant> reviewedAt,
    InventoryServer.LifecycleState lifecycleState,
    boolean inBaseline,
    List<String> drift,
    Map<String, Long> severityCounts,
    String lastReportId,
    List<String> agents,
    Instant firstSeenAt,
    Instant lastSeenAt,
    long version) {

  private static final List<Severity> WORST_FIRST =
      List.of(Severity.CRITICAL, Severity.HIGH, Severity.MEDIUM, Severity.LOW, Severity.INFO);

  /** A server with all details; assets and findings are in snake_case. */
  record Detail(
      @JsonUnwrapped ServerView server, List<BaselineAsset> assets, List<JsonNode> findings) {}

  static ServerView of(InventoryServer server) {
    Optional<BaselineAsset> asset = server.asset();
    Optional<String> url = asset.flatMap(a -> extension(a, "url"));
    String command = asset.map(BaselineAsset::command).orElse("");
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Severity severity : WORST_FIRST) {
      counts.put(severity.label(), server.open().get(severity));
    }
    return new ServerView(
        server.id(),
        server.name(),
        server.source(),
        server.configPath(),
        asset
            .flatMap(a -> extension(a, "transport"))
            .orElse(!command.isEmpty() ? "stdio" : url.isPresent() ? "http" : ""),
        command,
        asset.map(BaselineAsset::args).orElse(List.of()),
        url,
        asset.map(BaselineAsset::envKeys).orElse(Map.of()),
        asset.map(BaselineAsset::authMode).orElse(""),
        asset.map(BaselineAsset::toolCount).orElse(0),
        asset.map(BaselineAsset::resourceCount).orElse(0),
        asset.map(BaselineAsset::description).orElse(""),
        asset.map(BaselineAsset::configHash).orElse(""),
        !server.assets().isEmpty(),
        server.reviewState(),
        server.reviewReason(),
        server.reviewNote(),
        server.reviewedBy(),
        server.reviewedAt(),
        server.lifecycleState(),
        server.inBaseline(),
        server.drift(),
        counts,
        server.lastReportId(),
        server.agents(),
        server.firstSeenAt(),
        server.lastSeenAt(),
        server.version());
  }

  private static Optional<String> extension(BaselineAsset asset, String name) {
    return Optional.ofNullable(asset.extensions().get(name))
        .map(String::valueOf)
        .filter(text -> !text.isEmpty());
  }
}
