package io.svc.server.redaction;

import io.svc.server.Core;
import io.svc.server.FeatureModule;
import io.svc.server.agents.Agents;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.VersionedCache;
import io.svc.server.http.Access;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.http.Idempotency;
import io.svc.server.http.Limit;
import io.svc.server.http.Permission;
import io.svc.server.http.Scope;
import io.svc.server.secrets.Keyring;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.TenantAdministration.Holding;
import io.svc.server.tenants.TenantConfigs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** {@code /v1/redact}, and the redaction settings of a tenant. */
public final class RedactionRoutes implements FeatureModule {
  private static final int MOST_REMEMBERED = 1_000;

  private final Database database;
  private final Keyring keyring;
  private final RedactionConfigs configs;
  private final Redactions redactions;
  private final RedactionRecord record;
  private final TenantRedactions tenants = new TenantRedactions();
  private final VersionedCache<OrgId, TenantRedaction> remembered;

  public RedactionRoutes(Core core, Agents agents, AgentSessions sessions) {
    this.database = core.database();
    this.keyring = core.keyring();
    this.configs = new RedactionConfigs(core.audit());
    this.redactions = new Redactions(keyring);
    this.record =
        new RedactionRecord(database, core.identifiers(), agents, sessions, core.tenants());
    this.remembered = database.memory(MOST_REMEMBERED, RedactionConfigs.class);
  }

  @Override
  public void register(Api api) {
    api.post("/v1/redact", Access.key(Scope.REDACT_WRITE, Limit.EVAL).forAgents(), this::redact);
    api.get("/api/admin/redaction", Access.session(Permission.RESOURCES_READ), this::settings);
    api.put("/api/admin/redaction", Access.session(Permission.DETECTION_WRITE), this::configure);
  }

  private void redact(Call call) {
    long begun = System.nanoTime();
    OrgId org = call.org();
    byte[] body = call.bytes();
    Fields fields = call.body(body);
    call.caller().requireOwn(fields);
    TenantRedaction tenant =
        remembered
            .get(org, () -> Optional.of(database.read(tx -> tenants.of(tx, org))))
            .orElseThrow();
    RedactRequest request = new RedactReader(tenant, redactions.key(org)).read(fields);
    record.requireAgent(call.caller(), request.acting());
    refuseTooMuch(tenant, request, body.length);
    RedactResponse.Redacted redacted = redactions.redact(tenant.redaction(), request);
    Optional<String> decisionId = record.record(org, request.acting(), redacted, key(call, body));
    call.ok(
        RedactResponse.of(
            redacted,
            request.returnEntities(),
            decisionId,
            Duration.ofNanos(System.nanoTime() - begun)));
  }

  private static void refuseTooMuch(TenantRedaction tenant, RedactRequest request, int length) {
    boolean usesOwn = request.options().entities().stream().anyMatch(tenant.own()::contains);
    if (usesOwn && tenant.isTooMuch(length)) {
      throw new ApiException(
          ErrorCode.PAYLOAD_TOO_LARGE,
          "The body has "
              + length
              + " bytes; with the organization's own patterns at most "
              + tenant.mostCharacters()
              + " are taken. Send it in parts, or name \"entities\" that need none of them.");
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
    TenantConfigs.Versioned<RedactionSettings> settings =
        database.read(tx -> configs.get(tx, call.org()));
    call.ok(settings.version(), new Settings(settings));
  }

  private void configure(Call call) {
    Fields body = call.body();
    Fields sent = body.has("redaction") ? body.object("redaction") : body;
    LongConsumer expected = call.expectVersion(sent, "version");
    TenantConfigs.Versioned<RedactionSettings> settings =
        database.write(tx -> configs.change(tx, call.caller(), sent, expected));
    call.version(settings.version()).ok(new Settings(settings));
  }

  @Override
  public List<Holding> holdings() {
    return List.of(new Holding("redaction", configs::removeAll));
  }

  /** The response with the settings. */
  record Settings(TenantConfigs.Versioned<RedactionSettings> redaction) {}
}
