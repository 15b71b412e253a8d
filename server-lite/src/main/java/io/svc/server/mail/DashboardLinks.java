package io.svc.server.mail;

import java.net.URI;
import java.util.function.Supplier;

/**
 * Links to the dashboard in mails. They start with the configured address and never with the host
 * of a request, which an attacker can choose.
 */
public final class DashboardLinks {
  private final Supplier<URI> base;

  /** Creates links with a base address, which may be unknown until the server listens. */
  public DashboardLinks(Supplier<URI> base) {
    this.base = base;
  }

  /** Returns a link to a page, such as {@code /reset#token=}. */
  public String to(String page) {
    String root = base.get().toString();
    return (root.endsWith("/") ? root.substring(0, root.length() - 1) : root) + page;
  }
}
