package io.svc.server.discovery.scan;

import io.svc.server.http.Access;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Limit;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import java.util.Optional;

/** {@code /api/admin/integrations/{integrationId}/scan} and {@code …/import}. */
public final class ScanRoutes {
  private static final String ONE = "/api/admin/integrations/{integrationId}";
  private static final int LARGEST_EXPORT = 10 << 20;
  private static final int LONGEST_NAME = 200;

  private final PlatformScanner scanner;

  public ScanRoutes(PlatformScanner scanner) {
    this.scanner = scanner;
  }

  public void register(Api api) {
    Access use = Access.session(Permission.INTEGRATIONS_USE).within(Limit.OUTGOING);
    api.postWithoutBody(ONE + "/scan", use, this::scan);
    api.post(ONE + "/import", use.withBodyUpTo(LARGEST_EXPORT), this::read);
  }

  private void scan(Call call) {
    call.ok(new Answer(scanner.scan(call.caller(), id(call))));
  }

  private void read(Call call) {
    Optional<String> name = call.query().text("name");
    name.filter(text -> text.length() > LONGEST_NAME)
        .ifPresent(
            text -> {
              throw Query.invalid("name", text, "at most " + LONGEST_NAME + " characters");
            });
    call.ok(new Answer(scanner.read(call.caller(), id(call), Call.json(call.bytes()), name)));
  }

  private static String id(Call call) {
    return call.id("integrationId", "integration");
  }

  /** The response for a scan. */
  record Answer(Scan scan) {}
}
