package io.svc.server.invitations;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.apikeys.CurrentRights;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.StoreErrors;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Permission;
import io.svc.server.http.Rights;
import io.svc.server.http.Role;
import io.svc.server.mail.DashboardLinks;
import io.svc.server.mail.OutgoingMail;
import io.svc.server.tenants.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Invitations to a tenant: a link that can be used once, within a week. */
public final class Invitations {
  private static final Duration LIFE = Duration.ofDays(7);

  private final Database database;
  private final Identifiers identifiers;
  private final Accounts accounts;
  private final Tenants tenants;
  private final OutgoingMail mail;
  private final AuditLog audit;
  private final CurrentRights rights;
  private final DashboardLinks links;
  private final boolean sendsMail;

  /**
   * Creates the invitations.
   *
   * @param sendsMail whether there is a mail server; without one the inviter receives the link
   */
  public Invitations(
      Database database,
      Identifiers identifiers,
      Accounts accounts,
      Tenants tenants,
      OutgoingMail mail,
      AuditLog audit,
      CurrentRights rights,
      DashboardLinks links,
      boolean sendsMail) {
    this.database = database;
    this.identifiers = identifiers;
    this.accounts = accounts;
    this.tenants = tenants;
    this.mail = mail;
    this.audit = audit;
    this.rights = rights;
    this.links = links;
    this.sendsMail = sendsMail;
  }

  /**
   * A new invitation.
   *
   * @param url the link for the inviter to forward; empty when it is sent by mail
   */
  public record CreatedInvitation(Invitation invitation, Optional<String> url) {
    /** Returns the identifier, and never the link. */
    @Override
    public String toString() {
      return invitation.invitationId();
    }
  }

  /** Invites a user; an earlier invitation to the same address becomes invalid. */
  public CreatedInvitation invite(Caller caller, String email, Role role, String message) {
    String token = identifiers.token();
    String url = links.to("/invite#token=" + token);
    return database.write(
        tx -> {
          OrgId org = caller.tenant();
          String key = Accounts.key(email);
          if (!caller.covers(role)) {
            throw new ApiException(
                ErrorCode.ROLE_REQUIRED,
                "You cannot invite a member with the role "
                    + role
                    + ", which has more permissions than yours.");
          }
          Optional<Account> existing = accounts.findByEmail(tx, email);
          if (existing.flatMap(Account::orgId).filter(org::equals).isPresent()) {
            throw new ApiException(
                ErrorCode.CONFLICT, "\"" + email + "\" is already a member of this organization.");
          }
          InvitationStore store = tx.on(InvitationStore.class);
          store.replace(org, key);
          String id = identifiers.next("inv_");
          try {
            store.insert(
                org,
                id,
                email,
                key,
                role,
                message,
                Call.sha256(token),
                caller.id(),
                sendsMail ? "pending" : "not_configured",
                tx.now(),
                tx.now().plus(LIFE));
          } catch (RuntimeException e) {
            throw StoreErrors.isDuplicate(e) ? invitedMeanwhile(email) : e;
          }
          if (sendsMail) {
            post(tx, org, id, email, message, url, caller);
          }
          audit.record(
              tx,
              caller,
              AuditEvent.of(Category.ADMIN, "invitation.create", "invitation", id, email)
                  .with("role", role.toString()));
          return new CreatedInvitation(
              store.find(org, id).orElseThrow(), sendsMail ? Optional.empty() : Optional.of(url));
        });
  }

  private static ApiException invitedMeanwhile(String email) {
    return new ApiException(ErrorCode.CONFLICT, "Another member just invited \"" + email + "\".");
  }

  private void post(
      Tx tx, OrgId org, String id, String email, String message, String url, Caller caller) {
    List<String> paragraphs = new ArrayList<>();
    paragraphs.add(caller.name() + " invites you to join \"" + tenants.get(tx, org).name() + "\".");
    if (!message.isEmpty()) {
      paragraphs.add(message);
    }
    paragraphs.add("To accept, open this link within 7 days:");
    paragraphs.add(url);
    mail.post(tx, org, id, email, "You are invited", paragraphs);
  }

  /**
   * Returns the invitations of a tenant, latest first. A pending one without a sender who is still
   * permitted to send it is listed as revoked.
   */
  public List<Invitation> list(Tx tx, OrgId org) {
    Map<String, Optional<Rights>> senders = new HashMap<>();
    return tx.on(InvitationStore.class).list(org).stream()
        .map(
            invitation ->
                invitation.status() == Invitation.Status.PENDING
                        && !maySend(
                            senders.computeIfAbsent(
                                invitation.invitedBy(), id -> rights.of(tx, org, id)),
                            invitation)
                    ? invitation.revoked()
                    : invitation)
        .toList();
  }

  /** Returns whether the sender of an invitation is still permitted to send it. */
  private static boolean maySend(Optional<Rights> sender, Invitation invitation) {
    return sender
        .filter(senderRights -> senderRights.permissions().contains(Permission.MEMBERS_WRITE))
        .filter(senderRights -> senderRights.covers(invitation.role()))
        .isPresent();
  }

  /**
   * Revokes the pending invitations of a member or a key without the permission to invite, which
   * only administrators have.
   */
  public List<Invitation> revokeOf(Tx tx, OrgId org, String senderId) {
    boolean mayInvite =
        rights
            .of(tx, org, senderId)
            .filter(senderRights -> senderRights.covers(Role.ADMIN))
            .isPresent();
    return mayInvite ? List.of() : tx.on(InvitationStore.class).revokeOf(org, senderId);
  }

  /** Returns the delivery status of an invitation's mail. */
  public String delivery(Tx tx, Invitation invitation) {
    return mail.status(tx, invitation.orgId(), invitation.invitationId())
        .orElse(invitation.deliveryStatus());
  }

  /** Returns the delivery status of all invitations of a tenant, by their identifiers. */
  public Map<String, String> deliveries(Tx tx, OrgId org, List<Invitation> invitations) {
    Map<String, String> statuses = mail.statuses(tx, org);
    Map<String, String> deliveries = new HashMap<>();
    for (Invitation invitation : invitations) {
      String id = invitation.invitationId();
      deliveries.put(id, statuses.getOrDefault(id, invitation.deliveryStatus()));
    }
    return deliveries;
  }

  /** Revokes an invitation. */
  public Invitation revoke(Caller caller, String id) {
    return database.write(
        tx -> {
          InvitationStore store = tx.on(InvitationStore.class);
          Invitation invitation =
              store
                  .find(caller.tenant(), id)
                  .orElseThrow(() -> ApiException.notFound("invitation", id));
          if (store.revoke(caller.tenant(), id) > 0) {
            audit.record(
                tx,
                caller,
                AuditEvent.of(
                    Category.ADMIN, "invitation.revoke", "invitation", id, invitation.email()));
          }
          return store.find(caller.tenant(), id).orElseThrow();
        });
  }

  /** Redeems an invitation by its token, in the transaction that creates its member. */
  public Optional<Invitation> redeem(Tx tx, String token) {
    return tx.on(InvitationStore.class)
        .redeem(Call.sha256(token), tx.now())
        .filter(invitation -> isStillGranted(tx, invitation));
  }

  /** Redeems an invitation to a verified address. */
  public Optional<Invitation> redeemFor(Tx tx, String email) {
    InvitationStore store = tx.on(InvitationStore.class);
    Optional<Invitation> next = store.redeemFor(Accounts.key(email), tx.now());
    while (next.isPresent() && !isStillGranted(tx, next.get())) {
      next = store.redeemFor(Accounts.key(email), tx.now());
    }
    return next;
  }

  /** An invitation grants what its sender can grant at acceptance. */
  private boolean isStillGranted(Tx tx, Invitation invitation) {
    OrgId org = invitation.orgId();
    if (maySend(rights.of(tx, org, invitation.invitedBy()), invitation)) {
      return true;
    }
    tx.on(InvitationStore.class).withdraw(org, invitation.invitationId());
    return false;
  }

  /** Deletes the invitations of a tenant that is being deleted. */
  public long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "invitation");
  }
}
