package io.svc.server.credentials;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.svc.server.db.OrgId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Caches the credentials of another source, in memory only: a credential for a minute from the
 * request for it, a failure for two seconds, so that an unavailable source does not receive every
 * request. An expired entry is never used, even if the source fails. Concurrent requests share one
 * request to the source. A changed mapping has another version, which makes its entries invalid.
 * Safe for many threads.
 */
final class CachedSecrets implements SecretSource {
  static final Duration LONGEST = Duration.ofSeconds(60);
  static final Duration LONGEST_OF_FAILURE = Duration.ofSeconds(2);

  private static final int MAX = 10_000;

  private final SecretSource source;
  private final Ticker ticker;
  private final Cache<Key, Outcome> outcomes;
  private final Map<Key, FutureTask<Outcome>> inProgress = new ConcurrentHashMap<>();

  private record Key(OrgId org, String mappingId, long version) {}

  /** A result of the source: a credential, or the reason of a failure. */
  private record Outcome(Optional<FetchedCredential> fetched, String failure, long askedAt) {
    FetchedCredential get() throws CredentialUnavailableException {
      return fetched.orElseThrow(() -> new CredentialUnavailableException(failure));
    }
  }

  /**
   * @param ticker a monotonic counter of nanoseconds
   */
  CachedSecrets(SecretSource source, Ticker ticker) {
    this.source = source;
    this.ticker = ticker;
    this.outcomes =
        Caffeine.newBuilder()
            .maximumSize(MAX)
            .expireAfterWrite(LONGEST)
            .ticker(ticker)
            .executor(Runnable::run)
            .build();
  }

  @Override
  public FetchedCredential fetch(OrgId org, Mapping mapping) throws CredentialUnavailableException {
    Key key = key(org, mapping);
    Optional<Outcome> cached = fresh(key);
    return (cached.isPresent() ? cached.get() : fetchFromSource(key, org, mapping)).get();
  }

  private Optional<Outcome> fresh(Key key) {
    return Optional.ofNullable(outcomes.getIfPresent(key)).filter(this::isFresh);
  }

  /** Requests the credential from the source, without the cache. */
  FetchedCredential fetchUncached(OrgId org, Mapping mapping)
      throws CredentialUnavailableException {
    Outcome outcome = fetch(key(org, mapping), org, mapping);
    return outcome.get();
  }

  private boolean isFresh(Outcome outcome) {
    Duration longest = outcome.fetched().isPresent() ? LONGEST : LONGEST_OF_FAILURE;
    return ticker.read() - outcome.askedAt() < longest.toNanos();
  }

  private Outcome fetchFromSource(Key key, OrgId org, Mapping mapping) {
    // A concurrent request may have completed after this caller's check of the cache.
    FutureTask<Outcome> mine =
        new FutureTask<>(() -> fresh(key).orElseGet(() -> fetch(key, org, mapping)));
    FutureTask<Outcome> first = inProgress.putIfAbsent(key, mine);
    if (first == null) {
      try {
        mine.run();
      } finally {
        inProgress.remove(key, mine);
      }
    }
    try {
      return (first == null ? mine : first).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome(Optional.empty(), "The server is stopping.", ticker.read());
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private Outcome fetch(Key key, OrgId org, Mapping mapping) {
    long askedAt = ticker.read();
    Outcome outcome;
    try {
      outcome = new Outcome(Optional.of(source.fetch(org, mapping)), "", askedAt);
    } catch (CredentialUnavailableException e) {
      outcome = new Outcome(Optional.empty(), e.getMessage(), askedAt);
    }
    outcomes.put(key, outcome);
    return outcome;
  }

  /** Removes the entries of a tenant. */
  void forget(OrgId org) {
    outcomes.asMap().keySet().removeIf(key -> key.org().equals(org));
  }

  private static Key key(OrgId org, Mapping mapping) {
    return new Key(org, mapping.id(), mapping.version());
  }
}
