package io.svc.scanner.redact;

import io.svc.scanner.finding.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Recognizes keys that vendors publish in documentation or include in emulators: the test key of
 * Stripe's API reference, the token in GitHub's API documentation, and the keys of the Azure Cosmos
 * DB emulator and of Azurite, the storage emulator. Only their SHA-256 digests are stored.
 */
final class DocumentedExamples {
  private static final Set<String> DIGESTS =
      Set.of(
          "2cafc0970149a84f3b9e62eaf169f36f59907a3b3e31f7b82e68c69cd27f7326",
          "f2d6ca16515033e5dce14eba840b979d27b5cbae24bb3e5bf484339667f86397",
          "3543c50b0cb9cea8e55eb1f529b79f043cb250d485fde7b66cabbb5183add7da",
          "0011cc25eb4320717494d2703e8cba85743e71b500283c21c8b88147992f9059",
          "aa6547439583c3a275d4542a0df6c1ad6a863971be9f2a2220f027cc02aef615");

  private DocumentedExamples() {}

  /** Returns true if a text is such a key. Texts of other lengths are not hashed. */
  static boolean isExample(String text) {
    return switch (text.length()) {
      case 32, 40, 88 -> DIGESTS.contains(digestOf(text));
      default -> false;
    };
  }

  private static String digestOf(String text) {
    String digest = Fingerprint.ofBytes(text.getBytes(StandardCharsets.UTF_8));
    return digest.substring(digest.indexOf(':') + 1);
  }
}
