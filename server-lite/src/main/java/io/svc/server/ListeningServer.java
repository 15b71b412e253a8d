package io.svc.server;

import java.net.URI;

/**
 * A server on one address, from {@link #start} to {@link #close}. {@code serve} creates one, starts
 * it once and closes it when the process is terminated.
 */
public interface ListeningServer extends AutoCloseable {
  /**
   * Opens the store and starts listening; returns when requests are accepted.
   *
   * @throws OperatorErrorException with a message for users, when an external condition prevents
   *     the start
   */
  void start();

  /** The address that it listens on, with the actual port for port 0. Known after the start. */
  URI address();

  /**
   * Continues serving, and announces the shutdown: to proxies by {@code /readyz}, to clients by
   * closing their connections.
   */
  default void announceShutdown() {}

  /** Accepts no more requests, completes active ones and closes the store. */
  @Override
  void close();
}
