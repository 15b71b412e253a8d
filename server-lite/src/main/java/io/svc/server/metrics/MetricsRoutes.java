package io.svc.server.metrics;

import io.svc.server.config.Secret;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/** {@code /metrics}: open, unless a token is configured. */
public final class MetricsRoutes {
  private final Metrics metrics;
  private final Optional<Secret> token;

  public MetricsRoutes(Metrics metrics, Optional<Secret> token) {
    this.metrics = metrics;
    this.token = token;
  }

  public void register(Api api) {
    api.get("/metrics", RouteAccess.open(RateLimitBucket.NONE), this::scrape);
  }

  private void scrape(Call call) {
    if (token.isPresent()) {
      String authorization = call.header("Authorization").orElse("");
      String expected = "Bearer " + token.get().reveal();
      if (!MessageDigest.isEqual(
          authorization.getBytes(StandardCharsets.UTF_8),
          expected.getBytes(StandardCharsets.UTF_8))) {
        throw new ApiException(
            ErrorCode.UNAUTHENTICATED,
            "The metrics require the metrics_token of this server as a Bearer token.");
      }
    }
    Metrics.Exposition exposition = metrics.expose(call.header("Accept").orElse(""));
    call.send(200, exposition.contentType(), exposition.text().getBytes(StandardCharsets.UTF_8));
  }
}
