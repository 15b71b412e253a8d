package io.svc.server.incidents;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The participants of an incident and their roles. Each role except participant has at most one
 * holder.
 */
final class WarRoom {
  private static final int MAX = 200;

  private final Accounts accounts;
  private final Timeline timeline;
  private final AuditLog audit;

  WarRoom(Accounts accounts, Timeline timeline, AuditLog audit) {
    this.accounts = accounts;
    this.timeline = timeline;
    this.audit = audit;
  }

  /** Assigns roles, and adds and removes participants. */
  void updateRoster(Tx tx, Caller caller, Incident incident, IncidentChange change) {
    OrgId org = caller.tenant();
    String id = incident.incidentId();
    LinkStore store = tx.on(LinkStore.class);
    for (Map.Entry<WarRoomRole, String> entry : change.roles().entrySet()) {
      assignRole(tx, caller, incident, entry.getKey(), entry.getValue());
    }
    for (String userId : change.addParticipantIds()) {
      boolean isIn =
          store.participants(org, id).stream()
              .anyMatch(participant -> participant.userId().equals(userId));
      if (!isIn) {
        sit(tx, caller, incident, WarRoomRole.PARTICIPANT, userId, "addParticipantIds");
      }
    }
    for (String userId : change.removeParticipantIds()) {
      if (store.leave(org, id, userId) > 0) {
        recordRoleChange(tx, caller, incident, "left the war room", userId);
      }
    }
  }

  private void assignRole(
      Tx tx, Caller caller, Incident incident, WarRoomRole role, String userId) {
    OrgId org = caller.tenant();
    LinkStore store = tx.on(LinkStore.class);
    Optional<LinkStore.Participant> before =
        store.participants(org, incident.incidentId()).stream()
            .filter(participant -> participant.role() == role)
            .findFirst();
    if (before.map(LinkStore.Participant::userId).orElse("").equals(userId)) {
      return;
    }
    store.vacate(org, incident.incidentId(), role);
    if (userId.isEmpty()) {
      recordRoleChange(
          tx, caller, incident, "is " + role + " no more", before.orElseThrow().userId());
      return;
    }
    sit(tx, caller, incident, role, userId, role + "Id");
  }

  private void sit(
      Tx tx, Caller caller, Incident incident, WarRoomRole role, String userId, String field) {
    OrgId org = caller.tenant();
    LinkStore store = tx.on(LinkStore.class);
    String name = member(tx, org, userId, field).name();
    store.seat(org, incident.incidentId(), userId, name, role, tx.now());
    if (store.participants(org, incident.incidentId()).size() > MAX) {
      throw new ApiException(
          ErrorCode.CONFLICT, "There are " + MAX + " people in the war room already.");
    }
    recordRoleChange(tx, caller, incident, "is " + role, userId);
  }

  private void recordRoleChange(
      Tx tx, Caller caller, Incident incident, String action, String userId) {
    String name =
        accounts.findMember(tx, caller.tenant(), userId).map(Account::name).orElse(userId);
    timeline.write(
        tx,
        caller,
        incident.incidentId(),
        TimelineEntryType.ROLE_CHANGED,
        name + " " + action,
        Map.of("userId", userId));
    audit.record(
        tx,
        caller,
        AuditEvent.of(
                Category.INCIDENT,
                "incident.role",
                "incident",
                incident.incidentId(),
                incident.shown())
            .with("userId", userId)
            .with("what", action));
  }

  private Account member(Tx tx, OrgId org, String userId, String field) {
    return accounts
        .findMember(tx, org, userId)
        .orElseThrow(
            () -> {
              String message = "There is no member \"" + userId + "\".";
              return new ApiException(
                  ErrorCode.VALIDATION_FAILED,
                  message,
                  List.of(new ApiException.FieldError("unknown_value", field, message)));
            });
  }
}
