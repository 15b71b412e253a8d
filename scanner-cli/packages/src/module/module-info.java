/**
 * The command as a module of its runtime image. This is the one list of what the image holds of the JDK: a test holds
 * it equal to what the packaged jar needs.
 */
module io.svc.preflight {
  // snakeyaml tells its warnings to a logger.
  requires java.logging;
  // For upload alone: the client, and the curves of TLS.
  requires java.net.http;
  requires jdk.crypto.ec;
}
