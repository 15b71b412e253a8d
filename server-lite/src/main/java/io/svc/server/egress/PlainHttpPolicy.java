package io.svc.server.egress;

/** The networks where requests may be unencrypted. */
public enum PlainHttpPolicy {
  /** Private addresses that the operator permits, where servers seldom have certificates. */
  OPENED_NETWORKS,
  /** All networks, for tenants that permit it. */
  ANYWHERE
}
