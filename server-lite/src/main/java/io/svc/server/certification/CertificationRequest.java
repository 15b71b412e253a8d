package io.svc.server.certification;

import java.util.List;
import java.util.Optional;

/**
 * A request to certify workflows.
 *
 * @param workflowIds the platforms' identifiers, or identifiers of assets
 * @param platform such as {@code n8n}; empty for any
 * @param by the person responsible for the certification
 * @param fingerprint the fingerprint that the caller reviewed; empty if it was not sent
 */
record CertificationRequest(
    List<String> workflowIds, Optional<String> platform, String by, Optional<String> fingerprint) {
  CertificationRequest {
    workflowIds = List.copyOf(workflowIds);
  }
}
