package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.config.ServerConfig.Listen;
import io.svc.server.logging.FailureReference;
import io.svc.server.logging.SafeText;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;

/** Describes a failed start. The operating system's reason is in the last cause. */
final class StartFailure {
  private static final int DEEPEST = 20;

  private StartFailure() {}

  static OperatorErrorException toException(RuntimeException failure, Listen listen) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
      if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
        return new OperatorErrorException(noAddress(listen), failure);
      }
      if (cause instanceof SocketException) {
        return new OperatorErrorException(ofSocket(cause, listen), failure);
      }
      cause = cause.getCause();
    }
    return new OperatorErrorException(
        "the server could not start for an unknown reason; please report "
            + FailureReference.of(failure),
        failure);
  }

  private static String ofSocket(Throwable cause, Listen listen) {
    String reason = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
    if (reason.contains("permission")) {
      return "port "
          + listen.port()
          + " requires privileges that this user does not have; use a port above 1023 with --port";
    }
    if (reason.contains("assign")) {
      return noAddress(listen);
    }
    return "port "
        + listen.port()
        + " is in use on "
        + SafeText.of(listen.host())
        + "; stop the other process, or use another port with --port (0 selects a free port)";
  }

  private static String noAddress(Listen listen) {
    return SafeText.quoted(listen.host())
        + " is not an address of this machine; use another address with --host, such as 127.0.0.1"
        + " or 0.0.0.0";
  }
}
