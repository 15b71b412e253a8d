package io.svc.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The style and the script of a page, and the policy that lets a browser use only these two. They
 * are separate files, so that editors and linters recognize their languages.
 */
record HtmlAssets(String style, String script) {
  /** Reads the assets of the report from resources. */
  static HtmlAssets ofReport() {
    return new HtmlAssets(read("report.css"), read("report.js"));
  }

  /** Returns the Content-Security-Policy of a page with this style and this script. */
  String policy() {
    return "default-src 'none'; style-src "
        + hash(style)
        + "; script-src "
        + hash(script)
        + "; base-uri 'none'; form-action 'none'";
  }

  /** Returns the hash that a browser computes of an element's text. */
  private static String hash(String text) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      byte[] digest = sha256.digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This JDK lacks SHA-256, which every JDK must have", e);
    }
  }

  private static String read(String name) {
    try (InputStream in = HtmlAssets.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
