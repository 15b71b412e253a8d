package io.svc.server.decisions;

/**
 * A request that the server itself sends, once people agree to it.
 *
 * @param digest "sha256:…" of what people agree to
 * @param sealed the request, as whoever will send it sealed it; nobody else can read it
 */
@SuppressWarnings("ArrayRecordComponent") // Copied in and out, and never compared.
public record HeldCall(String digest, byte[] sealed) {
  public HeldCall {
    sealed = sealed.clone();
  }

  @Override
  public byte[] sealed() {
    return sealed.clone();
  }

  /** Without what is sealed. */
  @Override
  public String toString() {
    return digest;
  }
}
