package io.svc.server.outgoing;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Looks up what addresses a name has; what spells out an address is that address. */
@FunctionalInterface
interface Names {
  InetAddress[] resolve(String host) throws UnknownHostException;
}
