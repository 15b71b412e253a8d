package io.svc.server.health;

import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /healthz} for supervisors that restart the process, {@code /readyz} for load balancers.
 */
public final class HealthRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(HealthRoutes.class);

  private final Map<String, Check> checks;

  /** A precondition for serving requests. */
  @FunctionalInterface
  public interface Check {
    /** Returns whether it works; an exception means no. */
    boolean works() throws Exception;
  }

  /** Creates the routes with the checks by name, in the order of the response. */
  public HealthRoutes(Map<String, Check> checks) {
    this.checks = new LinkedHashMap<>(checks);
  }

  public void register(Api api) {
    api.get(
        "/healthz",
        RouteAccess.open(RateLimitBucket.NONE),
        call -> call.ok(new Health("ok", Map.of())));
    api.get("/readyz", RouteAccess.open(RateLimitBucket.NONE), this::ready);
  }

  private void ready(Call call) {
    Map<String, String> outcomes = new LinkedHashMap<>();
    boolean allWork = true;
    for (Map.Entry<String, Check> check : checks.entrySet()) {
      boolean works = works(check.getKey(), check.getValue());
      outcomes.put(check.getKey(), works ? "ok" : "failed");
      allWork &= works;
    }
    call.reply(allWork ? 200 : 503, new Health(allWork ? "ok" : "failed", outcomes));
  }

  private static boolean works(String name, Check check) {
    try {
      return check.works();
    } catch (Exception e) {
      LOG.warn("the check {} failed", name, e);
      return false;
    }
  }

  /** The response. */
  record Health(String status, Map<String, String> checks) {}
}
