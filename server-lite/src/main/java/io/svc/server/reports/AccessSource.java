package io.svc.server.reports;

import io.svc.rules.WordListParser;
import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.apikeys.ApiKeyReviewEntry;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.http.Permission;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The access review: members with their roles, and API keys with their scopes, in their current
 * state, if they had access within the period. It contains no secrets and no hashes of secrets.
 */
public final class AccessSource implements ReportSource {
  private static final String MEMBERS = "m:";
  private static final String KEYS = "k:";
  private static final List<String> KINDS = List.of("member", "api_key");

  private final Database database;
  private final Accounts accounts;
  private final ApiKeys keys;

  public AccessSource(Database database, Accounts accounts, ApiKeys keys) {
    this.database = database;
    this.accounts = accounts;
    this.keys = keys;
  }

  @Override
  public String type() {
    return "access_review";
  }

  @Override
  public String title() {
    return "Access review";
  }

  /** It contains the keys of all members, which only auditors and administrators can see. */
  @Override
  public Optional<Permission> permission() {
    return Optional.of(Permission.AUDIT_READ);
  }

  @Override
  public List<String> columns() {
    return WordListParser.list(
        """
        kind id name email role status scopes ssoLinked agentId createdBy createdAt ageDays
        expiresAt revokedAt lastUsedAt useCount""");
  }

  @Override
  public List<ReportFilter> filters() {
    return List.of(new ReportFilter("kind", KINDS));
  }

  @Override
  public List<String> counted() {
    return List.of("kind", "role", "status");
  }

  @Override
  public Page page(OrgId org, ReportScope scope, String after, int limit) {
    if (after.startsWith(KEYS)) {
      return keys(org, scope, after.substring(KEYS.length()), limit);
    }
    if (after.isEmpty()) {
      keys.storeUses();
    }
    return members(org, scope, after.isEmpty() ? "" : after.substring(MEMBERS.length()), limit);
  }

  private Page members(OrgId org, ReportScope scope, String after, int limit) {
    if (!scope.matches("kind", "member")) {
      return new Page(List.of(), Optional.of(KEYS));
    }
    return database.read(
        tx -> {
          List<Account> page = accounts.membersAfter(tx, org, after, limit);
          Set<String> linked = accounts.linked(tx, org);
          return new Page(
              page.stream()
                  .filter(member -> !since(member).isAfter(scope.to()))
                  .map(member -> row(member, linked.contains(member.userId()), tx.now()))
                  .toList(),
              Optional.of(page.size() < limit ? KEYS : MEMBERS + page.get(limit - 1).userId()));
        });
  }

  private static Instant since(Account member) {
    return member.joinedAt().orElse(member.createdAt());
  }

  private static ReportRow row(Account member, boolean isLinked, Instant now) {
    return ReportRow.of(
        "member",
        member.userId(),
        member.name(),
        member.email(),
        member.role(),
        member.status(),
        Optional.empty(),
        isLinked,
        Optional.empty(),
        Optional.empty(),
        since(member),
        days(since(member), now),
        Optional.empty(),
        Optional.empty(),
        member.lastLoginAt(),
        Optional.empty());
  }

  private Page keys(OrgId org, ReportScope scope, String after, int limit) {
    if (!scope.matches("kind", "api_key")) {
      return new Page(List.of(), Optional.empty());
    }
    return database.read(
        tx -> {
          List<ApiKeyReviewEntry> page = keys.after(tx, org, after, limit);
          return new Page(
              page.stream()
                  .filter(key -> scope.overlaps(key.createdAt(), end(key, scope.to())))
                  .map(key -> row(key, tx.now()))
                  .toList(),
              page.size() < limit
                  ? Optional.empty()
                  : Optional.of(KEYS + page.get(limit - 1).keyId()));
        });
  }

  /** Returns the time until which a key was usable, or the end of the period. */
  private static Instant end(ApiKeyReviewEntry key, Instant otherwise) {
    return key.isActive() ? otherwise : key.revokedAt().or(key::expiresAt).orElse(otherwise);
  }

  private static ReportRow row(ApiKeyReviewEntry key, Instant now) {
    return ReportRow.of(
        "api_key",
        key.keyId(),
        key.name(),
        Optional.empty(),
        key.role(),
        key.status(),
        key.scopes(),
        Optional.empty(),
        key.agentId(),
        key.createdBy(),
        key.createdAt(),
        days(key.createdAt(), now),
        key.expiresAt(),
        key.revokedAt(),
        key.lastUsedAt(),
        key.useCount());
  }

  private static long days(Instant since, Instant now) {
    return Math.max(0, Duration.between(since, now).toDays());
  }
}
