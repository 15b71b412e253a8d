package io.svc.server.http;

import io.javalin.http.Context;
import java.time.Duration;
import java.util.Optional;

/**
 * The two cookies of this service. With TLS their names begin with {@code __Host-}, so that a
 * browser rejects them from other hosts and paths (RFC 6265bis, 4.1.3.2).
 */
public final class Cookies {
  private static final String SESSION = "svc_session";
  private static final String SIGN_ON = "svc_sso";
  private static final String HOST_PREFIX = "__Host-";

  private final ClientAddress address;

  Cookies(ClientAddress address) {
    this.address = address;
  }

  Jar of(Context ctx) {
    return new Jar(ctx, address.isSecure(ctx));
  }

  /** The cookies of one request and its response. */
  public static final class Jar {
    private final Context ctx;
    private final boolean isSecure;

    private Jar(Context ctx, boolean isSecure) {
      this.ctx = ctx;
      this.isSecure = isSecure;
    }

    /** The session token. */
    public Optional<String> session() {
      return read(SESSION);
    }

    /** The sealed state of a pending sign-on. */
    public Optional<String> signOn() {
      return read(SIGN_ON);
    }

    public void setSession(String token, Duration life) {
      set(SESSION, token, life);
    }

    public void clearSession() {
      set(SESSION, "", Duration.ZERO);
    }

    public void setSignOn(String sealed, Duration life) {
      set(SIGN_ON, sealed, life);
    }

    public void clearSignOn() {
      set(SIGN_ON, "", Duration.ZERO);
    }

    private Optional<String> read(String name) {
      return Optional.ofNullable(ctx.cookie(name(name))).filter(value -> !value.isEmpty());
    }

    /** Lax, because the identity provider's response is a navigation from another site. */
    private void set(String name, String value, Duration life) {
      ctx.res()
          .addHeader(
              "Set-Cookie",
              name(name)
                  + "="
                  + value
                  + "; Path=/; Max-Age="
                  + life.toSeconds()
                  + "; HttpOnly; SameSite=Lax"
                  + (isSecure ? "; Secure" : ""));
    }

    private String name(String name) {
      return isSecure ? HOST_PREFIX + name : name;
    }
  }
}
