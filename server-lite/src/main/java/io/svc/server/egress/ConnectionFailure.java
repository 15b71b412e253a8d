package io.svc.server.egress;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.util.Locale;
import javax.net.ssl.SSLException;

/**
 * Describes why another server could not be reached. The messages of the JDK are not suitable for
 * logs: some are only the name of the host, others contain class names.
 */
public final class ConnectionFailure {
  private ConnectionFailure() {}

  /** Returns the reason, to follow after the server's name: "refused the connection". */
  public static String reasonOf(Throwable failure) {
    boolean isTls = false;
    boolean isCertificate = false;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnknownHostException) {
        return "is a name that could not be resolved";
      }
      // A connect timeout is both: by its class the first, and by its text the second.
      if (cause instanceof SocketTimeoutException || isTimeout(cause)) {
        return "did not respond in time";
      }
      if (cause instanceof NoRouteToHostException) {
        return "cannot be reached from this network";
      }
      if (cause instanceof ConnectException) {
        return "refused the connection";
      }
      isTls |= cause instanceof SSLException;
      isCertificate |=
          cause instanceof CertificateException || cause instanceof CertPathBuilderException;
    }
    if (isCertificate) {
      return "has a certificate that is not trusted or is for another name";
    }
    return isTls ? "could not agree on TLS" : "closed the connection";
  }

  private static boolean isTimeout(Throwable cause) {
    String message = cause.getMessage();
    return cause instanceof ConnectException
        && message != null
        && message.toLowerCase(Locale.ROOT).contains("timed out");
  }
}
