package io.svc.server.redaction;

import io.svc.server.FeatureModule;
import io.svc.server.SharedComponents;
import io.svc.server.agents.Agents;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.VersionedCache;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.http.Idempotency;
import io.svc.server.http.Permission;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import io.svc.server.http.Scope;
import io.svc.server.secrets.Keyring;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import io.svc.server.tenants.TenantConfigs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** {@code /v1/redact}, and the redaction settings of a tenant. */
public final class RedactionRoutes implements FeatureModule {
  private static final int MAX_REMEMBERED = 1_000;

  private final Database database;
  private final Keyring keyring;
  private final RedactionConfigs configs;
  private final RequestRedactor redactions;
  private final RedactionRecord record;
  private final TenantRedactions tenants = new TenantRedactions();
  private final VersionedCache<OrgId, TenantRedaction> remembered;

  public RedactionRoutes(SharedComponents core, Agents agents, AgentSessions sessions) {
    this.database = core.database();
    this.keyring = core.keyring();
    this.configs = new RedactionConfigs(core.audit());
    this.redactions = new RequestRedactor(keyring);
    this.record =
        new RedactionRecord(database, core.identifiers(), agents, sessions, core.tenants());
    this.remembered = database.memory(MAX_REMEMBERED, RedactionConfigs.class);
  }

  @Override
  public void register(Api api) {
    api.post(
        "/v1/redact",
        RouteAccess.key(Scope.REDACT_WRITE, RateLimitBucket.EVAL).forAgents(),
        this::redact);
    api.get("/api/admin/redaction", RouteAccess.session(Permission.RESOURCES_READ), this::settings);
    api.put(
        "/api/admin/redaction", RouteAccess.session(Permission.DETECTION_WRITE), this::configure);
  }

  private void redact(Call call) {
    long begun = System.nanoTime();
    OrgId org = call.org();
    byte[] body = call.bytes();
    Fields fields = call.body(body);
    call.caller().requireOwnOrg(fields);
    TenantRedaction tenant =
        remembered
            .get(org, () -> Optional.of(database.read(tx -> tenants.of(tx, org))))
            .orElseThrow();
    RedactRequest request = new RedactReader(tenant, redactions.key(org)).read(fields);
    record.requireAgent(call.caller(), request.acting());
    rejectTooLarge(tenant, request, body.length);
    RedactResponse.Redacted redacted = redactions.redact(tenant.redaction(), request);
    Optional<String> decisionId = record.record(org, request.acting(), redacted, key(call, body));
    call.ok(
        RedactResponse.of(
            redacted,
            request.returnEntities(),
            decisionId,
            Duration.ofNanos(System.nanoTime() - begun)));
  }

  private static void rejectTooLarge(TenantRedaction tenant, RedactRequest request, int length) {
    boolean usesCustomTypes =
        request.options().entities().stream().anyMatch(tenant.customTypes()::contains);
    if (usesCustomTypes && tenant.isTooLong(length)) {
      throw new ApiException(
          ErrorCode.PAYLOAD_TOO_LARGE,
          "The body has "
              + length
              + " bytes; with the organization's own patterns at most "
              + tenant.maxCharacters()
              + " are accepted. Send it in parts, or specify \"entities\" that do not use them.");
    }
  }

  /** Uses a keyed digest of the body, so that the stored digest does not allow guessing it. */
  private Optional<Idempotency.Key> key(Call call, byte[] body) {
    return Idempotency.key(call, new byte[0])
        .map(
            key ->
                new Idempotency.Key(
                    key.org(),
                    key.value(),
                    key.route(),
                    keyring.sign(
                        "redacted bodies",
                        key.org().value() + "\n" + new String(body, StandardCharsets.UTF_8))));
  }

  private void settings(Call call) {
    TenantConfigs.VersionedConfig<RedactionSettings> settings =
        database.read(tx -> configs.get(tx, call.org()));
    call.ok(settings.version(), new Settings(settings));
  }

  private void configure(Call call) {
    Fields body = call.body();
    Fields sent = body.has("redaction") ? body.object("redaction") : body;
    LongConsumer expected = call.expectVersion(sent, "version");
    TenantConfigs.VersionedConfig<RedactionSettings> settings =
        database.write(tx -> configs.change(tx, call.caller(), sent, expected));
    call.version(settings.version()).ok(new Settings(settings));
  }

  @Override
  public List<TenantDataOwner> tenantDataOwners() {
    return List.of(new TenantDataOwner("redaction", configs::removeAll));
  }

  /** The response with the settings. */
  record Settings(TenantConfigs.VersionedConfig<RedactionSettings> redaction) {}
}
