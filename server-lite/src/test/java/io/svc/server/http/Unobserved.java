package io.svc.server.http;

/** Hears of every call, and keeps nothing of it. */
final class Unobserved implements HttpServer.Observer {
  @Override
  public void answered(String method, String route, int status, double seconds) {}

  @Override
  public void rejected(ErrorCode code, RateLimitBucket limit) {
    // Nothing is counted here.
  }

  @Override
  public void denied(Caller caller, String route, ApiException reason) {}
}
