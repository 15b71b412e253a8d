package io.svc.server.audit;

import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.secrets.Keyring;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit log. A verification of a chain detects an entry that was changed, removed or inserted.
 * With access to the store and the key of the instance, an attacker can rewrite a complete chain;
 * that is detected only by comparison with a head that was stored elsewhere.
 */
public final class AuditLog {
  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
  private static final String CHECKPOINT_USE = "audit checkpoint";
  private static final int CHECKED_AT_ONCE = 1_000;

  private final Database database;
  private final Identifiers identifiers;
  private final Optional<Keyring> key;
  private final Map<OrgId, CachedVerdict> lastChecked = new ConcurrentHashMap<>();

  public AuditLog(Database database, Identifiers identifiers, Keyring key) {
    this(database, identifiers, Optional.of(key));
  }

  private AuditLog(Database database, Identifiers identifiers, Optional<Keyring> key) {
    this.database = database;
    this.identifiers = identifiers;
    this.key = key;
  }

  /**
   * Returns the log of a store without its key, for example the log of a backup. Chains can be
   * verified and extended; the signatures of checkpoints are not verified, and none can be created.
   */
  public static AuditLog withoutKey(Database database, Identifiers identifiers) {
    return new AuditLog(database, identifiers, Optional.empty());
  }

  /** Records an event in the transaction of the action, in the chain of the caller's tenant. */
  public void record(Tx tx, Caller caller, AuditEvent event) {
    record(tx, caller.org().orElse(OrgId.INSTANCE), caller, event);
  }

  /** Records an event in the chain of a tenant. */
  public void record(Tx tx, OrgId org, Caller caller, AuditEvent event) {
    AuditStore store = tx.on(AuditStore.class);
    AuditStore.ChainPosition head = store.advance(org, "");
    if (head.seq() == 1 && store.erased(org).isPresent()) {
      // The tenant was purged concurrently, and none of its data may reappear.
      store.removeHead(org);
      return;
    }
    String category = event.category().toString();
    long categorySeq = store.advance(org, category).seq();
    String previous = head.hash().isEmpty() ? AuditChain.GENESIS : head.hash();
    String entry =
        AuditChain.canonical(
            identifiers.next("aud_"), head.seq(), tx.now(), caller, event, previous);
    String hash = AuditChain.hash(previous, entry);
    store.insert(org, head.seq(), category, categorySeq, tx.now(), entry, hash);
    store.setHash(org, hash);
  }

  /** Records a denial, in a transaction of its own. */
  public void recordDenial(Caller caller, String route, ApiException reason) {
    if (caller.org().isEmpty()) {
      return;
    }
    database.change(
        tx ->
            record(
                tx,
                caller,
                AuditEvent.of(Category.AUTH, "access.denied", "route", "", route)
                    .with(AuditEvent.Outcome.DENIED)
                    .with("code", reason.code().toString())
                    .with("reason", reason.getMessage())));
  }

  /** A page of entries, latest first. */
  record Page(List<AuditEntry> entries, long total, String head) {}

  /** Returns entries of one category or all, after an offset from the latest. */
  Page page(OrgId org, Optional<Category> category, int limit, int offset) {
    return database.read(
        tx -> {
          AuditStore store = tx.on(AuditStore.class);
          Optional<AuditStore.ChainPosition> chain = store.head(org, "");
          String head = chain.map(AuditStore.ChainPosition::hash).orElse(AuditChain.GENESIS);
          long erased = store.erased(org).map(AuditStore.ChainPosition::seq).orElse(0L);
          if (category.isEmpty()) {
            long last = chain.map(AuditStore.ChainPosition::seq).orElse(0L);
            long upTo = last - offset;
            return new Page(
                store.latest(org, Math.max(erased, upTo - limit), upTo), last - erased, head);
          }
          String label = category.get().toString();
          long last = store.head(org, label).map(AuditStore.ChainPosition::seq).orElse(0L);
          long upTo = last - offset;
          long erasedUpTo = store.firstOf(org, label).map(first -> first - 1).orElse(last);
          return new Page(store.latestOf(org, label, upTo - limit, upTo), last - erasedUpTo, head);
        });
  }

  /**
   * Returns entries before a position, latest first.
   *
   * @param position the number of an entry: within its category if one is given; empty for the end
   */
  List<AuditEntry> before(
      OrgId org, Optional<Category> category, Optional<Long> position, int limit) {
    return database.read(
        tx -> {
          AuditStore store = tx.on(AuditStore.class);
          String label = category.map(Category::toString).orElse("");
          long upTo =
              position
                  .map(p -> p - 1)
                  .orElseGet(
                      () -> store.head(org, label).map(AuditStore.ChainPosition::seq).orElse(0L));
          return category.isEmpty()
              ? store.latest(org, upTo - limit, upTo)
              : store.latestOf(org, label, upTo - limit, upTo);
        });
  }

  /** Returns entries after a number, oldest first, for reading a complete chain. */
  List<AuditEntry> following(OrgId org, long after, int limit) {
    return database.read(tx -> tx.on(AuditStore.class).following(org, after, limit));
  }

  /** Returns the start of a chain, after intentionally deleted entries. */
  AuditStore.ChainPosition chainStart(OrgId org) {
    return database.read(
        tx ->
            tx.on(AuditStore.class)
                .erased(org)
                .orElseGet(() -> new AuditStore.ChainPosition(0, AuditChain.GENESIS)));
  }

  /** Verifies a complete chain, and its checkpoints. */
  public AuditVerdict verify(OrgId org) {
    AuditStore.ChainPosition chainStart = chainStart(org);
    AuditChain chain = new AuditChain(chainStart.seq(), chainStart.hash());
    List<AuditCheckpoint> checkpoints =
        database.read(tx -> tx.on(AuditStore.class).checkpoints(org, chainStart.seq()));
    int nextCheckpoint = 0;
    AuditStore.ChainPosition end =
        database.read(
            tx ->
                tx.on(AuditStore.class)
                    .head(org, "")
                    .orElseGet(() -> new AuditStore.ChainPosition(0, AuditChain.GENESIS)));
    while (chain.seq() < end.seq()) {
      List<AuditEntry> entries = following(org, chain.seq(), CHECKED_AT_ONCE);
      if (entries.isEmpty()) {
        return broken(chain, chain.seq() + 1, "entry " + (chain.seq() + 1) + " is missing");
      }
      for (AuditEntry entry : entries) {
        Optional<String> problem = chain.check(entry);
        if (problem.isPresent()) {
          return broken(chain, chain.seq(), problem.get());
        }
        while (nextCheckpoint < checkpoints.size()
            && checkpoints.get(nextCheckpoint).seq() == chain.seq()) {
          AuditCheckpoint checkpoint = checkpoints.get(nextCheckpoint++);
          if (!checkpoint.hash().equals(chain.head()) || !isSigned(org, checkpoint)) {
            return broken(
                chain,
                chain.seq(),
                "the checkpoint at entry " + chain.seq() + " does not match" + " the chain");
          }
        }
        if (chain.seq() == end.seq() && !chain.head().equals(end.hash())) {
          return broken(chain, chain.seq(), "the last entry does not match the head of the chain");
        }
      }
    }
    if (nextCheckpoint < checkpoints.size()
        && checkpoints.get(nextCheckpoint).seq() > end.seq()
        && checkpoints.get(nextCheckpoint).seq() > chain.seq()) {
      return broken(
          chain,
          chain.seq() + 1,
          "a checkpoint refers to entry "
              + checkpoints.get(checkpoints.size() - 1).seq()
              + ", which is missing");
    }
    return new AuditVerdict(
        true, chain.checked(), Optional.empty(), Optional.empty(), chain.head());
  }

  private static AuditVerdict broken(AuditChain chain, long seq, String reason) {
    return new AuditVerdict(
        false, chain.checked(), Optional.of(seq), Optional.of(reason), chain.head());
  }

  /** The result and time of a verification. */
  record CachedVerdict(AuditVerdict verdict, Instant at) {}

  /** Verifies a chain and caches the result, for lists of entries. */
  AuditVerdict check(OrgId org, Instant now) {
    AuditVerdict verdict = verify(org);
    lastChecked.put(org, new CachedVerdict(verdict, now));
    return verdict;
  }

  /** Returns the cached result of a verification, or a new one when it is too old. */
  public AuditVerdict checked(OrgId org, Instant now, Duration longest) {
    return lastChecked(org)
        .filter(last -> last.verdict().ok() && last.at().isAfter(now.minus(longest)))
        .map(CachedVerdict::verdict)
        .orElseGet(() -> check(org, now));
  }

  Optional<CachedVerdict> lastChecked(OrgId org) {
    return Optional.ofNullable(lastChecked.get(org));
  }

  /** Verifies all chains, and returns whether all are intact. */
  public boolean checkAll(Instant now) {
    boolean areIntact = true;
    for (OrgId org : chains()) {
      AuditVerdict verdict = check(org, now);
      if (!verdict.ok()) {
        LOG.error("the audit log of {} is broken: {}", org, verdict.reason().orElse(""));
        areIntact = false;
      }
    }
    return areIntact;
  }

  /** Returns whether the last verification of every chain succeeded. */
  public boolean isIntact() {
    return lastChecked.values().stream().allMatch(checked -> checked.verdict().ok());
  }

  /** Deletes the chain of a tenant that is being deleted; its end remains recorded. */
  public long eraseAll(Tx tx, OrgId org) {
    AuditStore store = tx.on(AuditStore.class);
    Optional<AuditStore.ChainPosition> head = store.removeHead(org);
    if (head.isEmpty()) {
      return 0;
    }
    store.removeCategories(org);
    store.removeCheckpoints(org);
    store.erase(org, head.get().seq(), head.get().hash(), tx.now());
    return store.deleteErased(org, head.get().seq());
  }

  /** Returns the current head of each chain. */
  public List<AuditHead> heads() {
    return database.read(tx -> tx.on(AuditStore.class).heads());
  }

  /**
   * Returns the hash of an entry; empty when the number does not exist, or the entry was
   * intentionally deleted.
   */
  public Optional<String> hashOf(OrgId org, long seq) {
    return following(org, seq - 1, 1).stream()
        .filter(entry -> entry.seq() == seq)
        .map(AuditEntry::hash)
        .findFirst();
  }

  /** Returns all chains: one for each tenant and one for the instance. */
  public List<OrgId> chains() {
    return database.read(tx -> tx.on(AuditStore.class).chains());
  }

  /** Signs the heads of all chains. */
  public void checkpoint() {
    for (OrgId org : chains()) {
      database.change(
          tx -> {
            AuditStore store = tx.on(AuditStore.class);
            store
                .head(org, "")
                .ifPresent(
                    head ->
                        store.insertCheckpoint(
                            org,
                            head.seq(),
                            head.hash(),
                            tx.now(),
                            key.orElseThrow()
                                .sign(
                                    CHECKPOINT_USE,
                                    signed(org, head.seq(), head.hash(), tx.now()))));
          });
    }
  }

  /** Returns the checkpoints of a chain. */
  public List<AuditCheckpoint> checkpoints(OrgId org) {
    return database.read(tx -> tx.on(AuditStore.class).checkpoints(org, 0));
  }

  private boolean isSigned(OrgId org, AuditCheckpoint checkpoint) {
    return key.isEmpty()
        || key.get()
            .verifies(
                CHECKPOINT_USE,
                signed(org, checkpoint.seq(), checkpoint.hash(), checkpoint.at()),
                checkpoint.signature());
  }

  private static String signed(OrgId org, long seq, String hash, Instant at) {
    return org + "\n" + seq + "\n" + hash + "\n" + at.toEpochMilli();
  }
}
