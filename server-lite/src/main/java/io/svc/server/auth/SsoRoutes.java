package io.svc.server.auth;

import io.svc.server.auth.SsoRejectedException.Reason;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Query;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import io.svc.server.mail.DashboardLinks;
import io.svc.server.tenants.Tenant;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /api/auth/sso}. A failed attempt leads to the sign-in page with a reason that the page
 * explains; details are in the log only.
 */
final class SsoRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(SsoRoutes.class);
  private static final String FAILED = "/login?state=error";

  /** A path of this server: with two slashes, or a backslash, a browser would open another site. */
  private static final Pattern LOCAL_PATH =
      Pattern.compile("/(?![/\\\\])[A-Za-z0-9/_.~?&=%+:,@!$'()*;#-]*");

  private final Optional<SingleSignOn> singleSignOn;
  private final Sessions sessions;
  private final DashboardLinks links;

  SsoRoutes(Optional<SingleSignOn> singleSignOn, Sessions sessions, DashboardLinks links) {
    this.singleSignOn = singleSignOn;
    this.sessions = sessions;
    this.links = links;
  }

  void register(Api api) {
    api.get("/api/auth/sso/authorize", RouteAccess.open(RateLimitBucket.SIGN_IN), this::authorize);
    api.get("/api/auth/sso/callback", RouteAccess.open(RateLimitBucket.SIGN_IN), this::callback);
  }

  private void authorize(Call call) {
    SingleSignOn sso =
        singleSignOn.orElseThrow(
            () ->
                new ApiException(
                    ErrorCode.SSO_NOT_CONFIGURED,
                    "Single sign-on is not configured on this server."));
    String returnTo = call.query().text("redirect_uri").orElse("");
    if (!returnTo.isEmpty() && !LOCAL_PATH.matcher(returnTo).matches()) {
      throw Query.invalid("redirect_uri", returnTo, "expected a path of this service");
    }
    if (call.header("Sec-Fetch-Site").filter("cross-site"::equals).isPresent()) {
      // A link on another site must not sign in a user who did not start the attempt here.
      call.redirect(302, "/login");
      return;
    }
    Optional<String> state = call.query().text("state");
    if (state.isPresent() && !returnTo.isEmpty()) {
      returnTo +=
          (returnTo.contains("?") ? "&" : "?")
              + "state="
              + URLEncoder.encode(state.get(), StandardCharsets.UTF_8);
    }
    try {
      SingleSignOn.ProviderRedirect departure = sso.depart(callback(), returnTo);
      call.cookies().setSignOn(departure.sealed(), SingleSignOn.LIFE);
      call.redirect(302, departure.provider().toString());
    } catch (OidcException e) {
      LOG.warn("single sign-on could not start: {}", e.getMessage());
      fail(call, Reason.PROVIDER_ERROR);
    }
  }

  private void callback(Call call) {
    Optional<String> code = call.query().text("code");
    Optional<String> sealed = call.cookies().signOn();
    call.cookies().clearSignOn();
    if (singleSignOn.isEmpty() || code.isEmpty()) {
      boolean isDenied = call.query().text("error").isPresent() && sealed.isPresent();
      LOG.warn(
          "single sign-on failed: {}",
          isDenied ? "the provider returned an error" : "the response has no code");
      if (isDenied) {
        fail(call, Reason.PROVIDER_DENIED);
      } else {
        call.redirect(302, FAILED);
      }
      return;
    }
    try {
      SingleSignOn.CompletedSignIn arrival =
          singleSignOn
              .get()
              .complete(
                  new OidcClient.CallbackParameters(code.get(), call.query().text("iss")),
                  call.query().text("state").orElse(""),
                  sealed.orElse(""),
                  callback(),
                  call.caller().origin());
      call.cookies().session().ifPresent(sessions::end);
      call.cookies().setSession(arrival.welcome().session().token(), sessions.maxAge());
      boolean onboarded = arrival.welcome().tenant().map(Tenant::onboarded).orElse(false);
      String usual = onboarded ? "/overview" : "/setup";
      call.redirect(302, onboarded && !arrival.returnTo().isEmpty() ? arrival.returnTo() : usual);
    } catch (SsoRejectedException e) {
      LOG.warn("single sign-on was rejected: {}", e.getMessage());
      fail(call, e.reason());
    } catch (OidcException e) {
      LOG.warn("single sign-on failed: {}", e.getMessage());
      fail(call, Reason.PROVIDER_ERROR);
    } catch (ApiException e) {
      LOG.warn("single sign-on failed: {}", e.getMessage());
      call.redirect(302, FAILED);
    }
  }

  private static void fail(Call call, Reason reason) {
    call.redirect(302, FAILED + "&reason=" + reason);
  }

  private URI callback() {
    return URI.create(links.to("/api/auth/sso/callback"));
  }
}
