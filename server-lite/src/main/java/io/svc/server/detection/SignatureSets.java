package io.svc.server.detection;

import java.util.List;

/** The signatures that the server includes, read once. */
final class SignatureSets {
  static final List<SignatureSet> THREATS =
      List.of(
          SignatureSet.read("destructive"),
          SignatureSet.read("exfiltration"),
          SignatureSet.read("injection"));

  /** Parts of combinations, which are not an indication on their own. */
  static final SignatureSet TRAITS = SignatureSet.read("traits");

  private SignatureSets() {}
}
