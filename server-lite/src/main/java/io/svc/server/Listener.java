package io.svc.server;

import java.net.URI;

/**
 * What answers requests on one address, from {@link #start} to {@link #close}. {@code serve} makes
 * one, starts it once and closes it when the process is told to end.
 */
public interface Listener extends AutoCloseable {
  /**
   * Opens the store and begins to listen; returns when requests are accepted.
   *
   * @throws RefusedException with a sentence for people, where something outside stands in the way
   */
  void start();

  /** Where it listens, with the port that was taken for port 0. Known once started. */
  URI address();

  /**
   * Goes on serving, and tells everybody that it will not for long: proxies by {@code /readyz},
   * clients by the end of their connections.
   */
  default void leave() {}

  /** Accepts no more requests, finishes those under way and lets go of the store. */
  @Override
  void close();
}
