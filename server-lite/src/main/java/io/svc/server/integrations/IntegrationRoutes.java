package io.svc.server.integrations;

import io.svc.server.db.ListColumns;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import io.svc.server.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code /api/admin/integrations}. */
public final class IntegrationRoutes {
  private static final String PATH = "/api/admin/integrations";
  private static final String ITEM = PATH + "/{integrationId}";
  private static final String INTERVAL = "pollIntervalSeconds";
  private static final int LONGEST_NAME = 100;

  private static final ListColumns COLUMNS =
      ListColumns.ofFields(
          "id",
          "name",
          "type",
          "category",
          "enabled",
          "status",
          "lastTestAt",
          "lastScanAt",
          "lastError",
          "createdAt",
          "updatedAt");

  private final Integrations integrations;

  public IntegrationRoutes(Integrations integrations) {
    this.integrations = integrations;
  }

  public void register(Api api) {
    RouteAccess read = RouteAccess.session(Permission.INTEGRATIONS_READ);
    RouteAccess write = RouteAccess.session(Permission.INTEGRATIONS_WRITE);
    api.list(PATH, read, COLUMNS, this::list);
    api.post(PATH, write, this::create);
    api.get(ITEM, read, this::getIntegration);
    api.put(ITEM, write, this::change);
    api.delete(ITEM, write, this::delete);
    api.postWithoutBody(
        ITEM + "/test",
        RouteAccess.session(Permission.INTEGRATIONS_USE).within(RateLimitBucket.OUTGOING),
        this::test);
  }

  private ListResponse list(Call call, ListRequest list) {
    List<IntegrationView> views =
        integrations.list(call.org()).stream().map(IntegrationView::of).toList();
    return new ListResponse(list.slice(views), views.size());
  }

  private static Fields fields(Call call) {
    Fields body = call.body();
    return body.has("integration") ? body.object("integration") : body;
  }

  private void create(Call call) {
    Fields body = fields(call);
    Optional<IntegrationType> type = body.neededOption("type", IntegrationType.class);
    String name = body.text("name", 1, LONGEST_NAME);
    boolean enabled = body.flag("enabled", true);
    long interval = interval(body, type.filter(IntegrationType::isScanned).isPresent());
    Optional<IntegrationSettings> settings =
        type.map(
            idempotencyKey ->
                IntegrationSettingsReader.read(
                    body, new IntegrationSettings(idempotencyKey, Map.of())));
    body.allow("config");
    body.check();
    Integration integration =
        integrations.create(call.caller(), name, enabled, interval, settings.orElseThrow());
    call.version(integration.version()).reply(201, IntegrationResponse.of(integration));
  }

  private void getIntegration(Call call) {
    Integration found = integrations.get(call.org(), id(call));
    call.ok(found.version(), IntegrationResponse.of(found));
  }

  private void change(Call call) {
    Integration before = integrations.get(call.org(), id(call));
    call.expectVersion(before.version());
    Fields body = fields(call);
    Optional<IntegrationType> type = body.option("type", IntegrationType.class);
    if (type.filter(sent -> sent != before.type()).isPresent()) {
      body.problem(
          "invalid",
          "type",
          "\"type\" is \""
              + type.get()
              + "\", but the type of this integration cannot change"
              + " from \""
              + before.type()
              + "\".");
    }
    String name = body.has("name") ? body.text("name", 1, LONGEST_NAME) : before.name();
    boolean enabled = body.flag("enabled", before.enabled());
    long interval =
        body.has(INTERVAL)
            ? interval(body, before.type().isScanned())
            : before.pollIntervalSeconds();
    IntegrationSettings settings =
        IntegrationSettingsReader.read(body, integrations.open(call.org(), before));
    body.echo(Json.tree(IntegrationView.of(before)));
    body.check();
    Integration after =
        integrations.change(call.caller(), before, name, enabled, interval, settings);
    call.ok(after.version(), IntegrationResponse.of(after));
  }

  private static long interval(Fields body, boolean isScanned) {
    if (body.has(INTERVAL) && !isScanned) {
      body.problem(
          "invalid", INTERVAL, "\"" + INTERVAL + "\" applies only to types that are scanned.");
    }
    return body.number(
            INTERVAL, DiscoveryScanPlan.SHORTEST.toSeconds(), DiscoveryScanPlan.LONGEST.toSeconds())
        .orElse(DiscoveryScanPlan.USUAL.toSeconds());
  }

  private void delete(Call call) {
    integrations.delete(call.caller(), id(call), call::expectVersion);
    call.ok(new RemovalResponse(true));
  }

  private void test(Call call) {
    call.ok(integrations.test(call.caller(), id(call)));
  }

  private static String id(Call call) {
    return call.id("integrationId", "integration");
  }

  /** The response of a list. */
  record ListResponse(List<IntegrationView> integrations, int total) {}

  /** The response with one integration. */
  record IntegrationResponse(IntegrationView integration) {
    static IntegrationResponse of(Integration integration) {
      return new IntegrationResponse(IntegrationView.of(integration));
    }
  }

  /** The response of a removal. */
  record RemovalResponse(boolean ok) {}
}
