package io.svc.server.credentials;

import java.util.Map;

/**
 * What one call is given: its headers and query parameters take the place of any of the same name.
 * Never printed: its text is without values.
 *
 * @param mappingId the mapping that named the credential
 * @param ref which credential in which version, such as {@code svc/org_01/stripe@v3}; no secret
 * @param headers by name, as they are to be sent
 * @param query by name, neither encoded
 */
public record Injection(
    String mappingId, String ref, Map<String, String> headers, Map<String, String> query) {

  public Injection {
    headers = Map.copyOf(headers);
    query = Map.copyOf(query);
  }

  @Override
  public String toString() {
    return "Injection[mappingId="
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
