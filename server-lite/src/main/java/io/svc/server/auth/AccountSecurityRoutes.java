package io.svc.server.auth;

import io.svc.server.accounts.Passwords;
import io.svc.server.db.ListColumns;
import io.svc.server.http.Access;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.Limit;
import io.svc.server.http.ListRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code /api/auth}: changes of the user's own credentials. */
final class AccountSecurityRoutes {
  private static final ListColumns COLUMNS =
      ListColumns.ofFields("id", "userAgent", "ip", "startedAt", "lastSeenAt", "current");

  private final AccountSecurity own;
  private final Sessions sessions;

  AccountSecurityRoutes(AccountSecurity own, Sessions sessions) {
    this.own = own;
    this.sessions = sessions;
  }

  void register(Api api) {
    Access guarded = Access.signedIn().within(Limit.SIGN_IN);
    api.post("/api/auth/change-password", guarded, this::change);
    api.list("/api/auth/sessions", Access.signedIn(), COLUMNS, this::list);
    api.post("/api/auth/end-sessions", guarded, this::end);
  }

  private void change(Call call) {
    Fields body = call.body();
    String current = body.secret("currentPassword", Passwords.LONGEST);
    String wanted = body.secret("newPassword", 1_000);
    body.check();
    Sessions.Begun begun = own.changePassword(call.caller(), current, wanted);
    call.cookies().setSession(begun.token(), sessions.life());
    call.ok(Map.of("ok", true));
  }

  private SessionList list(Call call, ListRequest list) {
    return new SessionList(list.sorted(own.sessions(call.caller())));
  }

  private void end(Call call) {
    Fields body = call.body();
    String password =
        body.has("currentPassword") ? body.secret("currentPassword", Passwords.LONGEST) : "";
    Optional<String> id = body.optionalText("sessionId", 64);
    body.check();
    call.ok(new Ended(true, own.endSessions(call.caller(), password, id)));
  }

  /** The response with sessions. */
  record SessionList(List<AccountSecurity.Known> sessions) {}

  /** The response with the number of ended sessions. */
  record Ended(boolean ok, int ended) {}
}
