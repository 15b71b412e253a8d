package io.svc.server.outgoing;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Looks up the addresses of a host name. */
@FunctionalInterface
interface DnsResolver {
  InetAddress[] resolve(String host) throws UnknownHostException;
}
