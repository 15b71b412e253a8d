package io.svc.server.apikeys;

import static java.util.Objects.requireNonNull;

import io.svc.server.config.Cidr;
import io.svc.server.http.Access;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.http.Permission;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code /api/admin/api-keys}. */
public final class ApiKeyRoutes {
  private static final int USUAL_DAYS = 90;
  private static final int MOST_LISTED = 500;
  private static final int MOST_DAYS = 366;
  private static final int MOST_GRACE_HOURS = 168;

  private static final Set<Scope> CERTIFYING =
      Set.of(Scope.CERTIFICATIONS_READ, Scope.CERTIFICATIONS_WRITE);

  private final ApiKeys keys;

  public ApiKeyRoutes(ApiKeys keys) {
    this.keys = requireNonNull(keys, "keys is null");
  }

  public void register(Api api) {
    Access write = Access.session(Permission.API_KEYS_WRITE);
    api.get("/api/admin/api-keys", Access.session(Permission.API_KEYS_READ), this::list);
    api.post("/api/admin/api-keys", write, this::create);
    api.delete("/api/admin/api-keys/{keyId}", write, this::revoke);
    api.post("/api/admin/api-keys/{keyId}/rotate", write, this::rotate);
  }

  private void list(Call call) {
    int limit = call.query().number("limit", 1, MOST_LISTED, MOST_LISTED);
    int offset = call.query().number("offset", 0, Integer.MAX_VALUE, 0);
    ApiKeys.Page page = keys.list(call.caller(), limit, offset);
    call.ok(new Listing(page.keys().stream().map(this::view).toList(), page.total()));
  }

  private void create(Call call) {
    Fields body = call.body();
    String name = body.text("name", 1, 100);
    Set<Scope> scopes =
        body.options("scopes", Scope.class).filter(s -> !s.isEmpty()).orElse(Scope.machine());
    Optional<String> agent = body.optionalText("agentId", 64);
    Role role =
        body.option("role", Role.class).orElseGet(() -> usualRole(call, scopes, agent.isPresent()));
    List<Cidr> blocks = blocks(body);
    Optional<Duration> life = life(body, call);
    body.check();
    ApiKeys.Made made =
        keys.create(call.caller(), new ApiKeys.Wanted(name, scopes, role, life, agent, blocks));
    call.reply(201, new Created(view(made.key()), made.text()));
  }

  /**
   * A program gets no more than its scopes can be used with, and never more than its maker has.
   * That is an operator's rights; only where it is to certify as well, those of who may do both, or
   * that alone. An agent certifies nobody.
   */
  private static Role usualRole(Call call, Set<Scope> scopes, boolean isAgent) {
    Role own = call.caller().role().orElseThrow();
    Role needed = Role.OPERATOR;
    if (scopes.contains(Scope.CERTIFICATIONS_WRITE) && !isAgent) {
      boolean isAll = CERTIFYING.containsAll(scopes);
      needed = isAll ? Role.APPROVER : Role.ADMIN;
    }
    if (own.covers(needed)) {
      return needed;
    }
    return own.covers(Role.OPERATOR) ? Role.OPERATOR : own;
  }

  private static Optional<Duration> life(Fields body, Call call) {
    if (body.isNull("expiresInDays")) {
      if (call.caller().role().orElseThrow() != Role.ADMIN) {
        throw new ApiException(
            ErrorCode.ROLE_REQUIRED, "Only role_admin can make a key that does not expire.");
      }
      return Optional.empty();
    }
    return Optional.of(
        Duration.ofDays(body.number("expiresInDays", 1, MOST_DAYS).orElse(USUAL_DAYS)));
  }

  private static List<Cidr> blocks(Fields body) {
    List<Cidr> blocks = new ArrayList<>();
    for (String text : body.texts("allowedIps", 50, 50)) {
      Optional<Cidr> block = Cidr.parse(text);
      if (block.isEmpty()) {
        body.problem(
            "invalid",
            "allowedIps",
            "\"allowedIps\" holds \""
                + io.svc.server.http.Texts.shown(text)
                + "\"; an address or a block such as 10.0.0.0/8 was expected.");
      }
      block.ifPresent(blocks::add);
    }
    return blocks;
  }

  private void revoke(Call call) {
    call.ok(new Revoked(true, view(keys.revoke(call.caller(), call.id("keyId", "API key")))));
  }

  private void rotate(Call call) {
    Fields body = call.optionalBody();
    long hours = body.number("graceHours", 0, MOST_GRACE_HOURS).orElse(0);
    body.check();
    ApiKeys.Made made =
        keys.rotate(call.caller(), call.id("keyId", "API key"), Duration.ofHours(hours));
    call.reply(201, new Created(view(made.key()), made.text()));
  }

  private View view(ApiKey key) {
    return new View(
        key.keyId(),
        key.name(),
        "svck_" + key.publicId(),
        key.last4(),
        ApiKeys.scopes(key),
        key.role(),
        key.status(keys.now()),
        key.createdBy(),
        key.createdAt(),
        key.expiresAt(),
        key.lastUsedAt(),
        key.lastUsedIp().isEmpty() ? Optional.empty() : Optional.of(key.lastUsedIp()),
        key.useCount(),
        key.rotatedFrom(),
        key.retiresAt(),
        key.agentId(),
        ApiKeys.blocks(key).stream().map(Cidr::toString).toList());
  }

  /** A key as the API tells it: without its hash. */
  record View(
      String id,
      String name,
      String prefix,
      String last4,
      Set<Scope> scopes,
      Role role,
      ApiKey.Status status,
      String createdBy,
      Instant createdAt,
      Optional<Instant> expiresAt,
      Optional<Instant> lastUsedAt,
      Optional<String> lastUsedIp,
      long useCount,
      Optional<String> rotatedFrom,
      Optional<Instant> retiresAt,
      Optional<String> agentId,
      List<String> allowedIps) {}

  /** The answer to a listing. */
  record Listing(List<View> apiKeys, int total) {}

  /** The answer to a new key: the only time that the key itself is told. */
  record Created(View apiKey, String key) {
    /** Says which, and never the key. */
    @Override
    public String toString() {
      return apiKey.id();
    }
  }

  /** The answer to a revocation. */
  record Revoked(boolean ok, View apiKey) {}
}
