package io.svc.server.outgoing;

/** The networks where requests may be unencrypted. */
public enum PlainHttp {
  /** Private addresses that the operator permits, where servers seldom have certificates. */
  OPENED_NETWORKS,
  /** All networks, for tenants that permit it. */
  ANYWHERE
}
