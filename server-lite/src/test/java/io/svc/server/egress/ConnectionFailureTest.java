package io.svc.server.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConnectionFailureTest {
  record Case(Throwable failure, String reason) {}

  static Stream<Case> cases() {
    return Stream.of(
        new Case(new UnknownHostException("idp.example"), "is a name that could not be resolved"),
        new Case(new SocketTimeoutException("Read timed out"), "did not respond in time"),
        new Case(new ConnectException("Connection timed out"), "did not respond in time"),
        new Case(new NoRouteToHostException(), "cannot be reached from this network"),
        new Case(new ConnectException("Connection refused"), "refused the connection"),
        new Case(
            new IOException(new ConnectException("Connection refused")), "refused the connection"),
        new Case(new SSLHandshakeException("protocol_version"), "could not agree on TLS"),
        new Case(untrusted(), "has a certificate that is not trusted or is for another name"),
        new Case(new IOException("Connection reset"), "closed the connection"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void reports_in_words_why_a_server_was_out_of_reach(Case one) {
    assertThat(ConnectionFailure.reasonOf(one.failure())).isEqualTo(one.reason());
  }

  private static SSLHandshakeException untrusted() {
    SSLHandshakeException failure = new SSLHandshakeException("PKIX path building failed");
    failure.initCause(new CertificateException("PKIX path building failed"));
    return failure;
  }
}
