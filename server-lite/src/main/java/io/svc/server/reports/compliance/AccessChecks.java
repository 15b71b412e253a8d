package io.svc.server.reports.compliance;

import io.svc.server.accounts.Account;
import io.svc.server.apikeys.ApiKeyReviewEntry;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.reports.ReportDigest.Evidence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Checks of members and keys. */
final class AccessChecks {
  private static final int MAX_NAMED = 20;
  private static final Duration LONGEST_LIFE = Duration.ofDays(366);
  private static final Duration OLD = Duration.ofDays(180);
  private static final Duration IDLE = Duration.ofDays(90);

  static final Map<String, ComplianceCheck> ALL =
      Map.of(
          "keys_expire",
          snapshot ->
              keys(
                  snapshot,
                  key -> !endsInTime(key) || isOlder(key.createdAt(), OLD, snapshot.now()),
                  "without an expiry within a year, or older than 180 days"),
          "keys_least_privilege",
          snapshot ->
              keys(
                  snapshot,
                  key ->
                      key.role() == Role.ADMIN
                          || key.scopes().contains(Scope.DASHBOARD.toString())
                          || key.scopes().contains(Scope.KEYS_MANAGE.toString()),
                  "with the administrator role, the scope of the full dashboard API or the scope"
                      + " to manage keys"),
          "keys_in_use",
          snapshot ->
              keys(
                  snapshot,
                  key -> isOlder(key.lastUsedAt().orElse(key.createdAt()), IDLE, snapshot.now()),
                  "not used for 90 days"),
          "members_least_privilege",
          AccessChecks::privilege,
          "members_active",
          AccessChecks::active,
          "sso_used",
          AccessChecks::singleSignOn,
          "two_person_promotion",
          snapshot ->
              CheckResult.passIf(
                  snapshot.settings().requireTwoPersonPromotion(),
                  List.of(setting("requireTwoPersonPromotion")),
                  "The requester of a policy promotion can confirm it"));

  private AccessChecks() {}

  static Evidence setting(String name) {
    return new Evidence("setting", name, name);
  }

  private static boolean endsInTime(ApiKeyReviewEntry key) {
    return key.expiresAt()
        .filter(end -> !end.isAfter(key.createdAt().plus(LONGEST_LIFE)))
        .isPresent();
  }

  private static boolean isOlder(Instant then, Duration age, Instant now) {
    return then.isBefore(now.minus(age));
  }

  private static CheckResult keys(
      ComplianceSnapshot snapshot, Predicate<ApiKeyReviewEntry> isWrong, String gap) {
    List<ApiKeyReviewEntry> all = snapshot.keys();
    List<ApiKeyReviewEntry> wrong = all.stream().filter(isWrong).toList();
    List<Evidence> evidence =
        (wrong.isEmpty() ? all : wrong)
            .stream()
                .limit(MAX_NAMED)
                .map(key -> new Evidence("api_key", key.keyId(), key.name()))
                .toList();
    return CheckResult.of(
        all.size(), wrong.size(), evidence, CountTexts.count(wrong.size(), "API key") + " " + gap);
  }

  private static List<Evidence> memberEvidence(List<Account> members) {
    return members.stream()
        .limit(MAX_NAMED)
        .map(member -> new Evidence("member", member.userId(), member.name()))
        .toList();
  }

  private static CheckResult privilege(ComplianceSnapshot snapshot) {
    List<Account> all = snapshot.members();
    List<Account> admins =
        all.stream()
            .filter(member -> member.role().filter(Role.ADMIN::equals).isPresent())
            .toList();
    if (all.size() < 2) {
      return CheckResult.fail(memberEvidence(admins), "One member has all duties");
    }
    if (admins.size() == all.size()) {
      return CheckResult.fail(memberEvidence(admins), "Every member is an administrator");
    }
    return 2 * admins.size() > all.size()
        ? CheckResult.partial(
            memberEvidence(admins), "More than half of the members are administrators")
        : CheckResult.pass(memberEvidence(admins));
  }

  private static CheckResult active(ComplianceSnapshot snapshot) {
    List<Account> all = snapshot.members();
    List<Account> idle =
        all.stream()
            .filter(
                member ->
                    isOlder(
                        member.lastLoginAt().or(member::joinedAt).orElse(member.createdAt()),
                        IDLE,
                        snapshot.now()))
            .toList();
    return CheckResult.of(
        all.size(),
        idle.size(),
        memberEvidence(idle.isEmpty() ? all : idle),
        CountTexts.count(idle.size(), "member") + " not signed in for 90 days");
  }

  private static CheckResult singleSignOn(ComplianceSnapshot snapshot) {
    List<Account> all = snapshot.members();
    Set<String> linked =
        snapshot.read(tx -> snapshot.sources().accounts().linked(tx, snapshot.org()));
    List<Account> others =
        all.stream().filter(member -> !linked.contains(member.userId())).toList();
    return CheckResult.of(
        all.size(),
        others.size(),
        memberEvidence(others.isEmpty() ? all : others),
        CountTexts.count(others.size(), "member") + " not linked to an identity provider");
  }
}
