package io.svc.server.egress;

import io.svc.server.config.Cidr;
import io.svc.server.policies.dsl.HostText;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Where this server may be sent by somebody: addresses by their bytes, and URLs by their text. */
public final class GuardFuzz {
  private static final int OWN_PORT = 8080;
  private static final List<Cidr> OPENED =
      List.of(
          Cidr.parse("10.0.0.0/8").orElseThrow(),
          Cidr.parse("64:ff9b::/96").orElseThrow(),
          Cidr.parse("2002::/16").orElseThrow(),
          Cidr.parse("169.254.0.0/16").orElseThrow());
  private static final NetworkGuard CLOSED = new NetworkGuard(List.of(), () -> OWN_PORT);
  private static final NetworkGuard OPEN = new NetworkGuard(OPENED, () -> OWN_PORT);
  private static final NetworkGuard OPERATORS = NetworkGuard.ofOperator(() -> OWN_PORT);

  private GuardFuzz() {}

  /** Four or sixteen bytes of an address, and what the JDK knows about it. */
  public static void address(byte[] data) throws UnknownHostException {
    for (int length : new int[] {4, 16}) {
      if (data.length >= length) {
        address(InetAddress.getByAddress(Arrays.copyOf(data, length)));
      }
    }
    if (data.length >= 4) {
      // One that was let through must not be a way to one that was not.
      hidden(Arrays.copyOf(data, 4), "::", 12);
      hidden(Arrays.copyOf(data, 4), "64:ff9b::", 12);
      hidden(Arrays.copyOf(data, 4), "2002::", 2);
    }
  }

  private static void address(InetAddress address) {
    InetSocketAddress target = new InetSocketAddress(address, 443);
    boolean isNowhere =
        address.isAnyLocalAddress()
            || address.isLoopbackAddress()
            || address.isLinkLocalAddress()
            || address.isSiteLocalAddress()
            || address.isMulticastAddress()
            || (address.getAddress().length == 16 && (address.getAddress()[0] & 0xFE) == 0xFC);
    if (CLOSED.denialReason(target).isEmpty()) {
      require(!isNowhere, "a closed guard lets " + address + " through");
      require(OPEN.denialReason(target).isEmpty(), "opening something closed " + address);
    }
    if (OPEN.denialReason(target).isEmpty() && isNowhere) {
      require(
          OPENED.stream().anyMatch(block -> block.contains(address)),
          "a guard lets " + address + " through, which nobody opened");
    }
    if (AddressKind.of(address) == AddressKind.METADATA) {
      require(OPERATORS.denialReason(target).isPresent(), "metadata of a cloud are let through");
    }
    if (address.isLoopbackAddress()) {
      require(
          OPERATORS.denialReason(new InetSocketAddress(address, OWN_PORT)).isPresent(),
          "this server is let through to itself");
    }
  }

  private static void hidden(byte[] ipv4, String front, int at) throws UnknownHostException {
    byte[] bytes = InetAddress.getByName(front).getAddress();
    System.arraycopy(ipv4, 0, bytes, at, ipv4.length);
    InetAddress way = InetAddress.getByAddress(bytes);
    InetSocketAddress end = new InetSocketAddress(InetAddress.getByAddress(ipv4), 443);
    if (!(way instanceof Inet4Address) && OPEN.denialReason(end).isPresent()) {
      require(
          OPEN.denialReason(new InetSocketAddress(way, 443)).isPresent(),
          "through " + way + " is the way to " + end);
    }
  }

  /** What is taken for an address names one host, which is the one that is checked and called. */
  public static void url(String text) {
    Optional<String> problem = OutgoingClient.problemOf(text);
    require(problem.filter(String::isBlank).isEmpty(), "a refusal without words");
    Destination destination;
    try {
      destination = Destination.of(new URI(text));
    } catch (URISyntaxException | NumberFormatException | OutgoingException e) {
      require(problem.isPresent(), "nothing is wrong with what cannot be called");
      return;
    }
    require(problem.isEmpty(), "something is wrong with what can be called");
    URI uri = destination.uri();
    String host = destination.host().text();
    require(uri.getRawUserInfo() == null, "a user is in front of the host");
    require(uri.toString().chars().allMatch(c -> c > ' ' && c < 127), "no ASCII: " + uri);
    require(
        uri.getHost().equals(host) || uri.getHost().equals("[" + host + "]"),
        uri.getHost() + " is called, and " + host + " is checked");
    require(host.chars().noneMatch(c -> c <= ' ' || "/@\\?#".indexOf(c) >= 0), "no host: " + host);
    require(
        destination.host().address().equals(Cidr.literal(host)),
        "the address that is checked is another than " + host);
    require(
        HostText.normalise(uri.getHost()).equals(host),
        "policies see " + HostText.normalise(uri.getHost()) + " in place of " + host);
  }

  private static void require(boolean passes, String otherwise) {
    if (!passes) {
      throw new AssertionError(otherwise);
    }
  }
}
