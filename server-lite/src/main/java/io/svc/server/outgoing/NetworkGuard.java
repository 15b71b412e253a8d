package io.svc.server.outgoing;

import io.svc.server.config.CanonicalHost;
import io.svc.server.config.Cidr;
import io.svc.server.outgoing.OutgoingException.Reason;
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
 * Which addresses may be connected to: public ones, and those of the blocks that the operator has
 * opened. Never a cloud's metadata service and never this server itself, whatever is opened. Safe
 * for many threads; asks no name server.
 */
public final class NetworkGuard {
  private static final int IPV4_BYTES = 4;
  private static final int IPV6_BYTES = 16;

  private static final List<Cidr> EVERYTHING =
      List.of(Cidr.parse("0.0.0.0/0").orElseThrow(), Cidr.parse("::/0").orElseThrow());

  private final List<Cidr> opened;
  private final IntSupplier ownPort;

  /**
   * @param opened blocks that may be called although they are not public
   * @param ownPort the port on which this server listens; asked for at each check
   */
  public NetworkGuard(List<Cidr> opened, IntSupplier ownPort) {
    this.opened = List.copyOf(opened);
    this.ownPort = ownPort;
  }

  /**
   * For an address that the operator typed in, who may call whatever he runs; this server itself
   * and a cloud's metadata service are still none of it.
   */
  public static NetworkGuard ofOperator(IntSupplier ownPort) {
    return new NetworkGuard(EVERYTHING, ownPort);
  }

  /** Checks one address of a host before it is connected to. */
  void check(CanonicalHost host, InetSocketAddress target) throws OutgoingException {
    Optional<String> refusal = refusal(target);
    if (refusal.isPresent()) {
      throw new OutgoingException(
          Reason.BLOCKED_ADDRESS,
          "\"" + host.text() + "\" is " + refusal.get() + ", which is not called.");
    }
  }

  /** Why an address may not be connected to, as what it is; empty when it may. */
  Optional<String> refusal(InetSocketAddress target) {
    InetAddress address = target.getAddress();
    if (target.getPort() == ownPort.getAsInt() && isOfThisMachine(address)) {
      return Optional.of("this server itself");
    }
    return refusal(address);
  }

  private Optional<String> refusal(InetAddress address) {
    AddressKind kind = AddressKind.of(address);
    if (!kind.isOpenable()) {
      return Optional.of(kind.toString());
    }
    boolean isOpened = isOpened(address);
    if (kind == AddressKind.TRANSITION && isOpened) {
      // Opening the way through a translator opens nothing of what lies behind it.
      return carriedBy(address).flatMap(this::refusal);
    }
    return kind == AddressKind.PUBLIC || isOpened ? Optional.empty() : Optional.of(kind.toString());
  }

  /** Whether an address lies in a block that the operator has opened. */
  boolean isOpened(InetAddress address) {
    return opened.stream().anyMatch(block -> block.contains(address));
  }

  /** The IPv4 address that one of IPv6 carries: of 6to4 behind two bytes, of others at the end. */
  private static Optional<InetAddress> carriedBy(InetAddress address) {
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

  private static boolean isOfThisMachine(InetAddress address) {
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      // Nobody can tell: then it counts as ours.
      return true;
    }
  }
}
