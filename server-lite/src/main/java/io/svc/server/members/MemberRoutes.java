package io.svc.server.members;

import static java.util.Objects.requireNonNull;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.apikeys.MemberApiKey;
import io.svc.server.audit.AuditLog;
import io.svc.server.auth.Sessions;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.ListColumns;
import io.svc.server.db.Tx;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import io.svc.server.http.Role;
import io.svc.server.http.RouteAccess;
import io.svc.server.invitations.Invitation;
import io.svc.server.invitations.Invitations;
import io.svc.server.mail.Mail;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code /api/admin/members} and {@code /api/admin/invite}. */
public final class MemberRoutes {
  private static final ListColumns COLUMNS =
      ListColumns.ofFields(
          "userId",
          "name",
          "email",
          "username",
          "role",
          "status",
          "ssoLinked",
          "lastLoginAt",
          "joinedAt");

  private static final ListColumns INVITATION_COLUMNS =
      ListColumns.ofFields(
          "id", "email", "role", "status", "deliveryStatus", "invitedBy", "expiresAt", "createdAt");

  private final Database database;
  private final Accounts accounts;
  private final Invitations invitations;
  private final Members members;

  public MemberRoutes(
      Database database,
      Accounts accounts,
      Invitations invitations,
      Sessions sessions,
      ApiKeys keys,
      AuditLog audit) {
    this.database = database;
    this.accounts = accounts;
    this.invitations = invitations;
    this.members = new Members(database, accounts, sessions, keys, invitations, audit);
  }

  public void register(Api api) {
    RouteAccess read = RouteAccess.session(Permission.MEMBERS_READ);
    RouteAccess write = RouteAccess.session(Permission.MEMBERS_WRITE);
    api.list("/api/admin/members", read, COLUMNS, this::list);
    api.delete("/api/admin/members/{userId}", write, this::remove);
    api.put("/api/admin/members/{userId}/role", write, this::setRole);
    api.delete("/api/admin/members/{userId}/sessions", write, this::endSessions);
    api.list("/api/admin/invite", read, INVITATION_COLUMNS, this::invitations);
    api.post("/api/admin/invite", write, this::invite);
    api.delete("/api/admin/invite", write, this::revoke);
  }

  private MemberListResponse list(Call call, ListRequest list) {
    return database.read(
        tx -> {
          Set<String> linked = accounts.linked(tx, call.org());
          List<MemberView> views =
              accounts.members(tx, call.org()).stream()
                  .map(member -> MemberView.of(member, linked.contains(member.userId())))
                  .toList();
          return new MemberListResponse(list.sorted(views), views(tx, call), views.size());
        });
  }

  private List<InvitationView> views(Tx tx, Call call) {
    List<Invitation> all = invitations.list(tx, call.org());
    Map<String, String> deliveries = invitations.deliveries(tx, call.org(), all);
    return all.stream()
        .map(i -> InvitationView.of(i, requireNonNull(deliveries.get(i.invitationId())), tx.now()))
        .toList();
  }

  private void setRole(Call call) {
    Fields body = call.body();
    Optional<Role> role = body.neededOption("role", Role.class);
    body.check();
    Members.RoleChange changed =
        members.setRole(call.caller(), call.id("userId", "member"), role.orElseThrow());
    Account member = changed.member();
    boolean isLinked =
        database.read(tx -> accounts.linked(tx, call.org()).contains(member.userId()));
    call.ok(
        new MemberResponse(
            MemberView.of(member, isLinked),
            changed.affected().keys(),
            views(changed.affected().invitations())));
  }

  private void remove(Call call) {
    Members.AffectedItems affected = members.remove(call.caller(), call.id("userId", "member"));
    call.ok(
        new RemovalResponse(
            true, affected.keys().size(), affected.keys(), views(affected.invitations())));
  }

  private List<InvitationView> views(List<Invitation> invitations) {
    return database.read(
        tx ->
            invitations.stream()
                .map(
                    invitation ->
                        InvitationView.of(
                            invitation, this.invitations.delivery(tx, invitation), tx.now()))
                .toList());
  }

  private void endSessions(Call call) {
    members.endSessions(call.caller(), call.id("userId", "member"));
    call.ok(Map.of("ok", true));
  }

  private InvitationListResponse invitations(Call call, ListRequest list) {
    List<InvitationView> views = database.read(tx -> views(tx, call));
    return new InvitationListResponse(list.slice(views), views.size());
  }

  private void invite(Call call) {
    Fields body = call.body();
    String email = body.text("email", 3, 254);
    if (!email.isEmpty() && !Mail.isAddress(email)) {
      body.problem("invalid", "email", "\"email\" is not an e-mail address.");
    }
    Role role = body.option("role", Role.class).orElse(Role.VIEWER);
    String message = body.optionalText("message", 1_000).orElse("");
    body.check();
    Invitations.CreatedInvitation created = invitations.invite(call.caller(), email, role, message);
    InvitationView view =
        InvitationView.of(
            created.invitation(),
            created.invitation().deliveryStatus(),
            created.invitation().createdAt());
    call.ok(new InvitationResponse(view, created.url()));
  }

  private void revoke(Call call) {
    String id =
        call.query()
            .text("id")
            .orElseThrow(() -> Query.invalid("id", "", "expected the id of an invitation"));
    if (!Identifiers.isWellFormed(id)) {
      throw ApiException.notFound("invitation", id);
    }
    Invitation revoked = invitations.revoke(call.caller(), id);
    call.ok(
        database.read(
            tx ->
                new RevocationResponse(
                    true,
                    InvitationView.of(revoked, invitations.delivery(tx, revoked), tx.now()))));
  }

  /** A member in API responses. */
  record MemberView(
      String userId,
      String email,
      String username,
      String name,
      Optional<Role> role,
      Account.Status status,
      boolean ssoLinked,
      Optional<Instant> lastLoginAt,
      Optional<Instant> joinedAt) {
    static MemberView of(Account account, boolean ssoLinked) {
      return new MemberView(
          account.userId(),
          account.email(),
          account.username(),
          account.name(),
          account.role(),
          account.status(),
          ssoLinked,
          account.lastLoginAt(),
          account.joinedAt());
    }
  }

  /** An invitation in API responses: without its link. */
  record InvitationView(
      String id,
      String email,
      Role role,
      String message,
      Invitation.Status status,
      Instant expiresAt,
      String invitedBy,
      Instant createdAt,
      String deliveryStatus) {
    static InvitationView of(Invitation invitation, String delivery, Instant now) {
      return new InvitationView(
          invitation.invitationId(),
          invitation.email(),
          invitation.role(),
          invitation.message(),
          invitation.statusAt(now),
          invitation.expiresAt(),
          invitation.invitedBy(),
          invitation.createdAt(),
          delivery);
    }
  }

  /** The response of a list. */
  record MemberListResponse(
      List<MemberView> members, List<InvitationView> invitations, int total) {}

  /** The response of a change. */
  record MemberResponse(
      MemberView member,
      List<MemberApiKey> affectedKeys,
      List<InvitationView> revokedInvitations) {}

  /** The response of a removal. */
  record RemovalResponse(
      boolean ok,
      int revokedKeys,
      List<MemberApiKey> affectedKeys,
      List<InvitationView> revokedInvitations) {}

  /** The response of a list of invitations. */
  record InvitationListResponse(List<InvitationView> invitations, int total) {}

  /** The response of an invitation; it contains the link only if no mail can be sent. */
  record InvitationResponse(InvitationView invitation, Optional<String> inviteUrl) {
    /** Returns the identifier, and never the link. */
    @Override
    public String toString() {
      return invitation.id();
    }
  }

  /** The response of a revocation. */
  record RevocationResponse(boolean ok, InvitationView invitation) {}
}
