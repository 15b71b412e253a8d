package io.svc.server.egress;

import io.svc.server.egress.OutgoingException.Reason;
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
 * Sends requests to URLs from user input. A host is resolved once, every address is checked by the
 * {@link NetworkGuard}, and the connection uses a checked address, so DNS rebinding has no effect.
 * Redirects are returned like other responses. By default a call has a timeout of ten seconds, and
 * a response of more than 64 KiB is an error.
 *
 * <p>Safe for many threads. {@link #send} blocks, so call it outside of transactions.
 */
public final class OutgoingClient implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
  private static final int LARGEST_ANSWER = 64 * 1024;
  private static final int MAX_ADDRESSES = 3;
  private static final HttpExchange.ConnectionLimits FEW =
      new HttpExchange.ConnectionLimits(64, 16, true);
  private static final HttpExchange.ConnectionLimits ONE_EACH =
      new HttpExchange.ConnectionLimits(16, 16, false);
  private static final HttpExchange.ConnectionLimits MANY =
      new HttpExchange.ConnectionLimits(512, 256, true);

  private final NetworkGuard guard;
  private final TimedDnsResolver names;
  private final HttpExchange wire;
  private final Duration timeout;

  public OutgoingClient(NetworkGuard guard) {
    this(guard, InetAddress::getAllByName, OutgoingClient::trusted, TIMEOUT);
  }

  /** Creates a client with another timeout. */
  public OutgoingClient(NetworkGuard guard, Duration timeout) {
    this(guard, InetAddress::getAllByName, OutgoingClient::trusted, timeout);
  }

  /**
   * Creates a client for forwarded requests, with many concurrent connections.
   *
   * @param timeout the idle timeout of a call
   */
  public static OutgoingClient forProxying(NetworkGuard guard, Duration timeout) {
    return new OutgoingClient(
        guard, InetAddress::getAllByName, OutgoingClient::trusted, timeout, MANY);
  }

  /** Creates a client with a new connection for each request, for calls that are rare. */
  public static OutgoingClient ofSingleCalls(NetworkGuard guard, Duration timeout) {
    return new OutgoingClient(
        guard, InetAddress::getAllByName, OutgoingClient::trusted, timeout, ONE_EACH);
  }

  OutgoingClient(
      NetworkGuard guard, DnsResolver names, Supplier<SSLContext> tls, Duration timeout) {
    this(guard, names, tls, timeout, FEW);
  }

  private OutgoingClient(
      NetworkGuard guard,
      DnsResolver names,
      Supplier<SSLContext> tls,
      Duration timeout,
      HttpExchange.ConnectionLimits connections) {
    this.guard = guard;
    this.names = new TimedDnsResolver(names);
    this.wire = new HttpExchange(tls, shorter(timeout, CONNECT_TIMEOUT), connections);
    this.timeout = timeout;
  }

  /** Returns the problem of a URL, by its syntax alone; empty for a valid one. */
  public static Optional<String> problemOf(String address) {
    try {
      Destination.of(new URI(address));
      return Optional.empty();
    } catch (URISyntaxException | NumberFormatException e) {
      // The JDK throws the latter if a number in an IPv6 address is too long.
      return Optional.of(
          "The address is not valid; expected an address such as https://example.com/path.");
    } catch (OutgoingException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** Sends a request; unencrypted only to networks that the operator permits. */
  public OutgoingResponse send(OutgoingRequest request) throws OutgoingException {
    return send(request, PlainHttpPolicy.OPENED_NETWORKS);
  }

  /**
   * Sends a request and waits for the response, with any status.
   *
   * @param plain the networks where {@code http} is permitted
   */
  public OutgoingResponse send(OutgoingRequest request, PlainHttpPolicy plain)
      throws OutgoingException {
    return send(request, plain, LARGEST_ANSWER);
  }

  /**
   * The same for large responses.
   *
   * @param largest the maximum size of a response in bytes; a larger one is an error
   */
  public OutgoingResponse send(OutgoingRequest request, PlainHttpPolicy plain, int largest)
      throws OutgoingException {
    long start = System.nanoTime();
    Destination destination = Destination.of(request.uri());
    List<InetAddress> addresses = names.resolve(destination.host(), timeout);
    check(destination, addresses, plain);
    HttpExchange.RawResponse answer =
        exchange(
            destination,
            addresses,
            largest,
            address -> {
              Duration remaining = timeout.minus(since(start));
              if (remaining.isNegative()) {
                throw new SocketTimeoutException();
              }
              return wire.exchange(destination, address, request, largest, remaining);
            });
    return new OutgoingResponse(answer.status(), answer.headers(), answer.body(), since(start));
  }

  /** One rejected address rejects the name, because there is no legitimate reason to mix them. */
  private void check(Destination destination, List<InetAddress> addresses, PlainHttpPolicy plain)
      throws OutgoingException {
    for (InetAddress address : addresses) {
      guard.check(destination.host(), new InetSocketAddress(address, destination.port()));
      if (!destination.isSecure()
          && plain == PlainHttpPolicy.OPENED_NETWORKS
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
   * Forwards a request, and returns when the response starts, with any status. Neither body is
   * buffered in memory; a response may have any size, and last while data arrives. If reading the
   * request body fails, this fails too.
   *
   * @param plain the networks where {@code http} is permitted
   */
  public StreamedResponse open(OutgoingCall call, PlainHttpPolicy plain) throws OutgoingException {
    Destination destination = Destination.of(call);
    List<InetAddress> addresses = names.resolve(destination.host(), shorter(timeout, TIMEOUT));
    check(destination, addresses, plain);
    return exchange(
        destination,
        addresses,
        LARGEST_ANSWER,
        address -> wire.open(destination, address, call, timeout));
  }

  /** An attempt with one address. */
  @FunctionalInterface
  private interface Attempt<T> {
    T at(InetAddress address) throws IOException;
  }

  private static <T> T exchange(
      Destination destination, List<InetAddress> addresses, int largest, Attempt<T> attempt)
      throws OutgoingException {
    int last = Math.min(addresses.size(), MAX_ADDRESSES) - 1;
    for (int i = 0; ; i++) {
      try {
        return attempt.at(addresses.get(i));
      } catch (IOException e) {
        // Only a request that was never sent may be retried.
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
          shown + "sent more than " + largest / 1024 + " KiB.", large.status());
    }
    if (failure instanceof HttpExchange.TooSlowException
        || failure instanceof InterruptedIOException) {
      return new OutgoingException(Reason.TIMEOUT, shown + "did not respond in time.");
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
