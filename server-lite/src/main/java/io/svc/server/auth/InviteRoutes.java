package io.svc.server.auth;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.accounts.Passwords;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.config.RegistrationPolicy;
import io.svc.server.db.Database;
import io.svc.server.db.Tx;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import io.svc.server.invitations.Invitation;
import io.svc.server.invitations.Invitations;
import java.util.List;
import java.util.Optional;

/** {@code /api/auth/accept-invite}. */
final class InviteRoutes {
  private final Database database;
  private final Accounts accounts;
  private final Passwords passwords;
  private final Invitations invitations;
  private final PasswordSignIn signIn;
  private final Sessions sessions;
  private final AuditLog audit;
  private final RegistrationPolicy registration;

  InviteRoutes(
      Database database,
      Accounts accounts,
      Passwords passwords,
      Invitations invitations,
      PasswordSignIn signIn,
      Sessions sessions,
      AuditLog audit,
      RegistrationPolicy registration) {
    this.database = database;
    this.accounts = accounts;
    this.passwords = passwords;
    this.invitations = invitations;
    this.signIn = signIn;
    this.sessions = sessions;
    this.audit = audit;
    this.registration = registration;
  }

  void register(Api api) {
    api.post("/api/auth/accept-invite", RouteAccess.open(RateLimitBucket.SIGN_IN), this::accept);
  }

  private void accept(Call call) {
    if (registration == RegistrationPolicy.CLOSED) {
      throw new ApiException(
          ErrorCode.REGISTRATION_CLOSED, "This server does not accept invitations.");
    }
    Fields body = call.body();
    String token = body.secret("token", 200);
    String password = body.secret("password", 1_000);
    Optional<String> username = AuthRoutes.username(body);
    Optional<String> name = body.optionalText("name", 200);
    if (!password.isEmpty()) {
      passwords
          .problem(password, username.orElse(""), "")
          .ifPresent(problem -> body.problem("weak", "password", problem));
    }
    body.check();
    String hash = passwords.hash(password);
    PasswordSignIn.SignInResult signedIn =
        database.write(
            tx ->
                join(
                    tx,
                    new AcceptInvitationRequest(token, username, name, password, hash),
                    call.caller().origin()));
    call.cookies().session().ifPresent(sessions::end);
    call.cookies().setSession(signedIn.session().token(), sessions.maxAge());
    call.ok(AuthRoutes.SignInResponse.of(signedIn));
  }

  private record AcceptInvitationRequest(
      String token,
      Optional<String> username,
      Optional<String> name,
      String password,
      String hash) {
    @Override
    public String toString() {
      return "AcceptInvitationRequest[username=" + username + "]";
    }
  }

  private PasswordSignIn.SignInResult join(
      Tx tx, AcceptInvitationRequest joining, Caller.Origin origin) {
    Invitation invitation =
        invitations
            .redeem(tx, joining.token())
            .orElseThrow(
                () ->
                    new ApiException(
                        ErrorCode.TOKEN_INVALID,
                        "The invitation is no longer valid. Request a new one."));
    Optional<String> problem =
        passwords.problem(joining.password(), joining.username().orElse(""), invitation.email());
    if (problem.isPresent()) {
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED,
          problem.get(),
          List.of(new ApiException.FieldError("weak", "password", problem.get())));
    }
    String username = joining.username().orElse(invitation.email());
    Account account =
        accounts.create(
            tx,
            username,
            invitation.email(),
            joining.name().orElse(username),
            Optional.of(joining.hash()),
            Optional.of(new Accounts.Membership(invitation.orgId(), invitation.role())));
    audit.record(
        tx,
        PasswordSignIn.caller(account, origin),
        AuditEvent.of(
                Category.ADMIN,
                "invitation.accept",
                "invitation",
                invitation.invitationId(),
                invitation.email())
            .with("role", invitation.role().toString()));
    return signIn.signIn(tx, account, "invitation", origin);
  }
}
