package io.svc.server.attestation;

/** Who can check a signature. */
public enum Verifiability {
  /** Only who holds the secret, which could also forge: this service. */
  SHARED_SECRET("shared_secret"),
  /** Everybody who has the public key. */
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
