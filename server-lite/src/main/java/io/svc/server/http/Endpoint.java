package io.svc.server.http;

/** What a route does. */
@FunctionalInterface
public interface Endpoint {
  /** Answers a call, or throws an {@link ApiException}. */
  void answer(Call call);
}
