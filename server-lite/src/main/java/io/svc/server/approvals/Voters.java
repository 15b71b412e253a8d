package io.svc.server.approvals;

import static java.util.Objects.requireNonNull;

import io.svc.server.accounts.Accounts;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Permission;
import io.svc.server.http.Role;
import io.svc.server.tenants.Tenants;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who may decide on approvals. Where the policy names a group that the tenant has set up, its
 * members, operators too, and administrators; everywhere else whoever has the permission. Auditors
 * and viewers change nothing, wherever they are a member.
 */
final class Voters {
  private static final Set<Role> ABLE = Set.of(Role.ADMIN, Role.APPROVER, Role.OPERATOR);

  private final Tenants tenants;

  Voters(Tenants tenants) {
    this.tenants = requireNonNull(tenants, "tenants is null");
  }

  /** Why somebody may not decide; empty when he may. */
  Optional<ApiException> objection(Tx tx, Caller caller, Approval approval) {
    if (caller.kind() != Caller.Kind.USER) {
      return Optional.of(
          new ApiException(ErrorCode.FORBIDDEN, "Only a member who is signed in decides."));
    }
    Optional<List<String>> members = members(tx, caller.tenant(), approval.approverGroup());
    boolean mayDecide =
        members.isEmpty()
            ? caller.may(Permission.APPROVALS_DECIDE)
            : caller.role().filter(role -> role == Role.ADMIN).isPresent()
                || (caller.role().filter(ABLE::contains).isPresent()
                    && isAmong(members.get(), caller));
    if (mayDecide) {
      return Optional.empty();
    }
    return Optional.of(
        new ApiException(
            ErrorCode.FORBIDDEN,
            members.isPresent()
                ? "Only members of the group \"" + approval.approverGroup() + "\" decide on this."
                : "This needs the permission \""
                    + Permission.APPROVALS_DECIDE
                    + "\", which "
                    + caller.role().map(Role::toString).orElse("nobody without an organization")
                    + " has not."));
  }

  private Optional<List<String>> members(Tx tx, OrgId org, String group) {
    return group.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(tenants.get(tx, org).settings().approvalGroups().get(group));
  }

  private static boolean isAmong(List<String> members, Caller caller) {
    String address = Accounts.key(caller.name());
    return members.stream()
        .anyMatch(member -> member.equals(caller.id()) || Accounts.key(member).equals(address));
  }
}
