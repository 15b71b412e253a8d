package io.svc.server.registration;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The response of {@code POST /v1/register}.
 *
 * @param created whether this request registered it
 * @param drift the drift since its certification
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record RegisterResponse(
    String agentId,
    String workflowId,
    String platform,
    RegistrationStatus status,
    boolean created,
    String lifecycleState,
    int riskScore,
    String fingerprint,
    String certificationStatus,
    List<PolicyView> policies,
    List<Change> drift,
    Links links) {

  /** The governance status of the agent. */
  enum RegistrationStatus {
    REGISTERED,
    /** It was rejected in discovery and remains so. */
    REJECTED,
    /** It is suspended or contained by an incident. */
    SUSPENDED,
    RETIRED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A policy that applies to it. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record PolicyView(String policyId, String name, String mode) {}

  /** Links to further endpoints. */
  record Links(String eval, String agent) {}

  /**
   * A difference from the certified workflow.
   *
   * @param driftClass such as {@code connector_added}
   * @param severity {@code critical}, {@code warning} or {@code info}
   * @param path such as {@code connectors[slack].scopes}
   * @param before empty for an added item
   * @param after empty for a removed item
   */
  record Change(
      @JsonProperty("class") String driftClass,
      String severity,
      String path,
      Optional<Object> before,
      Optional<Object> after) {}
}
