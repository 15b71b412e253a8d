package io.svc.server.doctor;

import io.svc.server.OperatorErrorException;
import io.svc.server.auth.Auth;
import io.svc.server.auth.OidcClient;
import io.svc.server.auth.OidcException;
import io.svc.server.config.Secret;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import io.svc.server.egress.ConnectionFailure;
import io.svc.server.egress.GuardedSockets;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.egress.OutgoingException;
import io.svc.server.logging.SafeText;
import io.svc.server.mail.MailSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Checks the port to listen on, and the servers that this one calls. */
final class NetworkCheck {
  private static final int TIMEOUT_MILLIS = 5_000;

  private final ServerConfig config;
  private final Clock clock;
  private final List<Diagnosis> found = new ArrayList<>();

  NetworkCheck(ServerConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
  }

  List<Diagnosis> run() {
    if (DataDirectory.lockOwner(config.dataDirectory()).isEmpty()) {
      checkPort();
    }
    config.mail().ifPresent(this::checkMail);
    config.singleSignOn().ifPresent(this::checkProvider);
    config
        .vault()
        .ifPresent(vault -> found.add(new VaultCheck(vault, config.listen().port()).run()));
    return found;
  }

  private void checkPort() {
    String host = config.listen().host();
    int port = config.listen().port();
    String shown = SafeText.of(host) + " port " + port;
    try (ServerSocket socket = new ServerSocket()) {
      // Like the server, which can restart while old connections are closing.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(host, port));
      found.add(Diagnosis.ok("port", shown + " is free"));
    } catch (IOException e) {
      found.add(
          Diagnosis.error(
              "port",
              shown
                  + " is not available; check that no other process uses it and that the address"
                  + " belongs to this machine"));
    }
  }

  private void checkMail(Secret mail) {
    try {
      MailSettings settings = MailSettings.parse(mail.reveal());
      connect("mail", "the mail server", settings.host(), settings.port());
    } catch (IllegalArgumentException e) {
      // Reported by the check of the settings.
      return;
    }
  }

  private void connect(String check, String description, String host, int port) {
    String shown = description + " " + SafeText.quoted(host + ":" + port);
    NetworkGuard guard = NetworkGuard.ofOperator(() -> config.listen().port());
    try (Socket socket = new GuardedSockets(guard).createSocket()) {
      socket.connect(InetSocketAddress.createUnresolved(host, port), TIMEOUT_MILLIS);
      found.add(Diagnosis.ok(check, shown + " accepts connections"));
    } catch (IOException e) {
      if (e.getCause() instanceof OutgoingException blocked) {
        found.add(Diagnosis.error(check, description + " " + blocked.getMessage()));
        return;
      }
      found.add(Diagnosis.error(check, shown + " " + ConnectionFailure.reasonOf(e)));
    }
  }

  private void checkProvider(ServerConfig.SingleSignOn sso) {
    try (OidcClient client = Auth.oidcClient(sso, clock, () -> config.listen().port())) {
      client.checkProvider();
      found.add(
          Diagnosis.ok("single-sign-on", SafeText.quoted(sso.issuer().toString()) + " responds"));
    } catch (OidcException | OperatorErrorException e) {
      found.add(Diagnosis.error("single-sign-on", String.valueOf(e.getMessage())));
    }
  }
}
