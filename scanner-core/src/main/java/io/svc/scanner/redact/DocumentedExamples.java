package io.svc.scanner.redact;

import io.svc.scanner.finding.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Recognizes keys that vendors publish in documentation or include in emulators: the test key of
 * Stripe's API reference, the token in GitHub's API documentation, the keys of the Azure Cosmos DB
 * emulator and of Azurite, the storage emulator, and the sample keys of Google. Only their SHA-256
 * digests are stored.
 */
final class DocumentedExamples {
  private static final Set<String> DIGESTS =
      Set.of(
          "2cafc0970149a84f3b9e62eaf169f36f59907a3b3e31f7b82e68c69cd27f7326",
          "f2d6ca16515033e5dce14eba840b979d27b5cbae24bb3e5bf484339667f86397",
          "3543c50b0cb9cea8e55eb1f529b79f043cb250d485fde7b66cabbb5183add7da",
          "0011cc25eb4320717494d2703e8cba85743e71b500283c21c8b88147992f9059",
          "aa6547439583c3a275d4542a0df6c1ad6a863971be9f2a2220f027cc02aef615",
          // Google: pages of Cloud, Maps and Charts, and tests of the Firebase SDK.
          "f56e323494a6ffc2064e7a955908957d84f0755e5f975dabd64328d0359a8f7c",
          "2037abcaffb2b77785da716cf7ccff4ff4d00c4ea930db0167b7d71f50af7eb4",
          "3f370c9dd8225c63b5c77de1f785edc9712958f18bb612d5fa2e0ae33aeca682",
          "e4a5542bb7fd7b67e943c71ad29c34b5972c9840597e7eda53e666f44d5da0b9",
          "a19f89ab3555eac10c40741f6df79ecf0935998f15569f8db9d67bce0181fff6",
          "0b476bdf9acf2123d547b5ae76f1e59884d8ec9553ee0c47e9f31fd4768f3f3c",
          "eb540d2b6ee2a0a47c5779bc8a0141784c6b753840d4c6f4e2428a6e86e9e0b1",
          "37f8f09bdf12c2f2eae4ead7273a62ddb0c23459cbf902892f282b57f7ed6619",
          "8731261cb72d86267a32a532ebd3df429e2144e5e4ced7e13568bc9e6c8fb1b1",
          "49f777db995e8260da7ca9ffdf0c08d66f0453e97ec967018baf2cdfe3b582d0",
          "27a9a42931dff7eb2f8434e20a9bce976ea364e7bee49187f19d5cfeca9c7045",
          "dc0fcf046c61640cbd1e8b999ada3262d722c2ca4bf42dceac999020ffdbb614",
          "4c98242dcadc8b29005c6b4aad526552d5ea1842149154c0694adeec75847583",
          "ea9bb1082cf95663f5faca23b8b15ef2aa0fce0a5c6df9c32dcb85b2e0a4513d",
          "3a8b61d0f636b007840c0d40ba12bcf48465dc054cdc1a68704a33521d84b665",
          "a6c814bc555ae62c7bd8b58ec07bf559c7ed3a009976a1e0acc9cef0d4473b41",
          "ac9265e56c79b234607ec72c53753cfea9f88c99eb713790ddf9be5593bb4465",
          "1021ad463a161d69de63ef74566407b9ed012deb6d9306a4bc7183544c84350c",
          "44b9f0d854dcf2010396ed1f7372fed906f9b7b080ac55934724352c76bd67c1",
          "e4902a0b38812b15ed5701b17fd4fd8c69d7e176d7517fa791981dc77e3b5e0d",
          "bd1f9d210c4a46757c5f780c80640942ef79175b00330d81e756926ec49fc249");

  private DocumentedExamples() {}

  /** Returns true if a text is such a key. Texts of other lengths are not hashed. */
  static boolean isExample(String text) {
    return switch (text.length()) {
      case 32, 39, 40, 88 -> DIGESTS.contains(digestOf(text));
      default -> false;
    };
  }

  private static String digestOf(String text) {
    String digest = Fingerprint.ofBytes(text.getBytes(StandardCharsets.UTF_8));
    return digest.substring(digest.indexOf(':') + 1);
  }
}
