package io.svc.server.registration;

import io.svc.server.agents.PlatformName;
import io.svc.server.http.Fields;

/**
 * A request to {@code POST /v1/register}: the identity of the agent and the body.
 *
 * @param workflowId the platform's identifier, without secrets
 */
record RegistrationRequest(String platform, String workflowId, Fields body) {
  /** The platform of an agent that does not specify one. */
  private static final String UNSPECIFIED_PLATFORM = "code";

  /** Reads the identity: an identifier and a platform, or otherwise the name alone. */
  static RegistrationRequest read(Fields body) {
    String name = body.optionalText("name", AgentDeclarationReader.LONGEST_NAME).orElse("");
    String id = body.identifier("workflow_id", AgentDeclarationReader.LONGEST_NAME).orElse("");
    String platform = body.optionalText("platform", AgentDeclarationReader.LONGEST_NAME).orElse("");
    if (id.isEmpty() && name.isEmpty()) {
      body.problem(
          "required",
          "workflow_id",
          "The agent is not identified: \"workflow_id\" and \"platform\", or \"name\", are"
              + " required.");
    } else if (platform.isEmpty() && name.isEmpty()) {
      body.problem(
          "required", "platform", "\"platform\" is missing; it is required without \"name\".");
    }
    return new RegistrationRequest(
        platform.isEmpty()
            ? UNSPECIFIED_PLATFORM
            : PlatformName.of(AgentDeclarationReader.masked(platform)),
        AgentDeclarationReader.masked(id.isEmpty() ? name : id),
        body);
  }
}
