package io.svc.server.apikeys;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.agents.Agents;
import io.svc.server.apikeys.KeyRequest.KeyParameters;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.config.Cidr;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.LatestRows;
import io.svc.server.db.ListColumns;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.db.Tx;
import io.svc.server.db.VersionedCache;
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
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** API keys: created, shown once, verified at every call, rotated, revoked. */
public final class ApiKeys {
  /** The columns of keys. The status depends on other keys and is not among them. */
  static final ListColumns COLUMNS =
      ListColumns.of("key_id", "key_", "id")
          .texts("name")
          .labels("role", Role.class)
          .texts("ownerId", "createdBy", "agentId", "lastUsedIp")
          .numbers("createdAt", "expiresAt", "lastUsedAt", "useCount");

  private static final int MAX_REMEMBERED = 10_000;
  private static final int MAX_OWNED = 1_000;

  private final Database database;
  private final Identifiers identifiers;
  private final Accounts accounts;
  private final Agents agents;
  private final Tenants tenants;
  private final AuditLog audit;
  private final Clock clock;
  private final ApiKeyUsage uses;
  private final VersionedCache<String, ApiKeyRights> memory;

  public ApiKeys(
      Database database,
      Identifiers identifiers,
      Accounts accounts,
      Agents agents,
      Tenants tenants,
      AuditLog audit,
      Clock clock) {
    this.database = database;
    this.identifiers = identifiers;
    this.accounts = accounts;
    this.agents = agents;
    this.tenants = tenants;
    this.audit = audit;
    this.clock = clock;
    this.uses = new ApiKeyUsage(database);
    this.memory =
        database.memory(MAX_REMEMBERED, ApiKey.class, Account.class, TenantDeletion.class);
  }

  /** A new key with its secret, which is returned once and not stored. */
  record CreatedKey(ApiKeyRights key, String text) {
    /** Returns the identifier, and never the secret. */
    @Override
    public String toString() {
      return key.toString();
    }
  }

  /** A page of keys with their current rights, and the total. */
  record Page(List<ApiKeyRights> keys, Optional<String> next, long total) {
    Page {
      keys = List.copyOf(keys);
    }
  }

  /**
   * Creates a key.
   *
   * @throws ApiException when it could do more than the caller, or its agent does not exist
   */
  CreatedKey create(Caller caller, KeyRequest request) {
    return database.write(
        tx -> {
          Optional<ApiKeyRights> parent = parent(tx, caller);
          KeyParameters keyRequest =
              parent.isPresent()
                  ? request.of(caller, parent.get(), tx.now())
                  : request.of(caller, tx.now());
          keyRequest.agentId().ifPresent(agentId -> requireAgent(tx, caller.tenant(), agentId));
          String owner = parent.map(parentKey -> parentKey.key().ownerId()).orElse(caller.id());
          CreatedKey created =
              insert(
                  tx,
                  caller,
                  new KeyOrigin(
                      caller.id(),
                      owner,
                      parent.map(parentKey -> parentKey.key().keyId()),
                      Optional.empty()),
                  keyRequest);
          audit.record(
              tx,
              caller,
              event("api_key.create", created.key().key())
                  .with("scopes", created.key().key().scopes())
                  .with("role", created.key().key().role().toString()));
          return created;
        });
  }

  /** Returns the calling key, which becomes the parent of created keys; empty for a member. */
  private static Optional<ApiKeyRights> parent(Tx tx, Caller caller) {
    if (caller.kind() != Caller.Kind.API_KEY) {
      return Optional.empty();
    }
    ApiKeyStore store = tx.on(ApiKeyStore.class);
    store.lock(caller.tenant(), caller.id());
    ApiKeyRights parent =
        ApiKeyRights.of(tx, store.find(caller.tenant(), caller.id()).orElseThrow());
    if (!parent.isUsable(tx.now()) || parent.key().retiresAt().isPresent()) {
      throw new ApiException(
          ErrorCode.FORBIDDEN,
          "The API key was rotated or revoked. Use its successor to manage keys.");
    }
    if (parent.depth() >= ApiKeyRights.DEEPEST) {
      throw new ApiException(
          ErrorCode.FORBIDDEN,
          "The API key is "
              + ApiKeyRights.DEEPEST
              + " levels below the key of a member, which is the limit; it cannot create keys.");
    }
    return Optional.of(parent);
  }

  private void requireAgent(Tx tx, OrgId org, String agentId) {
    if (agents.find(tx, org, agentId).isEmpty()) {
      throw ApiException.notFound("agent", agentId);
    }
  }

  /** The origin of a key. */
  record KeyOrigin(
      String createdBy, String ownerId, Optional<String> parentId, Optional<String> rotatedFrom) {}

  private CreatedKey insert(Tx tx, Caller caller, KeyOrigin lineage, KeyParameters request) {
    ApiKeyText text = ApiKeyText.create(identifiers);
    String id = identifiers.next("key_");
    OrgId org = caller.tenant();
    ApiKeyStore store = tx.on(ApiKeyStore.class);
    store.insert(
        org,
        id,
        text,
        request,
        words(EnumSet.copyOf(request.scopes())),
        words(request.allowedIps()),
        lineage,
        caller.id(),
        tx.now());
    return new CreatedKey(ApiKeyRights.of(tx, store.find(org, id).orElseThrow()), text.text());
  }

  private static String words(java.util.Collection<?> values) {
    return values.stream().map(Object::toString).collect(Collectors.joining(" "));
  }

  /**
   * Returns a page of the keys that a caller may see, latest first. Callers with {@code
   * MEMBERS_WRITE} or {@code AUDIT_READ} see all keys, unless their key belongs to an agent.
   * Otherwise, a member sees the keys that they own, and an API key sees itself, the keys below it
   * and their predecessors from rotations.
   *
   * @param ownerId the requested owner
   */
  Page list(Caller caller, Optional<String> ownerId, PageRequest listPage) {
    uses.store();
    return database.read(
        tx -> {
          LatestRows<ApiKey> rows = rows(tx, caller.tenant());
          if (!canListAll(caller) && caller.kind() == Caller.Kind.API_KEY) {
            rows.where(
                "key_id IN (" + ApiKeyStore.FAMILY + "SELECT key_id FROM family)",
                Map.of("keyId", caller.id()));
          } else {
            rows.is("owner_id", canListAll(caller) ? ownerId : Optional.of(caller.id()));
          }
          LatestRows.Page<ApiKey> page = rows.page(listPage, Integer.MAX_VALUE - 1);
          return new Page(ApiKeyRights.of(tx, page.rows()), page.next(), page.total());
        });
  }

  /**
   * Returns the next keys of a tenant, in the order of their identifiers, for an access review.
   * Times of use are as of the last {@link #storeUses}.
   *
   * @param after the last known identifier; empty for the first page
   */
  public List<ApiKeyReviewEntry> after(Tx tx, OrgId org, String after, int limit) {
    return ApiKeyRights.of(tx, tx.on(ApiKeyStore.class).after(org, after, limit)).stream()
        .map(grant -> ApiKeyReviewEntry.of(grant, tx.now()))
        .toList();
  }

  private static LatestRows<ApiKey> rows(Tx tx, OrgId org) {
    return new LatestRows<>(tx, org, "(" + ApiKeyStore.SELECT + ") listed", COLUMNS, ApiKey.class);
  }

  /** Returns the keys of an owner that are not revoked or expired, with their current rights. */
  public List<MemberApiKey> ownedBy(Tx tx, OrgId org, String userId) {
    return ApiKeyRights.of(tx, rows(tx, org).is("owner_id", Optional.of(userId)).list(MAX_OWNED))
        .stream()
        .filter(
            key -> {
              ApiKey.Status status = key.status(tx.now());
              return status != ApiKey.Status.REVOKED && status != ApiKey.Status.EXPIRED;
            })
        .map(key -> MemberApiKey.of(key, tx.now()))
        .toList();
  }

  private static boolean canListAll(Caller caller) {
    return caller.agentId().isEmpty()
        && (caller.may(Permission.MEMBERS_WRITE) || caller.may(Permission.AUDIT_READ));
  }

  /** Revokes a key, its predecessors that still work after rotation, and all keys below it. */
  ApiKeyRights revoke(Caller caller, String keyId) {
    return database.write(
        tx -> {
          ApiKeyRights key = visible(tx, caller, keyId);
          int revoked = tx.on(ApiKeyStore.class).revokeFamily(caller.tenant(), keyId, tx.now());
          if (revoked > 0) {
            tx.outdate(ApiKey.class);
            audit.record(
                tx, caller, event("api_key.revoke", key.key()).with("revokedKeys", revoked));
          }
          return visible(tx, caller, keyId);
        });
  }

  /**
   * Creates a replacement of a working key: with the same rights, owner, parent and lifetime, but
   * never longer than its parent or the calling key.
   */
  CreatedKey rotate(Caller caller, String keyId, Duration grace) {
    return database.write(
        tx -> {
          OrgId org = caller.tenant();
          ApiKeyStore store = tx.on(ApiKeyStore.class);
          Optional<ApiKeyRights> callerKey = parent(tx, caller);
          store.lock(org, keyId);
          ApiKeyRights grant = visible(tx, caller, keyId);
          ApiKey old = grant.key();
          if (callerKey.isPresent() && !grant.isWithin(caller.id())) {
            throw new ApiException(
                ErrorCode.FORBIDDEN,
                "An API key can rotate only itself and the keys below it, not \"" + keyId + "\".");
          }
          ApiKey.Status status = grant.status(tx.now());
          if (status != ApiKey.Status.ACTIVE && status != ApiKey.Status.EXPIRING) {
            throw new ApiException(
                ErrorCode.INVALID_TRANSITION,
                "The key is " + status + "; only an active key can be rotated.");
          }
          Optional<Instant> newEnd =
              old.expiresAt().map(end -> tx.now().plus(Duration.between(old.createdAt(), end)));
          Optional<Instant> end =
              Stream.of(newEnd, grant.parentEnd(), callerKey.flatMap(ApiKeyRights::end))
                  .flatMap(Optional::stream)
                  .min(Instant::compareTo);
          CreatedKey created =
              insert(
                  tx,
                  caller,
                  new KeyOrigin(old.createdBy(), old.ownerId(), old.parentId(), Optional.of(keyId)),
                  new KeyParameters(
                      old.name(),
                      Scope.ofLabels(old.scopes()),
                      old.role(),
                      end,
                      old.agentId(),
                      blocks(old)));
          tx.outdate(ApiKey.class);
          store.adopt(org, keyId, created.key().key().keyId());
          if (grace.isZero()) {
            store.revoke(org, keyId, tx.now());
          } else {
            store.retire(org, keyId, tx.now().plus(grace));
          }
          audit.record(
              tx,
              caller,
              event("api_key.rotate", old)
                  .with("newKeyId", created.key().key().keyId())
                  .with("graceHours", grace.toHours()));
          return created;
        });
  }

  /**
   * Transfers a key that a member created, with all keys below it, to another member, whose role
   * then limits them.
   */
  ApiKeyRights transfer(Caller caller, String keyId, String ownerId) {
    return database.write(
        tx -> {
          OrgId org = caller.tenant();
          ApiKeyStore store = tx.on(ApiKeyStore.class);
          store.lock(org, keyId);
          ApiKeyRights key = visible(tx, caller, keyId);
          Account owner =
              accounts
                  .findMember(tx, org, ownerId)
                  .orElseThrow(() -> ApiException.notFound("member", ownerId));
          refuseTransfer(key, owner, tx.now());
          String before = key.key().ownerId();
          if (before.equals(ownerId)) {
            return key;
          }
          int transferred = store.transfer(org, keyId, ownerId);
          tx.outdate(ApiKey.class);
          audit.record(
              tx,
              caller,
              event("api_key.transfer", key.key())
                  .with("from", before)
                  .with("to", ownerId)
                  .with("transferredKeys", transferred));
          return visible(tx, caller, keyId);
        });
  }

  private static void refuseTransfer(ApiKeyRights key, Account owner, Instant now) {
    ApiKey.Status status = key.key().status(now);
    if (status == ApiKey.Status.REVOKED || status == ApiKey.Status.EXPIRED) {
      throw new ApiException(
          ErrorCode.INVALID_TRANSITION,
          "The key is " + status + "; only a usable key can be transferred.");
    }
    if (key.key().parentId().isPresent()) {
      throw new ApiException(
          ErrorCode.CONFLICT,
          "The API key \""
              + key.key().parentId().get()
              + "\" created this key. Transfer the key that a member created; the keys below it"
              + " are transferred with it.");
    }
    if (owner.status() != Account.Status.ACTIVE) {
      throw new ApiException(ErrorCode.CONFLICT, "The member \"" + owner.email() + "\" is locked.");
    }
  }

  /** Returns a key that the caller may see. */
  private static ApiKeyRights visible(Tx tx, Caller caller, String keyId) {
    return tx.on(ApiKeyStore.class)
        .find(caller.tenant(), keyId)
        .map(key -> ApiKeyRights.of(tx, key))
        .filter(
            key ->
                canListAll(caller)
                    || (caller.kind() == Caller.Kind.API_KEY
                        ? key.isWithin(caller.id())
                        : key.key().ownerId().equals(caller.id())))
        .orElseThrow(() -> ApiException.notFound("API key", keyId));
  }

  private static AuditEvent event(String action, ApiKey key) {
    return AuditEvent.of(Category.ADMIN, action, "api_key", key.keyId(), key.name());
  }

  /** Revokes the keys of a removed member. Returns the number of revoked keys. */
  public int revokeOf(Tx tx, OrgId org, String userId) {
    tx.outdate(ApiKey.class);
    return tx.on(ApiKeyStore.class).revokeOf(org, userId, tx.now());
  }

  /** Revokes the keys of an agent and all keys below them. Returns the number of revoked keys. */
  public int revokeOfAgent(Tx tx, OrgId org, String agentId) {
    tx.outdate(ApiKey.class);
    return tx.on(ApiKeyStore.class).revokeOfAgent(org, agentId, tx.now());
  }

  /** Updates the keys of an agent that was contained or released. */
  public void agentChanged(Tx tx) {
    tx.outdate(ApiKey.class);
  }

  /** Returns whether a tenant has ever created a key. */
  public boolean exist(Tx tx, OrgId org) {
    return tx.on(ApiKeyStore.class).countAny(org) > 0;
  }

  /** Deletes the keys of a tenant that is being deleted. */
  public long removeAll(Tx tx, OrgId org) {
    tx.outdate(ApiKey.class);
    return tx.removeAll(org, "api_key");
  }

  /**
   * Returns the caller of a key.
   *
   * @throws ApiException when the key exists but may not be used
   */
  public Optional<Caller> find(String text, Caller.Origin origin) {
    Optional<ApiKeyText> read = ApiKeyText.read(text);
    if (read.isEmpty()) {
      return Optional.empty();
    }
    Optional<ApiKeyRights> found =
        memory
            .get(read.get().publicId(), () -> stored(read.get().publicId()))
            .filter(grant -> isSame(grant.key().secretHash(), read.get().hash()));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    ApiKeyRights grant = found.get();
    ApiKey key = grant.key();
    Instant now = clock.instant();
    refuseUnusable(grant, now, origin);
    uses.used(key, now, origin.ip());
    return Optional.of(
        new Caller(
            Caller.Kind.API_KEY,
            key.keyId(),
            key.name(),
            Optional.of(key.orgId()),
            grant.rights(),
            grant.scopes(),
            grant.agentId(),
            key.secretHash(),
            origin));
  }

  /** Returns a key of a tenant that is not being deleted. */
  private Optional<ApiKeyRights> stored(String publicId) {
    return database.read(
        tx -> {
          Optional<ApiKey> key = tx.on(ApiKeyStore.class).byPublicId(publicId);
          if (key.isPresent() && tenants.isBeingDeleted(tx, key.get().orgId())) {
            throw new ApiException(
                ErrorCode.KEY_REVOKED, "The organization of this API key is being deleted.");
          }
          return key.map(found -> ApiKeyRights.of(tx, found));
        });
  }

  private static boolean isSame(String hash, String other) {
    return MessageDigest.isEqual(
        hash.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
  }

  private static void refuseUnusable(ApiKeyRights key, Instant now, Caller.Origin origin) {
    switch (key.status(now)) {
      case REVOKED ->
          throw new ApiException(ErrorCode.KEY_REVOKED, "The API key has been revoked.");
      case SUSPENDED ->
          throw new ApiException(
              ErrorCode.KEY_SUSPENDED,
              key.suspensionReason(now).orElse("The API key is suspended."));
      case EXPIRED -> throw new ApiException(ErrorCode.KEY_EXPIRED, "The API key has expired.");
      case ACTIVE, EXPIRING, ROTATED -> {
        if (!key.allows(origin.ip())) {
          throw new ApiException(
              ErrorCode.FORBIDDEN, "The API key may not be used from this address.");
        }
      }
    }
  }

  static List<Cidr> blocks(ApiKey key) {
    return key.allowedIps().isEmpty()
        ? List.of()
        : List.of(key.allowedIps().split(" ", -1)).stream()
            .flatMap(text -> Cidr.parse(text).stream())
            .toList();
  }

  /** Stores the times of use of keys. */
  public void storeUses() {
    uses.store();
  }

  Instant now() {
    return clock.instant();
  }
}
