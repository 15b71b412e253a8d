package io.svc.server.mail;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.svc.server.egress.NetworkGuard;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Clock;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted connections, to a server whose certificate this JVM trusts for the time being. */
@Tag("thorough")
class MailerTlsTest {
  private static final char[] PASSWORD = "for tests only".toCharArray();
  private static final Mail MAIL = new Mail("dana@example.com", "Hello", "Text");

  @TempDir private static Path directory;
  private static SSLContext usual;
  private static SSLContext sslContext;

  @BeforeAll
  static void trust() throws Exception {
    usual = SSLContext.getDefault();
    sslContext = context("ip:127.0.0.1");
    SSLContext.setDefault(sslContext);
  }

  @AfterAll
  static void restore() {
    SSLContext.setDefault(usual);
  }

  @Test
  void by_starttls_nothing_that_matters_goes_unencrypted() throws Exception {
    try (ScriptedMailServer server = ScriptedMailServer.withStartTls(sslContext)) {
      mailer("smtp", server).send(MAIL);

      List<String> received = server.receivedLines();
      assertThat(received)
          .filteredOn(line -> !line.startsWith("TLS "))
          .containsExactly("GREETING", "EHLO example.com", "STARTTLS");
      assertThat(received).contains("TLS MAIL FROM:<svc@example.com>", "TLS Subject: Hello");
    }
  }

  @Test
  void by_smtps_nothing_at_all_goes_unencrypted() throws Exception {
    try (ScriptedMailServer server = ScriptedMailServer.withTls(sslContext)) {
      mailer("smtps", server).send(MAIL);

      assertThat(server.receivedLines())
          .contains("TLS EHLO example.com", "TLS Subject: Hello")
          .allMatch(line -> line.startsWith("TLS "));
    }
  }

  @Test
  void a_certificate_for_another_name_is_rejected() throws Exception {
    SSLContext other = context("dns:mail.example.com");
    SSLContext.setDefault(other);
    try (ScriptedMailServer server = ScriptedMailServer.withTls(other)) {
      MailException rejection =
          catchThrowableOfType(MailException.class, () -> mailer("smtps", server).send(MAIL));

      assertThat(rejection)
          .hasMessageEndingWith("has a certificate that is not trusted or is for another name");
      assertThat(server.receivedLines()).doesNotContain("TLS EHLO example.com");
    } finally {
      SSLContext.setDefault(sslContext);
    }
  }

  private static Mailer mailer(String scheme, ScriptedMailServer server) {
    String url = scheme + "://127.0.0.1:" + server.port() + "?from=svc@example.com";
    return new Mailer(MailSettings.parse(url), Clock.systemUTC(), NetworkGuard.ofOperator(() -> 0));
  }

  /** Keys of a server of that name, and trust in them. */
  private static SSLContext context(String name)
      throws IOException, GeneralSecurityException, InterruptedException {
    Path file = directory.resolve(name.replace(':', '-') + ".p12");
    Path log = directory.resolve("keytool.log");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD),
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=test",
                "-ext",
                "san=" + name)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(keytool.waitFor()).as(Files.readString(log, UTF_8)).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    KeyManagerFactory mine = KeyManagerFactory.getInstance("PKIX");
    mine.init(keys, PASSWORD);
    KeyStore certificates = KeyStore.getInstance("PKCS12");
    certificates.load(null, null);
    certificates.setCertificateEntry("server", keys.getCertificate("server"));
    TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
    trusted.init(certificates);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(mine.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }
}
