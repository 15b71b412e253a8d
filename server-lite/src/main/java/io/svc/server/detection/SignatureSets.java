package io.svc.server.detection;

import java.util.List;

/** The signatures that ship with the server, read once. */
final class SignatureSets {
  static final List<SignatureSet> THREATS =
      List.of(
          SignatureSet.read("destructive"),
          SignatureSet.read("exfiltration"),
          SignatureSet.read("injection"));

  /** Parts of combinations, which say nothing by themselves. */
  static final SignatureSet TRAITS = SignatureSet.read("traits");

  private SignatureSets() {}
}
