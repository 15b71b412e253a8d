package io.svc.server.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Resolves host names. */
@FunctionalInterface
interface DnsResolver {
  InetAddress[] resolve(String host) throws UnknownHostException;
}
