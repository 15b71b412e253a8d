package io.svc.server.decisions;

/**
 * A request that the server itself sends after approval.
 *
 * @param digest "sha256:…" of the approved content
 * @param sealed the request, sealed by the component that will send it; other components cannot
 *     read it
 */
@SuppressWarnings("ArrayRecordComponent") // Copied on input and output, and never compared.
public record HeldCall(String digest, byte[] sealed) {
  public HeldCall {
    sealed = sealed.clone();
  }

  @Override
  public byte[] sealed() {
    return sealed.clone();
  }

  /** Omits the sealed request. */
  @Override
  public String toString() {
    return digest;
  }
}
