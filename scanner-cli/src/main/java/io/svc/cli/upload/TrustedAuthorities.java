package io.svc.cli.upload;

import io.svc.rules.files.FileErrorText;
import io.svc.rules.files.RegularFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Certificate authorities from a file, as in OpenSSL's {@code SSL_CERT_FILE}. */
final class TrustedAuthorities {
  private TrustedAuthorities() {}

  /**
   * Returns a context that trusts only the certificates of a PEM file.
   *
   * @throws UploadException if the file contains none
   */
  static SSLContext inFile(Path file) {
    try (InputStream in = RegularFile.open(file)) {
      Collection<? extends Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (certificates.isEmpty()) {
        throw noCertificates(file);
      }
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate certificate : certificates) {
        store.setCertificateEntry("authority-" + number++, certificate);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (CertificateException e) {
      throw noCertificates(file);
    } catch (IOException e) {
      throw new UploadException(
          "cannot read the certificates of SSL_CERT_FILE at "
              + file
              + ": "
              + FileErrorText.reasonOf(e));
    } catch (GeneralSecurityException e) {
      throw new UploadException("this Java runtime cannot use the certificates of " + file);
    }
  }

  private static UploadException noCertificates(Path file) {
    return new UploadException(
        "SSL_CERT_FILE at " + file + " contains no certificates; expected PEM format");
  }
}
