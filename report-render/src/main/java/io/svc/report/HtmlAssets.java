package io.svc.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The style and the script that stand in a page, and the policy that lets a browser use these two
 * and nothing else. Two files rather than texts in Java: editors and linters know their languages.
 */
record HtmlAssets(String style, String script) {
  /** Those of the report, read from resources. */
  static HtmlAssets ofReport() {
    return new HtmlAssets(read("report.css"), read("report.js"));
  }

  /** The Content-Security-Policy of a page with this style and this script. */
  String policy() {
    return "default-src 'none'; style-src "
        + hash(style)
        + "; script-src "
        + hash(script)
        + "; base-uri 'none'; form-action 'none'";
  }

  /** What a browser must come to when it hashes the text of an element. */
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
