package io.svc.server.apikeys;

import io.svc.server.config.Cidr;
import io.svc.server.db.NonEmpty;
import io.svc.server.db.PageRequest;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.ListRequest;
import io.svc.server.http.MessageTexts;
import io.svc.server.http.Permission;
import io.svc.server.http.Rights;
import io.svc.server.http.Role;
import io.svc.server.http.RouteAccess;
import io.svc.server.http.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code /api/admin/api-keys}. */
public final class ApiKeyRoutes {
  private static final int MAX_LISTED = 500;
  private static final int MAX_DAYS = 366;
  private static final int MAX_GRACE_HOURS = 168;

  private final ApiKeys keys;

  public ApiKeyRoutes(ApiKeys keys) {
    this.keys = keys;
  }

  public void register(Api api) {
    RouteAccess write = manage(Permission.API_KEYS_WRITE);
    api.list("/api/admin/api-keys", manage(Permission.API_KEYS_READ), ApiKeys.COLUMNS, this::list);
    api.post("/api/admin/api-keys", write, this::create);
    api.delete("/api/admin/api-keys/{keyId}", write, this::revoke);
    api.post("/api/admin/api-keys/{keyId}/rotate", write, this::rotate);
    // A new owner can have more rights than the previous one, so only a member may transfer a key.
    api.post(
        "/api/admin/api-keys/{keyId}/transfer",
        RouteAccess.session(Permission.MEMBERS_WRITE).withoutKeys(),
        this::transfer);
  }

  /** For a member, or a key with the specific scope; the dashboard's scope is not sufficient. */
  private static RouteAccess manage(Permission permission) {
    return RouteAccess.session(permission).withScope(Scope.KEYS_MANAGE).forAgents();
  }

  private ListResponse list(Call call, ListRequest list) {
    PageRequest listPage = list.page(MAX_LISTED, MAX_LISTED);
    ApiKeys.Page page = keys.list(call.caller(), call.query().text("ownerId"), listPage);
    return new ListResponse(
        page.keys().stream().map(this::view).toList(),
        page.total(),
        ListRequest.cursor(page.next()));
  }

  private void create(Call call) {
    Fields body = call.body();
    KeyRequest request =
        new KeyRequest(
            body.text("name", 1, 100),
            body.options("scopes", Scope.class).filter(s -> !s.isEmpty()),
            body.option("role", Role.class),
            body.number("expiresInDays", 1, MAX_DAYS).stream()
                .mapToObj(Duration::ofDays)
                .findFirst(),
            body.isNull("expiresInDays"),
            body.optionalText("agentId", 64),
            body.has("allowedIps") ? Optional.of(blocks(body)) : Optional.empty());
    body.check();
    ApiKeys.CreatedKey created = keys.create(call.caller(), request);
    call.reply(201, new CreateResponse(view(created.key()), created.text()));
  }

  private static List<Cidr> blocks(Fields body) {
    List<Cidr> blocks = new ArrayList<>();
    for (String text : body.texts("allowedIps", 50, 50)) {
      Optional<Cidr> block = Cidr.parse(text);
      if (block.isEmpty()) {
        body.problem(
            "invalid",
            "allowedIps",
            "\"allowedIps\" contains \""
                + MessageTexts.shown(text)
                + "\"; expected an address or a block such as 10.0.0.0/8.");
      }
      block.ifPresent(blocks::add);
    }
    return blocks;
  }

  private void revoke(Call call) {
    call.ok(
        new RevokeResponse(true, view(keys.revoke(call.caller(), call.id("keyId", "API key")))));
  }

  private void rotate(Call call) {
    Fields body = call.optionalBody();
    long hours = body.number("graceHours", 0, MAX_GRACE_HOURS).orElse(0);
    body.check();
    ApiKeys.CreatedKey created =
        keys.rotate(call.caller(), call.id("keyId", "API key"), Duration.ofHours(hours));
    call.reply(201, new CreateResponse(view(created.key()), created.text()));
  }

  private void transfer(Call call) {
    Fields body = call.body();
    String ownerId = body.text("ownerId", 1, 64);
    body.check();
    call.ok(
        new TransferResponse(
            view(keys.transfer(call.caller(), call.id("keyId", "API key"), ownerId))));
  }

  private View view(ApiKeyRights grant) {
    ApiKey key = grant.key();
    return new View(
        key.keyId(),
        key.name(),
        "svck_" + key.publicId(),
        key.last4(),
        grant.keyScopes(),
        key.role(),
        grant.rights().map(Rights::roles).orElse(Set.of()),
        grant.status(keys.now()),
        grant.suspensionReason(keys.now()),
        key.createdBy(),
        key.ownerId(),
        key.parentId(),
        key.createdAt(),
        key.expiresAt(),
        key.lastUsedAt(),
        NonEmpty.of(key.lastUsedIp()),
        key.useCount(),
        key.rotatedFrom(),
        key.retiresAt(),
        key.agentId(),
        ApiKeys.blocks(key).stream().map(Cidr::toString).toList());
  }

  /** A key in API responses: without its hash. */
  record View(
      String id,
      String name,
      String prefix,
      String last4,
      Set<Scope> scopes,
      Role role,
      Set<Role> effectiveRoles,
      ApiKey.Status status,
      Optional<String> statusReason,
      String createdBy,
      String ownerId,
      Optional<String> parentId,
      Instant createdAt,
      Optional<Instant> expiresAt,
      Optional<Instant> lastUsedAt,
      Optional<String> lastUsedIp,
      long useCount,
      Optional<String> rotatedFrom,
      Optional<Instant> retiresAt,
      Optional<String> agentId,
      List<String> allowedIps) {}

  /** The response of a list. */
  record ListResponse(List<View> apiKeys, long total, Optional<String> cursor) {}

  /** The response with a new key. No other response contains the secret. */
  record CreateResponse(View apiKey, String key) {
    /** Returns the identifier, and never the key. */
    @Override
    public String toString() {
      return apiKey.id();
    }
  }

  /** The response of a transfer. */
  record TransferResponse(View apiKey) {}

  /** The response of a revocation. */
  record RevokeResponse(boolean ok, View apiKey) {}
}
