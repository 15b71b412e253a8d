package io.svc.server.outgoing;

import io.svc.server.net.ConnectionFailure;
import io.svc.server.outgoing.OutgoingException.Reason;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ConnectTimeoutException;

/**
 * Calls other servers at addresses that somebody typed in. A host is looked up once, every address
 * that it has is checked by the {@link NetworkGuard}, and the connection goes to an address that
 * was checked: a second answer of the name server changes nothing. Redirects are answers like
 * others. A call ends within ten seconds, and an answer of more than 64 KiB is none, unless whoever
 * asks can do with more.
 *
 * <p>Safe for many threads. {@link #send} waits, so call it outside of transactions.
 */
public final class OutgoingClient implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(3);
  private static final int LARGEST_ANSWER = 64 * 1024;
  private static final int MOST_ADDRESSES = 3;
  private static final HttpExchange.Connections FEW = new HttpExchange.Connections(64, 16, true);
  private static final HttpExchange.Connections ONE_EACH =
      new HttpExchange.Connections(16, 16, false);
  private static final HttpExchange.Connections MANY = new HttpExchange.Connections(512, 256, true);

  private final NetworkGuard guard;
  private final TimedDnsResolver names;
  private final HttpExchange wire;
  private final Duration patience;

  public OutgoingClient(NetworkGuard guard) {
    this(guard, InetAddress::getAllByName, OutgoingClient::trusted, PATIENCE);
  }

  /** One whose calls end sooner, or later. */
  public OutgoingClient(NetworkGuard guard, Duration patience) {
    this(guard, InetAddress::getAllByName, OutgoingClient::trusted, patience);
  }

  /**
   * One for what others send through this server, which is a lot at once.
   *
   * @param patience how long nothing may move before a call is given up
   */
  public static OutgoingClient forOthers(NetworkGuard guard, Duration patience) {
    return new OutgoingClient(
        guard, InetAddress::getAllByName, OutgoingClient::trusted, patience, MANY);
  }

  /** Creates a client with a new connection for each request, for calls that are rare. */
  public static OutgoingClient ofSingleCalls(NetworkGuard guard, Duration patience) {
    return new OutgoingClient(
        guard, InetAddress::getAllByName, OutgoingClient::trusted, patience, ONE_EACH);
  }

  OutgoingClient(
      NetworkGuard guard, DnsResolver names, Supplier<SSLContext> tls, Duration patience) {
    this(guard, names, tls, patience, FEW);
  }

  private OutgoingClient(
      NetworkGuard guard,
      DnsResolver names,
      Supplier<SSLContext> tls,
      Duration patience,
      HttpExchange.Connections most) {
    this.guard = guard;
    this.names = new TimedDnsResolver(names);
    this.wire = new HttpExchange(tls, shorter(patience, CONNECT_PATIENCE), most);
    this.patience = patience;
  }

  /** What is wrong with an address, by its form alone; empty for one that could be called. */
  public static Optional<String> problemOf(String address) {
    try {
      Destination.of(new URI(address));
      return Optional.empty();
    } catch (URISyntaxException | NumberFormatException e) {
      // The JDK throws the latter where a number within an IPv6 address is too long.
      return Optional.of("The address is none; expected one such as https://example.com/path.");
    } catch (OutgoingException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** Sends a request, without encryption to networks only that the operator has opened. */
  public OutgoingResponse send(OutgoingRequest request) throws OutgoingException {
    return send(request, PlainHttp.OPENED_NETWORKS);
  }

  /**
   * Sends a request and waits for the answer, whatever its status.
   *
   * @param plain where {@code http} will do
   */
  public OutgoingResponse send(OutgoingRequest request, PlainHttp plain) throws OutgoingException {
    return send(request, plain, LARGEST_ANSWER);
  }

  /**
   * The same for answers that are known to be long.
   *
   * @param largest how many bytes of an answer are read; one that is longer is none
   */
  public OutgoingResponse send(OutgoingRequest request, PlainHttp plain, int largest)
      throws OutgoingException {
    long start = System.nanoTime();
    Destination destination = Destination.of(request.uri());
    List<InetAddress> addresses = names.resolve(destination.host(), patience);
    check(destination, addresses, plain);
    HttpExchange.Answer answer =
        exchange(
            destination,
            addresses,
            largest,
            address -> {
              Duration left = patience.minus(since(start));
              if (left.isNegative()) {
                throw new SocketTimeoutException();
              }
              return wire.exchange(destination, address, request, largest, left);
            });
    return new OutgoingResponse(answer.status(), answer.headers(), answer.body(), since(start));
  }

  /** One address that is refused refuses the name: who mixes them has no good reason to. */
  private void check(Destination destination, List<InetAddress> addresses, PlainHttp plain)
      throws OutgoingException {
    for (InetAddress address : addresses) {
      guard.check(destination.host(), new InetSocketAddress(address, destination.port()));
      if (!destination.isSecure()
          && plain == PlainHttp.OPENED_NETWORKS
          && !guard.isOpened(address)) {
        throw new OutgoingException(
            Reason.BAD_URL,
            "The address of \""
                + destination.host().text()
                + "\" begins with http:; expected https.");
      }
    }
  }

  /**
   * Sends a request as somebody else wrote it, and returns once the answer begins, whatever its
   * status. Neither body is held in memory; an answer may be of any length, and take as long as it
   * moves. Where the body of the request fails while it is read, so does this.
   *
   * @param plain where {@code http} will do
   */
  public StreamedResponse open(OutgoingCall call, PlainHttp plain) throws OutgoingException {
    Destination destination = Destination.of(call);
    List<InetAddress> addresses = names.resolve(destination.host(), shorter(patience, PATIENCE));
    check(destination, addresses, plain);
    return exchange(
        destination,
        addresses,
        LARGEST_ANSWER,
        address -> wire.open(destination, address, call, patience));
  }

  /** Makes an exchange with one address. */
  @FunctionalInterface
  private interface Attempt<T> {
    T at(InetAddress address) throws IOException;
  }

  private static <T> T exchange(
      Destination destination, List<InetAddress> addresses, int largest, Attempt<T> attempt)
      throws OutgoingException {
    int last = Math.min(addresses.size(), MOST_ADDRESSES) - 1;
    for (int i = 0; ; i++) {
      try {
        return attempt.at(addresses.get(i));
      } catch (IOException e) {
        // Only what was never sent may be sent again.
        if (i == last || !isUnconnected(e)) {
          throw failure(destination.host().text(), largest, e);
        }
      }
    }
  }

  private static boolean isUnconnected(IOException failure) {
    return failure instanceof ConnectException
        || failure instanceof ConnectTimeoutException
        || failure instanceof NoRouteToHostException;
  }

  private static OutgoingException failure(String host, int largest, IOException failure) {
    String shown = "\"" + host + "\" ";
    if (failure instanceof HttpExchange.TooLargeException large) {
      return OutgoingException.tooLarge(
          shown + "answered more than " + largest / 1024 + " KiB.", large.status());
    }
    if (failure instanceof HttpExchange.TooSlowException
        || failure instanceof InterruptedIOException) {
      return new OutgoingException(Reason.TIMEOUT, shown + "did not answer in time.");
    }
    String words = shown + ConnectionFailure.reasonOf(failure) + ".";
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException) {
        return new OutgoingException(Reason.TLS, words);
      }
      if (cause instanceof SocketTimeoutException) {
        return new OutgoingException(Reason.TIMEOUT, words);
      }
    }
    return new OutgoingException(Reason.CONNECT_FAILED, words);
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static SSLContext trusted() {
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("The trusted certificates of the JDK cannot be read", e);
    }
  }

  @Override
  public void close() {
    names.close();
    wire.close();
  }
}
