package io.svc.server.egress;

import io.svc.server.config.CanonicalHost;
import io.svc.server.egress.OutgoingException.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import javax.net.SocketFactory;

/**
 * Opens TCP connections for protocols other than HTTP, such as SMTP, under the same rules as {@link
 * OutgoingClient}: the host is parsed by {@link CanonicalHost}, resolved once, every address is
 * checked by the {@link NetworkGuard}, and it connects to a checked address. The proxy settings of
 * the JVM are not used. Safe for many threads.
 */
public final class GuardedSockets extends SocketFactory {
  private static final Duration LONGEST_LOOKUP = Duration.ofSeconds(10);

  private final NetworkGuard guard;
  private final TimedDnsResolver names;

  public GuardedSockets(NetworkGuard guard) {
    this(guard, InetAddress::getAllByName);
  }

  GuardedSockets(NetworkGuard guard, DnsResolver names) {
    this.guard = guard;
    this.names = new TimedDnsResolver(names);
  }

  /** Returns an unconnected socket. Its {@code connect} checks the given host. */
  @Override
  public Socket createSocket() {
    return new GuardedSocket();
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    Socket socket = createSocket();
    socket.connect(InetSocketAddress.createUnresolved(host, port));
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort)
      throws IOException {
    Socket socket = createSocket();
    socket.bind(new InetSocketAddress(localHost, localPort));
    socket.connect(InetSocketAddress.createUnresolved(host, port));
    return socket;
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return createSocket(host.getHostAddress(), port);
  }

  @Override
  public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
      throws IOException {
    return createSocket(address.getHostAddress(), port, localAddress, localPort);
  }

  private List<InetAddress> checked(String written, int port, Duration timeout)
      throws OutgoingException {
    CanonicalHost host;
    try {
      host = CanonicalHost.parse(written);
    } catch (IllegalArgumentException e) {
      throw new OutgoingException(
          Reason.BAD_URL, "The host is \"" + written + "\"; " + e.getMessage() + ".");
    }
    List<InetAddress> addresses = names.resolve(host, timeout);
    for (InetAddress address : addresses) {
      guard.check(host, new InetSocketAddress(address, port));
    }
    return addresses;
  }

  private final class GuardedSocket extends Socket {
    private GuardedSocket() {
      // Otherwise the JVM's settings could route the connection through a SOCKS proxy.
      super(Proxy.NO_PROXY);
    }

    @Override
    public void connect(SocketAddress endpoint) throws IOException {
      connect(endpoint, 0);
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) throws IOException {
      if (!(endpoint instanceof InetSocketAddress target)) {
        throw new IllegalArgumentException("endpoint is not an internet address");
      }
      Duration maxWait = timeout == 0 ? LONGEST_LOOKUP : Duration.ofMillis(timeout);
      long start = System.nanoTime();
      try {
        InetAddress address = checked(target.getHostString(), target.getPort(), maxWait).get(0);
        Duration remaining = maxWait.minusNanos(System.nanoTime() - start);
        if (remaining.isNegative() || remaining.isZero()) {
          throw new SocketTimeoutException("timed out");
        }
        super.connect(
            new InetSocketAddress(address, target.getPort()),
            Math.max(1, (int) remaining.toMillis()));
      } catch (OutgoingException e) {
        if (e.reason() == Reason.UNKNOWN_HOST) {
          throw new UnknownHostException(target.getHostString());
        }
        throw new IOException("the address is blocked", e);
      }
    }
  }
}
