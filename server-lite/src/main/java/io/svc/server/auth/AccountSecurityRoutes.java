package io.svc.server.auth;

import io.svc.server.accounts.Passwords;
import io.svc.server.db.ListColumns;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.ListRequest;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code /api/auth}: changes of the user's own credentials. */
final class AccountSecurityRoutes {
  private static final ListColumns COLUMNS =
      ListColumns.ofFields("id", "userAgent", "ip", "startedAt", "lastSeenAt", "current");

  private final AccountSecurity security;
  private final Sessions sessions;

  AccountSecurityRoutes(AccountSecurity security, Sessions sessions) {
    this.security = security;
    this.sessions = sessions;
  }

  void register(Api api) {
    RouteAccess guarded = RouteAccess.signedIn().within(RateLimitBucket.SIGN_IN);
    api.post("/api/auth/change-password", guarded, this::change);
    api.list("/api/auth/sessions", RouteAccess.signedIn(), COLUMNS, this::list);
    api.post("/api/auth/end-sessions", guarded, this::end);
  }

  private void change(Call call) {
    Fields body = call.body();
    String current = body.secret("currentPassword", Passwords.LONGEST);
    String newPassword = body.secret("newPassword", 1_000);
    body.check();
    Sessions.NewSession begun = security.changePassword(call.caller(), current, newPassword);
    call.cookies().setSession(begun.token(), sessions.maxAge());
    call.ok(Map.of("ok", true));
  }

  private SessionList list(Call call, ListRequest list) {
    return new SessionList(list.sorted(security.sessions(call.caller())));
  }

  private void end(Call call) {
    Fields body = call.body();
    String password =
        body.has("currentPassword") ? body.secret("currentPassword", Passwords.LONGEST) : "";
    Optional<String> id = body.optionalText("sessionId", 64);
    body.check();
    call.ok(new EndedSessionsResponse(true, security.endSessions(call.caller(), password, id)));
  }

  /** The response with sessions. */
  record SessionList(List<AccountSecurity.SessionSummary> sessions) {}

  /** The response with the number of ended sessions. */
  record EndedSessionsResponse(boolean ok, int ended) {}
}
