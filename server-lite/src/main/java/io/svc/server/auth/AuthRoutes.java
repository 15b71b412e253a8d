package io.svc.server.auth;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.accounts.Passwords;
import io.svc.server.db.Database;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Caller;
import io.svc.server.http.Cookies;
import io.svc.server.http.CsrfTokens;
import io.svc.server.http.Fields;
import io.svc.server.http.Permission;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.Role;
import io.svc.server.http.RouteAccess;
import io.svc.server.mail.DashboardLinks;
import io.svc.server.mail.Mail;
import io.svc.server.tenants.Tenant;
import io.svc.server.tenants.Tenants;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code /api/auth}: everything except for single sign-on and invitations. */
public final class AuthRoutes {
  private static final Pattern USERNAME = Pattern.compile("[\\p{L}\\p{N}._@+-]{1,254}");
  private static final int LONGEST_NAME = 200;
  private static final String ADMIN_PROTECTED =
      "The last administrator is in no group that is mapped to role_admin. They remain an"
          + " administrator until another member has the role. Add an administrator to such a"
          + " group, or change oidc_role_map.";

  private final Database database;
  private final PasswordSignIn signIn;
  private final PasswordResets resets;
  private final Sessions sessions;
  private final Accounts accounts;
  private final Tenants tenants;
  private final Passwords passwords;
  private final CsrfTokens csrf;
  private final Features features;
  private final DashboardLinks links;
  private final PageBanners more;

  /** The configured features, so that pages hide unavailable ones. */
  public record Features(boolean sso, boolean smtp) {}

  AuthRoutes(
      Database database,
      PasswordSignIn signIn,
      PasswordResets resets,
      Sessions sessions,
      Accounts accounts,
      Tenants tenants,
      Passwords passwords,
      CsrfTokens csrf,
      Features features,
      DashboardLinks links,
      PageBanners more) {
    this.database = database;
    this.more = more;
    this.signIn = signIn;
    this.resets = resets;
    this.sessions = sessions;
    this.accounts = accounts;
    this.tenants = tenants;
    this.passwords = passwords;
    this.csrf = csrf;
    this.features = features;
    this.links = links;
  }

  void register(Api api) {
    RouteAccess open = RouteAccess.open(RateLimitBucket.SIGN_IN);
    api.post("/api/auth/login", open, this::login);
    api.post("/api/auth/register", open, this::register);
    api.get("/api/auth/session", RouteAccess.signedIn(), this::session);
    api.get("/api/auth/logout", RouteAccess.open(RateLimitBucket.SIGN_IN), this::logout);
    api.post("/api/auth/setup", RouteAccess.signedIn(), this::setup);
    api.post("/api/auth/forgot-password", open, this::forgot);
    api.post("/api/auth/reset-password", open, this::reset);
  }

  private void login(Call call) {
    Fields body = call.body();
    String login =
        body.optionalText("username", 254)
            .or(() -> body.optionalText("email", 254))
            .orElseGet(() -> body.text("username", 1, 254));
    String password = body.secret("password", Passwords.LONGEST);
    body.allow("email");
    body.check();
    PasswordSignIn.SignInResult signedIn =
        signIn.signIn(login, password, call.cookies().session(), call.caller().origin());
    startSession(call, signedIn);
  }

  private void register(Call call) {
    Fields body = call.body();
    Optional<String> chosen = username(body);
    // A username that is an address is also the email address.
    String email =
        chosen
            .filter(name -> !body.has("email") && Mail.isAddress(name))
            .orElseGet(() -> email(body));
    PasswordSignIn.NewUser user = newUser(body, chosen.orElse(email), email, passwords);
    Optional<String> workspace =
        body.optionalText(body.oneOf("workspaceName", "organizationName"), LONGEST_NAME);
    body.check();
    // A default until onboarding, which asks for the organization's name.
    String name = workspace.orElseGet(() -> "Workspace of " + user.name());
    startSession(call, signIn.register(user, name, call.caller().origin()));
  }

  /** The chosen username; empty to use the email address. */
  static Optional<String> username(Fields body) {
    Optional<String> username = body.optionalText("username", 254);
    if (username.filter(name -> !USERNAME.matcher(name).matches()).isPresent()) {
      body.problem(
          "invalid", "username", "\"username\" can contain only letters, digits and . _ @ + -.");
    }
    return username;
  }

  static PasswordSignIn.NewUser newUser(
      Fields body, String username, String email, Passwords passwords) {
    String name = body.optionalText("name", LONGEST_NAME).orElse(username);
    String password = body.secret("password", 1_000);
    if (!password.isEmpty()) {
      passwords
          .problem(password, username, email)
          .ifPresent(problem -> body.problem("weak", "password", problem));
    }
    return new PasswordSignIn.NewUser(username, email, name, password);
  }

  /** An email address by the rules of RFC 5322. */
  static String email(Fields body) {
    String email = body.text("email", 1, 254);
    if (!email.isEmpty() && !Mail.isAddress(email)) {
      body.problem("invalid", "email", "\"email\" is not an e-mail address.");
    }
    return email;
  }

  private void session(Call call) {
    Caller caller = call.caller();
    call.ok(
        database.read(
            tx -> {
              Account account = accounts.get(tx, caller.id());
              Optional<Tenant> tenant = account.orgId().flatMap(org -> tenants.find(tx, org));
              List<PageBanners.Banner> banners = new ArrayList<>();
              account
                  .orgId()
                  .flatMap(org -> tenants.deletion(tx, org))
                  .filter(deletion -> deletion.status().isInProgress())
                  .ifPresent(
                      deletion ->
                          banners.add(
                              new PageBanners.Banner(
                                  "tenant_deletion",
                                  deletion.requestedAt(),
                                  "The organization will be deleted.")));
              account
                  .orgId()
                  // Only sign-in through the provider removes roles.
                  .filter(org -> features.sso())
                  .flatMap(org -> accounts.lastAdminProtectedSince(tx, org))
                  .ifPresent(
                      since ->
                          banners.add(
                              new PageBanners.Banner("last_admin_kept", since, ADMIN_PROTECTED)));
              account.orgId().ifPresent(org -> banners.addAll(more.of(tx, org)));
              return new SessionEnvelope(
                  true,
                  UserView.of(account),
                  tenant.map(TenantView::of),
                  account.role(),
                  permissions(caller),
                  tenant.map(Tenant::onboarded).orElse(false),
                  csrf.of(caller),
                  sessions.end(tx, caller),
                  banners,
                  features);
            }));
  }

  private static List<String> permissions(Caller caller) {
    return Stream.of(Permission.values()).filter(caller::may).map(Permission::toString).toList();
  }

  /** Works without a session too; a cross-site request changes nothing. */
  private void logout(Call call) {
    boolean isForeign = call.header("Sec-Fetch-Site").filter("cross-site"::equals).isPresent();
    Cookies.Jar cookies = call.cookies();
    if (!isForeign) {
      cookies
          .session()
          .ifPresent(
              token -> signIn.signOut(sessions.find(token, call.caller().origin(), true), token));
      cookies.clearSession();
    }
    call.redirect(307, "/login?status=signed-out");
  }

  private void setup(Call call) {
    Tenant tenant = signIn.setUp(call.caller(), call.optionalBody());
    call.reply(201, new OnboardingResponse(true, tenant));
  }

  private void forgot(Call call) {
    Fields body = call.body();
    Optional<String> email = body.optionalText("email", 254);
    Optional<String> username = body.optionalText("username", 254);
    body.check();
    // Without either, the response is the same as for an unknown user.
    String login = email.or(() -> username).orElse("");
    resets.requestReset(login, links.to("/reset#token="), call.caller().origin());
    call.ok(
        Map.of(
            "ok",
            true,
            "message",
            "If an account with this address exists, a password reset link was sent."));
  }

  private void reset(Call call) {
    Fields body = call.body();
    String token = body.secret("token", 200);
    String password = body.secret(body.oneOf("password", "newPassword"), 1_000);
    if (!password.isEmpty()) {
      passwords
          .problem(password, "", "")
          .ifPresent(problem -> body.problem("weak", "password", problem));
    }
    body.check();
    resets.reset(token, password, call.caller().origin());
    call.ok(Map.of("ok", true));
  }

  /** Sets the session cookie and returns the signed-in user. */
  private void startSession(Call call, PasswordSignIn.SignInResult signedIn) {
    call.cookies().setSession(signedIn.session().token(), sessions.maxAge());
    call.ok(SignInResponse.of(signedIn));
  }

  /** The response of a sign-in. */
  record SignInResponse(
      boolean ok,
      UserView user,
      Optional<TenantView> tenant,
      boolean onboarded,
      String redirectTo) {
    static SignInResponse of(PasswordSignIn.SignInResult signedIn) {
      boolean onboarded = signedIn.tenant().map(Tenant::onboarded).orElse(false);
      return new SignInResponse(
          true,
          UserView.of(signedIn.account()),
          signedIn.tenant().map(TenantView::of),
          onboarded,
          onboarded ? "/overview" : "/setup");
    }
  }

  /** The user in their own responses. */
  record UserView(String id, String username, String email, String name, Optional<Role> role) {
    static UserView of(Account account) {
      return new UserView(
          account.userId(), account.username(), account.email(), account.name(), account.role());
    }
  }

  /** The tenant in short form. */
  record TenantView(String id, String name, String slug) {
    static TenantView of(Tenant tenant) {
      return new TenantView(tenant.id().value(), tenant.name(), tenant.slug());
    }
  }

  /** The response with the current session. */
  record SessionEnvelope(
      boolean authenticated,
      UserView user,
      Optional<TenantView> tenant,
      Optional<Role> role,
      List<String> permissions,
      boolean onboarded,
      String csrfToken,
      Optional<Instant> expiresAt,
      List<PageBanners.Banner> banners,
      Features features) {}

  /** The response of onboarding. */
  record OnboardingResponse(boolean ok, Tenant tenant) {}
}
