package io.svc.server.approvals;

import io.svc.server.accounts.Accounts;
import io.svc.server.apikeys.CurrentRights;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Permission;
import io.svc.server.http.Rights;
import io.svc.server.http.Role;
import io.svc.server.tenants.Tenants;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides who may vote on approvals. If the policy names a group that the tenant configured, its
 * members, including operators, and administrators may vote; otherwise all members with the
 * permission. Auditors and viewers may never vote, even as group members. The check applies to each
 * vote, and to all earlier votes when votes are counted.
 */
final class ApproverPolicy {
  private static final Set<Role> ABLE = Set.of(Role.ADMIN, Role.APPROVER, Role.OPERATOR);

  private final Tenants tenants;
  private final CurrentRights current;

  ApproverPolicy(Tenants tenants, CurrentRights current) {
    this.tenants = tenants;
    this.current = current;
  }

  /**
   * Returns true when a vote counts, that is, when its member could still cast it with their
   * current role and groups. The vote of a member who was demoted, removed or locked does not
   * count.
   */
  boolean isCounted(Tx tx, OrgId org, Approval approval, RecordStore.Vote vote) {
    return current
        .of(tx, org, vote.userId())
        .filter(
            rights ->
                mayDecide(
                    rights,
                    vote.userId(),
                    vote.userName(),
                    members(tx, org, approval.approverGroup())))
        .isPresent();
  }

  /** Returns the reason why a caller may not vote; empty when they may. */
  Optional<ApiException> objection(Tx tx, Caller caller, Approval approval) {
    if (caller.kind() != Caller.Kind.USER) {
      return Optional.of(
          new ApiException(ErrorCode.FORBIDDEN, "Only a signed-in member can decide."));
    }
    Optional<List<String>> members = members(tx, caller.tenant(), approval.approverGroup());
    if (caller
        .rights()
        .filter(rights -> mayDecide(rights, caller.id(), caller.name(), members))
        .isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        new ApiException(
            ErrorCode.FORBIDDEN,
            members.isPresent()
                ? "Only members of the group \""
                    + approval.approverGroup()
                    + "\" can decide on"
                    + " this request."
                : "This requires the permission \""
                    + Permission.APPROVALS_DECIDE
                    + "\", which "
                    + caller.roles()
                    + " does not have."));
  }

  private static boolean mayDecide(
      Rights rights, String userId, String userName, Optional<List<String>> members) {
    return members.isEmpty()
        ? rights.permissions().contains(Permission.APPROVALS_DECIDE)
        : rights.covers(Role.ADMIN)
            || (ABLE.stream().anyMatch(rights::covers)
                && isMember(members.get(), userId, userName));
  }

  private Optional<List<String>> members(Tx tx, OrgId org, String group) {
    return group.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(tenants.get(tx, org).settings().approvalGroups().get(group));
  }

  private static boolean isMember(List<String> members, String userId, String userName) {
    String address = Accounts.key(userName);
    return members.stream()
        .anyMatch(member -> member.equals(userId) || Accounts.key(member).equals(address));
  }
}
