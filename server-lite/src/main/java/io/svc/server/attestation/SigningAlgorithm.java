package io.svc.server.attestation;

/** The signature algorithms of claims. The labels are part of the interface. */
public enum SigningAlgorithm {
  /** HMAC with SHA-256 (RFC 2104), with a key that is derived from the master key. */
  HMAC_SHA256("hmac-sha256", Verifiability.SHARED_SECRET),
  /** Ed25519 (RFC 8032), with a random key. */
  ED25519("ed25519", Verifiability.PUBLIC_KEY);

  private final String label;
  private final Verifiability verifiability;

  SigningAlgorithm(String label, Verifiability verifiability) {
    this.label = label;
    this.verifiability = verifiability;
  }

  /** Returns who can verify signatures of this algorithm. */
  public Verifiability verifiability() {
    return verifiability;
  }

  @Override
  public String toString() {
    return label;
  }

  /** The parties that can verify a signature. */
  public enum Verifiability {
    /** Holders of the secret can verify and also forge: only this service. */
    SHARED_SECRET("shared_secret"),
    /** Any holder of the public key. */
    PUBLIC_KEY("public_key");

    private final String label;

    Verifiability(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }
}
