package io.svc.server.mail;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.svc.server.egress.ConnectionFailure;
import io.svc.server.egress.GuardedSockets;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.egress.OutgoingException;
import io.svc.server.mail.MailSettings.Encryption;
import jakarta.mail.Address;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.NoSuchProviderException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.eclipse.angus.mail.smtp.SMTPTransport;

/**
 * Sends mails to the mail server, each by a connection of its own.
 *
 * <p>Safe for many threads. {@link #send} blocks, with a timeout of ten seconds for each response
 * of the mail server, so call it in background jobs.
 */
public final class Mailer {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int LONGEST_ANSWER = 200;
  // RFC 5321, 4.2.1: 4yz is temporary, 5yz is permanent.
  private static final int FIRST_REFUSING_CODE = 400;
  private static final int FIRST_PERMANENT_CODE = 500;

  private final MailSettings settings;
  private final Clock clock;
  private final Properties properties;

  /**
   * Creates a mailer.
   *
   * @param guard decides which addresses of the mail server may be connected to
   */
  public Mailer(MailSettings settings, Clock clock, NetworkGuard guard) {
    this(settings, clock, guard, TIMEOUT);
  }

  Mailer(MailSettings settings, Clock clock, NetworkGuard guard, Duration timeout) {
    this.settings = settings;
    this.clock = clock;
    this.properties = properties(settings, new GuardedSockets(guard), timeout);
  }

  /**
   * Returns when the mail server has accepted the mail for at least one of its recipients.
   *
   * @return the rejected recipients
   */
  public List<String> send(Mail mail) throws MailException {
    Session session = Session.getInstance(properties);
    SMTPTransport transport = transport(session);
    try {
      MimeMessage message = message(mail, session);
      connect(transport);
      transport.sendMessage(message, message.getAllRecipients());
      return List.of();
    } catch (MessagingException e) {
      List<String> accepted = acceptedRecipients(e);
      if (accepted.isEmpty()) {
        throw failure(e, transport);
      }
      return mail.to().stream().filter(address -> !accepted.contains(address)).toList();
    } finally {
      close(transport);
    }
  }

  /** Returns the recipients that were accepted nevertheless. */
  private static List<String> acceptedRecipients(MessagingException failure) {
    List<String> accepted = new ArrayList<>();
    if (failure instanceof SendFailedException sendFailure
        && sendFailure.getValidSentAddresses() != null) {
      for (Address address : sendFailure.getValidSentAddresses()) {
        accepted.add(((InternetAddress) address).getAddress());
      }
    }
    return accepted;
  }

  private static Properties properties(
      MailSettings settings, GuardedSockets sockets, Duration timeout) {
    Encryption encryption = settings.encryption();
    String protocol = encryption == Encryption.TLS ? "smtps" : "smtp";
    Properties properties = new Properties();
    properties.setProperty("mail.transport.protocol", protocol);
    // Also the domain of message IDs, which would otherwise reveal this machine's name and user.
    properties.setProperty("mail.from", sender(settings).getAddress());
    String prefix = "mail." + protocol + ".";
    // Also in the greeting, which avoids a lookup of the local host name.
    properties.setProperty(
        prefix + "localhost", sender(settings).getAddress().replaceFirst(".*@", ""));
    // The library wraps the socket in TLS itself. Without "fallback" it would connect by its own
    // socket when ours rejects the address.
    properties.put(prefix + "socketFactory", sockets);
    properties.setProperty(prefix + "socketFactory.fallback", "false");
    String milliseconds = Long.toString(timeout.toMillis());
    for (String wait : new String[] {"connectiontimeout", "timeout", "writetimeout"}) {
      properties.setProperty(prefix + wait, milliseconds);
    }
    properties.setProperty(prefix + "sendpartial", "true");
    properties.setProperty(prefix + "auth", Boolean.toString(settings.login().isPresent()));
    properties.setProperty(prefix + "ssl.checkserveridentity", "true");
    properties.setProperty(
        prefix + "starttls.required", Boolean.toString(encryption == Encryption.STARTTLS_REQUIRED));
    properties.setProperty(
        prefix + "starttls.enable",
        Boolean.toString(
            encryption == Encryption.STARTTLS_REQUIRED
                || encryption == Encryption.STARTTLS_OPTIONAL));
    return properties;
  }

  private static SMTPTransport transport(Session session) {
    try {
      return (SMTPTransport) session.getTransport();
    } catch (NoSuchProviderException e) {
      throw new IllegalStateException("The mail library is incomplete", e);
    }
  }

  private MimeMessage message(Mail mail, Session session) throws MessagingException {
    MimeMessage message = new NamedMessage(session, mail.id().map(this::messageId));
    message.setFrom(sender(settings));
    for (String address : mail.to()) {
      message.addRecipient(RecipientType.TO, new InternetAddress(address, true));
    }
    message.setSubject(mail.subject(), UTF_8.name());
    message.setText(mail.text(), UTF_8.name());
    message.setSentDate(Date.from(clock.instant()));
    // RFC 3834, 5: prevents automatic replies.
    message.setHeader("Auto-Submitted", "auto-generated");
    return message;
  }

  private String messageId(String id) {
    return "<" + id + sender(settings).getAddress().replaceFirst(".*@", "@") + ">";
  }

  /** The library would generate an ID for every message. */
  private static final class NamedMessage extends MimeMessage {
    private final Optional<String> id;

    private NamedMessage(Session session, Optional<String> id) {
      super(session);
      this.id = id;
    }

    @Override
    protected void updateMessageID() throws MessagingException {
      if (id.isPresent()) {
        setHeader("Message-ID", id.get());
      } else {
        super.updateMessageID();
      }
    }
  }

  private void connect(SMTPTransport transport) throws MessagingException {
    // Null, because the library would otherwise use the name of the user who runs this JVM.
    String user = settings.login().map(MailSettings.Login::user).orElse(null);
    String password = settings.login().map(MailSettings.Login::password).orElse(null);
    transport.connect(settings.host(), settings.port(), user, password);
  }

  private static void close(SMTPTransport transport) {
    try {
      transport.close();
    } catch (MessagingException e) {
      // Only QUIT failed; the result of the mail is already known.
      return;
    }
  }

  private MailException failure(MessagingException failure, SMTPTransport transport) {
    String server = "Mail server \"" + settings.server() + "\" ";
    int last = transport.getLastReturnCode();
    if (failure instanceof AuthenticationFailedException) {
      return isRejection(last) && last < FIRST_PERMANENT_CODE
          ? MailException.forNow(server + "cannot check the user and password at present")
          : MailException.permanent(server + "rejected the user and password of SVC_SMTP_URL");
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutgoingException blocked) {
        return MailException.forNow("Mail server " + blocked.getMessage());
      }
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      int code = codeOf(cause);
      if (isRejection(code)) {
        return rejection(
            code, server + "rejected the mail: " + oneLine(String.valueOf(cause.getMessage())));
      }
      if (cause instanceof IOException) {
        return MailException.forNow(server + ConnectionFailure.reasonOf(cause));
      }
    }
    if (String.valueOf(failure.getMessage()).startsWith("STARTTLS is required")) {
      return MailException.permanent(
          server
              + "does not offer STARTTLS; set starttls=off in SVC_SMTP_URL to send without"
              + " encryption");
    }
    // Otherwise the server rejected the connection in its greeting, or closed it.
    return isRejection(last)
        ? rejection(last, server + "answered " + last)
        : MailException.forNow(server + "closed the connection");
  }

  private static MailException rejection(int code, String message) {
    return code < FIRST_PERMANENT_CODE
        ? MailException.forNow(message)
        : MailException.permanent(message);
  }

  private static boolean isRejection(int code) {
    return code >= FIRST_REFUSING_CODE;
  }

  private static int codeOf(Throwable failure) {
    if (failure instanceof SMTPAddressFailedException recipient) {
      return recipient.getReturnCode();
    }
    if (failure instanceof SMTPSenderFailedException sender) {
      return sender.getReturnCode();
    }
    return failure instanceof SMTPSendFailedException send ? send.getReturnCode() : -1;
  }

  private static String oneLine(String answer) {
    String line = answer.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    return line.length() <= LONGEST_ANSWER ? line : line.substring(0, LONGEST_ANSWER) + "…";
  }

  private static InternetAddress sender(MailSettings settings) {
    try {
      InternetAddress sender = InternetAddress.parse(settings.from(), true)[0];
      // Encodes a non-ASCII name, which parsing left unchanged.
      return sender.getPersonal() == null
          ? sender
          : new InternetAddress(sender.getAddress(), sender.getPersonal(), UTF_8.name());
    } catch (MessagingException | IOException e) {
      throw new IllegalStateException("The sender was checked when the settings were read", e);
    }
  }
}
