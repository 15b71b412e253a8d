package io.svc.server.outgoing;

/** Where a request may go without encryption. */
public enum PlainHttp {
  /** To private addresses that the operator has opened, where servers seldom have certificates. */
  OPENED_NETWORKS,
  /** Anywhere; for tenants that allow it. */
  ANYWHERE
}
