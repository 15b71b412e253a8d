package io.svc.server.http;

import io.javalin.http.Context;
import io.svc.server.config.Cidr;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Determines the client address. {@code X-Forwarded-For} and {@code X-Forwarded-Proto} are trusted
 * only from the configured proxies.
 */
final class ClientAddress {
  private final List<Cidr> proxies;
  private final Optional<URI> base;

  ClientAddress(List<Cidr> proxies, Optional<URI> base) {
    this.proxies = List.copyOf(proxies);
    this.base = base;
  }

  /** The nearest address that is not a configured proxy. */
  String of(Context ctx) {
    String address = ctx.req().getRemoteAddr();
    String forwarded = ctx.header("X-Forwarded-For");
    if (forwarded == null || !isProxy(address)) {
      return address;
    }
    String[] hops = forwarded.split(",", -1);
    for (int i = hops.length - 1; i >= 0; i--) {
      String hop = hops[i].strip();
      if (!Cidr.literal(hop).isPresent()) {
        return address;
      }
      address = hop;
      if (!isProxy(hop)) {
        return hop;
      }
    }
    return address;
  }

  /** Returns whether the browser uses TLS, to this server or to the proxy in front of it. */
  boolean isSecure(Context ctx) {
    if (base.isPresent()) {
      return base.get().getScheme().equals("https");
    }
    return ctx.req().isSecure()
        || (isProxy(ctx.req().getRemoteAddr())
            && "https".equalsIgnoreCase(ctx.header("X-Forwarded-Proto")));
  }

  private boolean isProxy(String address) {
    if (proxies.isEmpty()) {
      return false;
    }
    return Cidr.literal(address)
        .map(ip -> proxies.stream().anyMatch(block -> block.contains(ip)))
        .orElse(false);
  }
}
