package io.svc.server.apikeys;

import static java.util.Objects.requireNonNull;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.config.Cidr;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.Memory;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Permission;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.tenants.TenantDeletion;
import io.svc.server.tenants.Tenants;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** API keys: made, shown once, looked up at every call, rotated, revoked. */
public final class ApiKeys {
  private static final int MOST_REMEMBERED = 10_000;

  private final Database database;
  private final Identifiers identifiers;
  private final Tenants tenants;
  private final AuditLog audit;
  private final Clock clock;
  private final KeyUses uses;
  private final Memory<String, ApiKey> memory;

  public ApiKeys(
      Database database, Identifiers identifiers, Tenants tenants, AuditLog audit, Clock clock) {
    this.database = requireNonNull(database, "database is null");
    this.identifiers = requireNonNull(identifiers, "identifiers is null");
    this.tenants = requireNonNull(tenants, "tenants is null");
    this.audit = requireNonNull(audit, "audit is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.uses = new KeyUses(database);
    this.memory = database.memory(MOST_REMEMBERED, ApiKey.class, TenantDeletion.class);
  }

  /**
   * A key to be.
   *
   * @param life empty for one that does not end by itself
   */
  record Wanted(
      String name,
      Set<Scope> scopes,
      Role role,
      Optional<Duration> life,
      Optional<String> agentId,
      List<Cidr> allowedIps) {}

  /** A key that was made, with the text that is told once and kept nowhere. */
  record Made(ApiKey key, String text) {
    /** Says which, and never the text. */
    @Override
    public String toString() {
      return key.toString();
    }
  }

  /** Some keys, and how many there are. */
  record Page(List<ApiKey> keys, int total) {
    Page {
      keys = List.copyOf(keys);
    }
  }

  Made create(Caller caller, Wanted wanted) {
    if (!caller.role().map(role -> role.covers(wanted.role())).orElse(false)) {
      throw new ApiException(
          ErrorCode.ROLE_REQUIRED,
          "A key cannot have the role " + wanted.role() + ", which may do more than you.");
    }
    return database.write(
        tx -> {
          Made made =
              insert(
                  tx,
                  caller.tenant(),
                  caller.id(),
                  caller.id(),
                  wanted,
                  wanted.life().map(tx.now()::plus),
                  Optional.empty());
          audit.record(
              tx,
              caller,
              event("api_key.create", made.key())
                  .with("scopes", made.key().scopes())
                  .with("role", made.key().role().toString()));
          return made;
        });
  }

  private Made insert(
      Tx tx,
      OrgId org,
      String createdBy,
      String issuedTo,
      Wanted wanted,
      Optional<Instant> end,
      Optional<String> rotatedFrom) {
    KeyText text = KeyText.create(identifiers);
    String id = identifiers.next("key_");
    ApiKeyStore store = tx.on(ApiKeyStore.class);
    store.insert(
        org,
        id,
        text.publicId(),
        text.hash(),
        wanted.name(),
        text.last4(),
        words(EnumSet.copyOf(wanted.scopes())),
        wanted.role(),
        wanted.agentId(),
        words(wanted.allowedIps()),
        createdBy,
        issuedTo,
        tx.now(),
        end,
        rotatedFrom);
    return new Made(store.find(org, id).orElseThrow(), text.text());
  }

  private static String words(java.util.Collection<?> values) {
    return values.stream().map(Object::toString).collect(Collectors.joining(" "));
  }

  /**
   * The keys that a caller may see, a page of them, latest first: all, or his own where he may only
   * make some.
   */
  Page list(Caller caller, int limit, int offset) {
    uses.store();
    OrgId org = caller.tenant();
    return database.read(
        tx -> {
          ApiKeyStore store = tx.on(ApiKeyStore.class);
          return seesAll(caller)
              ? new Page(store.page(org, limit, offset), store.count(org))
              : new Page(
                  store.pageOf(org, caller.id(), limit, offset), store.countOf(org, caller.id()));
        });
  }

  /**
   * The next keys of a tenant, in the order of their identifiers, for who reviews access. When they
   * were used is as {@link #storeUses} last stored it.
   *
   * @param after the last one that is known; empty for the first
   */
  public List<KeyReview> after(Tx tx, OrgId org, String after, int limit) {
    return tx.on(ApiKeyStore.class).after(org, after, limit).stream()
        .map(key -> KeyReview.of(key, tx.now()))
        .toList();
  }

  private static boolean seesAll(Caller caller) {
    return caller.may(Permission.MEMBERS_WRITE) || caller.may(Permission.AUDIT_READ);
  }

  ApiKey revoke(Caller caller, String keyId) {
    return database.write(
        tx -> {
          ApiKey key = own(tx, caller, keyId);
          if (tx.on(ApiKeyStore.class).revoke(caller.tenant(), keyId, tx.now()) > 0) {
            tx.outdate(ApiKey.class);
            audit.record(tx, caller, event("api_key.revoke", key));
          }
          return own(tx, caller, keyId);
        });
  }

  /** Makes a new key in the place of one that still works. */
  Made rotate(Caller caller, String keyId, Duration grace) {
    return database.write(
        tx -> {
          ApiKey old = own(tx, caller, keyId);
          ApiKey.Status status = old.status(tx.now());
          if (status != ApiKey.Status.ACTIVE && status != ApiKey.Status.EXPIRING) {
            throw new ApiException(
                ErrorCode.INVALID_TRANSITION,
                "The key is " + status + "; only one that is active can be rotated.");
          }
          Optional<Duration> life =
              old.expiresAt().map(end -> Duration.between(old.createdAt(), end));
          Wanted wanted =
              new Wanted(old.name(), scopes(old), old.role(), life, old.agentId(), blocks(old));
          Made made =
              insert(
                  tx,
                  caller.tenant(),
                  old.createdBy(),
                  caller.id(),
                  wanted,
                  life.map(tx.now()::plus),
                  Optional.of(keyId));
          tx.outdate(ApiKey.class);
          ApiKeyStore store = tx.on(ApiKeyStore.class);
          if (grace.isZero()) {
            store.revoke(caller.tenant(), keyId, tx.now());
          } else {
            store.retire(caller.tenant(), keyId, tx.now().plus(grace));
          }
          audit.record(
              tx,
              caller,
              event("api_key.rotate", old)
                  .with("newKeyId", made.key().keyId())
                  .with("graceHours", grace.toHours()));
          return made;
        });
  }

  private ApiKey own(Tx tx, Caller caller, String keyId) {
    return tx.on(ApiKeyStore.class)
        .find(caller.tenant(), keyId)
        .filter(key -> seesAll(caller) || key.createdBy().equals(caller.id()))
        .orElseThrow(() -> ApiException.notFound("API key", keyId));
  }

  private static AuditEvent event(String action, ApiKey key) {
    return AuditEvent.of(Category.ADMIN, action, "api_key", key.keyId(), key.name());
  }

  /** Revokes what a member made who leaves. */
  public int revokeOf(Tx tx, OrgId org, String userId) {
    tx.outdate(ApiKey.class);
    return tx.on(ApiKeyStore.class).revokeOf(org, userId, tx.now());
  }

  /** Revokes the keys of an agent that goes; tells how many. */
  public int revokeOfAgent(Tx tx, OrgId org, String agentId) {
    tx.outdate(ApiKey.class);
    return tx.on(ApiKeyStore.class).revokeOfAgent(org, agentId, tx.now());
  }

  /** An agent was contained, or released: keys that are bound to it go with it. */
  public void agentChanged(Tx tx) {
    tx.outdate(ApiKey.class);
  }

  /** Whether a tenant has ever made a key. */
  public boolean exist(Tx tx, OrgId org) {
    return tx.on(ApiKeyStore.class).countAny(org) > 0;
  }

  /** Removes the keys of a tenant that is being deleted. */
  public int removeAll(Tx tx, OrgId org) {
    tx.outdate(ApiKey.class);
    return tx.on(ApiKeyStore.class).deleteAll(org);
  }

  /**
   * Whose key it is.
   *
   * @throws ApiException when it is a key of ours that may not be used
   */
  public Optional<Caller> find(String text, Caller.Origin origin) {
    Optional<KeyText> read = KeyText.read(text);
    if (read.isEmpty()) {
      return Optional.empty();
    }
    Optional<ApiKey> found =
        memory
            .get(read.get().publicId(), () -> stored(read.get().publicId()))
            .filter(key -> isSame(key.secretHash(), read.get().hash()));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    ApiKey key = found.get();
    Instant now = clock.instant();
    refuseUnusable(key, now, origin);
    uses.used(key, now, origin.ip());
    return Optional.of(
        new Caller(
            Caller.Kind.API_KEY,
            key.keyId(),
            key.name(),
            Optional.of(key.orgId()),
            Optional.of(key.role()),
            scopes(key),
            key.secretHash(),
            origin));
  }

  /** A key of a tenant that is not about to go. */
  private Optional<ApiKey> stored(String publicId) {
    return database.read(
        tx -> {
          Optional<ApiKey> key = tx.on(ApiKeyStore.class).byPublicId(publicId);
          if (key.isPresent() && tenants.isLeaving(tx, key.get().orgId())) {
            throw new ApiException(
                ErrorCode.KEY_REVOKED, "The organization of this API key is being deleted.");
          }
          return key;
        });
  }

  private static boolean isSame(String hash, String other) {
    return MessageDigest.isEqual(
        hash.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
  }

  private static void refuseUnusable(ApiKey key, Instant now, Caller.Origin origin) {
    switch (key.status(now)) {
      case REVOKED ->
          throw new ApiException(ErrorCode.KEY_REVOKED, "The API key has been revoked.");
      case SUSPENDED ->
          throw new ApiException(
              ErrorCode.KEY_SUSPENDED,
              "An incident holds back the agent of the API key; the key works again when the agent"
                  + " is released.");
      case EXPIRED -> throw new ApiException(ErrorCode.KEY_EXPIRED, "The API key has expired.");
      case ACTIVE, EXPIRING, ROTATED -> {
        List<Cidr> blocks = blocks(key);
        boolean isAllowed =
            blocks.isEmpty()
                || Cidr.literal(origin.ip())
                    .map(ip -> blocks.stream().anyMatch(block -> block.contains(ip)))
                    .orElse(false);
        if (!isAllowed) {
          throw new ApiException(
              ErrorCode.FORBIDDEN, "The API key may not be used from this address.");
        }
      }
    }
  }

  static Set<Scope> scopes(ApiKey key) {
    List<String> labels = List.of(key.scopes().split(" ", -1));
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    for (Scope scope : Scope.values()) {
      if (labels.contains(scope.toString())) {
        scopes.add(scope);
      }
    }
    return scopes;
  }

  static List<Cidr> blocks(ApiKey key) {
    return key.allowedIps().isEmpty()
        ? List.of()
        : List.of(key.allowedIps().split(" ", -1)).stream()
            .flatMap(text -> Cidr.parse(text).stream())
            .toList();
  }

  /** Stores when keys were used. */
  public void storeUses() {
    uses.store();
  }

  Instant now() {
    return clock.instant();
  }
}
