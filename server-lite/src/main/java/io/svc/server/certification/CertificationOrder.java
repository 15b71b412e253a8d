package io.svc.server.certification;

import java.util.List;
import java.util.Optional;

/**
 * What is to be certified.
 *
 * @param workflowIds what platforms call them, or identifiers of assets
 * @param platform such as {@code n8n}; empty for any
 * @param by who answers for it
 * @param fingerprint of what the caller looked at; empty where he does not say
 */
record CertificationOrder(
    List<String> workflowIds, Optional<String> platform, String by, Optional<String> fingerprint) {
  CertificationOrder {
    workflowIds = List.copyOf(workflowIds);
  }
}
