package io.svc.server.credentials;

import java.util.Map;

/**
 * The headers and query parameters to add to a call; they replace existing ones with the same name.
 * Never printed: {@code toString} contains no values.
 *
 * @param mappingId the mapping of the credential
 * @param ref the credential and its version, such as {@code svc/org_01/stripe@v3}; no secret
 * @param headers by name, in the form that is sent
 * @param query by name, neither encoded
 */
public record CredentialInjection(
    String mappingId, String ref, Map<String, String> headers, Map<String, String> query) {

  public CredentialInjection {
    headers = Map.copyOf(headers);
    query = Map.copyOf(query);
  }

  @Override
  public String toString() {
    return "CredentialInjection[mappingId="
        + mappingId
        + ", ref="
        + ref
        + ", headers="
        + headers.keySet()
        + ", query="
        + query.keySet()
        + "]";
  }
}
