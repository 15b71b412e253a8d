package io.svc.server.http;

import static io.svc.server.http.Permission.*;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a member, or an API key, is in its tenant; the table of what each may do. */
public enum Role {
  /** May do everything. */
  ADMIN(EnumSet.allOf(Permission.class)),

  /** Runs the security programme. */
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

  /** Decides, and does not configure. */
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

  /** Reads everything, the audit log too, and changes nothing. */
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

  @SuppressWarnings("ImmutableEnumChecker") // It is wrapped so that nothing can change it.
  private final Set<Permission> permissions;

  private final String label = "role_" + name().toLowerCase(Locale.ROOT);

  Role(EnumSet<Permission> permissions) {
    this.permissions = Collections.unmodifiableSet(permissions);
  }

  /** What this role may do. */
  public Set<Permission> permissions() {
    return permissions;
  }

  /** Whether everything that another role may do, this one may do too. */
  public boolean covers(Role other) {
    return permissions.containsAll(other.permissions);
  }

  /** The only role that may do something; empty where several may. */
  static Optional<Role> soleHolderOf(Permission permission) {
    List<Role> holders =
        Stream.of(values()).filter(role -> role.permissions.contains(permission)).toList();
    return holders.size() == 1 ? Optional.of(holders.get(0)) : Optional.empty();
  }

  /** The role as it is written, such as {@code role_admin}. */
  @Override
  public String toString() {
    return label;
  }
}
