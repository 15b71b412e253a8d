package io.svc.server.egress;

import io.svc.server.config.CanonicalHost;
import io.svc.server.config.Cidr;
import io.svc.server.egress.OutgoingException.Reason;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * Decides which addresses may be connected to: public ones, and those in blocks that the operator
 * permits. A cloud metadata service and this server itself are never permitted. Safe for many
 * threads; queries no name server.
 */
public final class NetworkGuard {
  private static final int IPV4_BYTES = 4;
  private static final int IPV6_BYTES = 16;

  private static final List<Cidr> ALL_ADDRESSES =
      List.of(Cidr.parse("0.0.0.0/0").orElseThrow(), Cidr.parse("::/0").orElseThrow());

  private final List<Cidr> opened;
  private final IntSupplier serverPort;

  /**
   * @param opened permitted blocks that are not public
   * @param serverPort the port that this server listens on; called for each check
   */
  public NetworkGuard(List<Cidr> opened, IntSupplier serverPort) {
    this.opened = List.copyOf(opened);
    this.serverPort = serverPort;
  }

  /**
   * Returns a guard for an address that the operator configured, who may use any of their own
   * servers; except for this server itself and cloud metadata services.
   */
  public static NetworkGuard ofOperator(IntSupplier serverPort) {
    return new NetworkGuard(ALL_ADDRESSES, serverPort);
  }

  /** Checks one address of a host before a connection. */
  void check(CanonicalHost host, InetSocketAddress target) throws OutgoingException {
    Optional<String> denialReason = denialReason(target);
    if (denialReason.isPresent()) {
      throw new OutgoingException(
          Reason.BLOCKED_ADDRESS,
          "\"" + host.text() + "\" is " + denialReason.get() + ", which is blocked.");
    }
  }

  /**
   * Returns why an address is not permitted, as a description of its kind; empty if it is
   * permitted.
   */
  Optional<String> denialReason(InetSocketAddress target) {
    InetAddress address = target.getAddress();
    if (target.getPort() == serverPort.getAsInt() && isLocalAddress(address)) {
      return Optional.of("this server itself");
    }
    return denialReason(address);
  }

  private Optional<String> denialReason(InetAddress address) {
    AddressKind kind = AddressKind.of(address);
    if (!kind.isOpenable()) {
      return Optional.of(kind.toString());
    }
    boolean isOpened = isOpened(address);
    if (kind == AddressKind.TRANSITION && isOpened) {
      // Permitting the block of a translator does not permit the embedded addresses.
      return embeddedIpv4(address).flatMap(this::denialReason);
    }
    return kind == AddressKind.PUBLIC || isOpened ? Optional.empty() : Optional.of(kind.toString());
  }

  /** Returns whether an address is in a block that the operator permits. */
  boolean isOpened(InetAddress address) {
    return opened.stream().anyMatch(block -> block.contains(address));
  }

  /**
   * Returns the IPv4 address embedded in an IPv6 address: after two bytes for 6to4, otherwise at
   * the end.
   */
  private static Optional<InetAddress> embeddedIpv4(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (bytes.length != IPV6_BYTES) {
      return Optional.empty();
    }
    boolean is6to4 = bytes[0] == 0x20 && bytes[1] == 0x02;
    int start = is6to4 ? 2 : IPV6_BYTES - IPV4_BYTES;
    try {
      return Optional.of(
          InetAddress.getByAddress(Arrays.copyOfRange(bytes, start, start + IPV4_BYTES)));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("Four bytes are an address", e);
    }
  }

  private static boolean isLocalAddress(InetAddress address) {
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      // If it cannot be determined, the address counts as ours.
      return true;
    }
  }
}
