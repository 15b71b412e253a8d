package io.svc.server.http;

import static io.svc.server.http.Permission.*;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The role of a member or an API key in its tenant, with its permissions. */
public enum Role {
  /** Has all permissions. */
  ADMIN(EnumSet.allOf(Permission.class)),

  /** Operates the security program. */
  OPERATOR(
      EnumSet.of(
          RESOURCES_READ,
          EVIDENCE_READ,
          POLICIES_VALIDATE,
          POLICIES_WRITE,
          ROLLOUT_PROMOTE,
          REVIEWS_WRITE,
          SAVED_VIEWS_WRITE,
          DETECTION_WRITE,
          ALERT_RULES_WRITE,
          ALERTS_TRIAGE,
          INCIDENTS_WRITE,
          INCIDENTS_NOTE,
          LIFECYCLE_TRANSITION,
          LIFECYCLE_CHECKLIST,
          CERTIFICATIONS_REVOKE,
          ATTESTATION_ISSUE,
          ATTESTATION_VERIFY,
          REPORTS_WRITE,
          INTEGRATIONS_READ,
          INTEGRATIONS_USE,
          API_KEYS_READ,
          API_KEYS_WRITE,
          MEMBERS_READ)),

  /** Decides approvals, and does not configure. */
  APPROVER(
      EnumSet.of(
          RESOURCES_READ,
          REVIEWS_WRITE,
          SAVED_VIEWS_WRITE,
          ALERTS_TRIAGE,
          INCIDENTS_NOTE,
          APPROVALS_DECIDE,
          LIFECYCLE_CHECKLIST,
          CERTIFICATIONS_WRITE,
          CERTIFICATIONS_REVOKE,
          ATTESTATION_VERIFY,
          MEMBERS_READ)),

  /** Reads everything, including the audit log, and changes nothing. */
  AUDITOR(
      EnumSet.of(
          RESOURCES_READ,
          EVIDENCE_READ,
          EVIDENCE_REVEAL,
          POLICIES_VALIDATE,
          SAVED_VIEWS_WRITE,
          ATTESTATION_VERIFY,
          REPORTS_WRITE,
          AUDIT_READ,
          INTEGRATIONS_READ,
          API_KEYS_READ,
          MEMBERS_READ)),

  /** Reads the dashboards. */
  VIEWER(EnumSet.of(RESOURCES_READ, SAVED_VIEWS_WRITE, MEMBERS_READ));

  @SuppressWarnings("ImmutableEnumChecker") // Unmodifiable.
  private final Set<Permission> permissions;

  private final String label = "role_" + name().toLowerCase(Locale.ROOT);

  Role(EnumSet<Permission> permissions) {
    this.permissions = Collections.unmodifiableSet(permissions);
  }

  /** The permissions of this role. */
  public Set<Permission> permissions() {
    return permissions;
  }

  /** Returns whether this role has every permission of another role. */
  public boolean covers(Role other) {
    return permissions.containsAll(other.permissions);
  }

  /** The only role with a permission; empty when several roles have it. */
  static Optional<Role> onlyRoleWith(Permission permission) {
    List<Role> holders =
        Stream.of(values()).filter(role -> role.permissions.contains(permission)).toList();
    return holders.size() == 1 ? Optional.of(holders.get(0)) : Optional.empty();
  }

  /** Returns the role as text, such as {@code role_admin}. */
  @Override
  public String toString() {
    return label;
  }
}
