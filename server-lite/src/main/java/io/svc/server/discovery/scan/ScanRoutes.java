package io.svc.server.discovery.scan;

import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import java.util.Optional;

/** {@code /api/admin/integrations/{integrationId}/scan} and {@code …/import}. */
public final class ScanRoutes {
  private static final String ITEM = "/api/admin/integrations/{integrationId}";
  private static final int LARGEST_EXPORT = 10 << 20;
  private static final int LONGEST_NAME = 200;

  private final PlatformScanner scanner;

  public ScanRoutes(PlatformScanner scanner) {
    this.scanner = scanner;
  }

  public void register(Api api) {
    RouteAccess use =
        RouteAccess.session(Permission.INTEGRATIONS_USE).within(RateLimitBucket.OUTGOING);
    api.postWithoutBody(ITEM + "/scan", use, this::scan);
    api.post(ITEM + "/import", use.withBodyUpTo(LARGEST_EXPORT), this::read);
  }

  private void scan(Call call) {
    call.ok(new ScanResponse(scanner.scan(call.caller(), id(call))));
  }

  private void read(Call call) {
    Optional<String> name = call.query().text("name");
    name.filter(text -> text.length() > LONGEST_NAME)
        .ifPresent(
            text -> {
              throw Query.invalid("name", text, "at most " + LONGEST_NAME + " characters");
            });
    call.ok(new ScanResponse(scanner.read(call.caller(), id(call), Call.json(call.bytes()), name)));
  }

  private static String id(Call call) {
    return call.id("integrationId", "integration");
  }

  /** The response for a scan. */
  record ScanResponse(Scan scan) {}
}
