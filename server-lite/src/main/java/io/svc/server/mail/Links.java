package io.svc.server.mail;

import java.net.URI;
import java.util.function.Supplier;

/**
 * Links into the dashboard, for mails. They begin with the configured address and never with what a
 * request calls its host, which an attacker chooses.
 */
public final class Links {
  private final Supplier<URI> base;

  /** Links that begin with an address, which may be known only once the server listens. */
  public Links(Supplier<URI> base) {
    this.base = base;
  }

  /** A link to a page, such as {@code /reset#token=}. */
  public String to(String page) {
    String root = base.get().toString();
    return (root.endsWith("/") ? root.substring(0, root.length() - 1) : root) + page;
  }
}
