package io.svc.server.apikeys;

import io.svc.server.config.Cidr;
import io.svc.server.db.Tx;
import io.svc.server.http.Rights;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import java.net.InetAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The current rights of an API key: limited by its parent, the parent of that one, and the current
 * role of the owner. Only this class computes them; every use of a key, every invitation that a key
 * sent and every new child is checked here. Immutable.
 */
final class ApiKeyRights {
  /** The maximum depth of a key below the key that a member created. */
  static final int DEEPEST = 10;

  private final List<ApiKey> chain;
  private final boolean isChainComplete;
  private final Optional<Rights> rights;
  private final Set<Scope> keyScopes;
  private final Set<Scope> scopes;
  private final Optional<String> agentId;
  private final Optional<Instant> end;
  private final List<List<Cidr>> blocks;

  /**
   * Creates a grant.
   *
   * @param chain the key, its parent, the parent of that one, and so on
   * @param isChainComplete whether the chain ends with a key that a member created
   */
  private ApiKeyRights(List<ApiKey> chain, boolean isChainComplete) {
    this.chain = List.copyOf(chain);
    this.rights = rights(chain);
    this.end = end(chain);
    this.keyScopes = Scope.ofLabels(key().scopes());
    Set<Scope> common = EnumSet.copyOf(keyScopes);
    for (ApiKey parent : chain.subList(1, chain.size())) {
      common.retainAll(Scope.ofLabels(parent.scopes()));
    }
    this.scopes = Set.copyOf(common);
    Set<String> agents = new LinkedHashSet<>();
    List<List<Cidr>> lists = new ArrayList<>();
    for (ApiKey key : chain) {
      key.agentId().ifPresent(agents::add);
      if (!key.allowedIps().isEmpty()) {
        lists.add(ApiKeys.blocks(key));
      }
    }
    this.isChainComplete = isChainComplete && agents.size() < 2;
    this.agentId = agents.stream().findFirst();
    this.blocks = List.copyOf(lists);
  }

  private static Optional<Instant> end(List<ApiKey> keys) {
    Optional<Instant> end = Optional.empty();
    for (ApiKey key : keys) {
      Optional<Instant> keyEnd = key.expiresAt();
      if (keyEnd.isPresent() && (end.isEmpty() || keyEnd.get().isBefore(end.get()))) {
        end = keyEnd;
      }
    }
    return end;
  }

  /** Returns the grant of a key that was read in the same transaction. */
  static ApiKeyRights of(Tx tx, ApiKey key) {
    return of(key, parent -> tx.on(ApiKeyStore.class).find(key.orgId(), parent));
  }

  /** Returns the grants of keys of one tenant, and reads each parent once. */
  static List<ApiKeyRights> of(Tx tx, List<ApiKey> keys) {
    Map<String, Optional<ApiKey>> parents = new HashMap<>();
    return keys.stream()
        .map(
            key ->
                of(
                    key,
                    parent ->
                        parents.computeIfAbsent(
                            parent, id -> tx.on(ApiKeyStore.class).find(key.orgId(), id))))
        .toList();
  }

  private static ApiKeyRights of(ApiKey key, Function<String, Optional<ApiKey>> parents) {
    List<ApiKey> chain = new ArrayList<>(List.of(key));
    Optional<String> next = key.parentId();
    while (next.isPresent() && chain.size() <= DEEPEST) {
      Optional<ApiKey> parent = parents.apply(next.get());
      if (parent.isEmpty()) {
        break;
      }
      chain.add(parent.get());
      next = parent.get().parentId();
    }
    return new ApiKeyRights(chain, next.isEmpty());
  }

  private static Optional<Rights> rights(List<ApiKey> chain) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    for (ApiKey key : chain) {
      if (key.ownerRole().isEmpty()) {
        return Optional.empty();
      }
      roles.add(key.role());
      roles.add(key.ownerRole().get());
    }
    return Optional.of(new Rights(roles));
  }

  ApiKey key() {
    return chain.get(0);
  }

  /** Returns the rights of the key; empty when its owner is no longer a member. */
  Optional<Rights> rights() {
    return rights;
  }

  /** Returns the scopes of the key itself. */
  Set<Scope> keyScopes() {
    return keyScopes;
  }

  /** Returns the scopes that the key and all keys above it have. */
  Set<Scope> scopes() {
    return scopes;
  }

  /** The only agent that the key can act for; empty for an unbound key. */
  Optional<String> agentId() {
    return agentId;
  }

  /** Returns the earliest expiry of the key and its parents. */
  Optional<Instant> end() {
    return end;
  }

  /** Returns the earliest expiry of the keys above it; empty if none expires. */
  Optional<Instant> parentEnd() {
    return end(chain.subList(1, chain.size()));
  }

  /** Returns whether it is a given key, or below it. */
  boolean isWithin(String keyId) {
    return chain.stream().anyMatch(key -> key.keyId().equals(keyId));
  }

  /** Returns the number of keys above it. */
  int depth() {
    return chain.size() - 1;
  }

  /**
   * Returns the allow-lists of the key and of its parents, which all apply; empty if all addresses
   * are allowed.
   */
  List<List<Cidr>> blocks() {
    return blocks;
  }

  /** Returns whether an address is on every allow-list. */
  boolean allows(String ip) {
    if (blocks.isEmpty()) {
      return true;
    }
    Optional<InetAddress> address = Cidr.literal(ip);
    return address.isPresent()
        && blocks.stream()
            .allMatch(list -> list.stream().anyMatch(block -> block.contains(address.get())));
  }

  /** Returns the status of the key, which is never better than the status of a key above it. */
  ApiKey.Status status(Instant now) {
    if (!isChainComplete) {
      return ApiKey.Status.REVOKED;
    }
    if (chain.size() == 1) {
      return key().status(now);
    }
    Set<ApiKey.Status> all = EnumSet.noneOf(ApiKey.Status.class);
    chain.forEach(link -> all.add(link.status(now)));
    return Stream.of(ApiKey.Status.REVOKED, ApiKey.Status.EXPIRED, ApiKey.Status.SUSPENDED)
        .filter(all::contains)
        .findFirst()
        .orElseGet(() -> key().status(now));
  }

  /** Returns whether the key can be used. */
  boolean isUsable(Instant now) {
    return switch (status(now)) {
      case ACTIVE, EXPIRING, ROTATED -> true;
      case EXPIRED, SUSPENDED, REVOKED -> false;
    };
  }

  /** Returns why the key is suspended, for its holder; empty when it is not. */
  Optional<String> suspensionReason(Instant now) {
    if (status(now) != ApiKey.Status.SUSPENDED) {
      return Optional.empty();
    }
    if (chain.stream().anyMatch(link -> link.owner() == ApiKey.Owner.REMOVED)) {
      return Optional.of(
          "The owner of the API key was removed from the organization; the key works again when an"
              + " administrator transfers it to another member.");
    }
    if (chain.stream().anyMatch(link -> link.owner() == ApiKey.Owner.LOCKED)) {
      return Optional.of(
          "The owner of the API key is locked; the key works again when the owner is unlocked or an"
              + " administrator transfers the key to another member.");
    }
    return Optional.of(
        "An incident contains the agent of the API key; the key works again when the agent is"
            + " released.");
  }

  /** Returns the identifier of the key, and never the hash. */
  @Override
  public String toString() {
    return key().toString();
  }
}
