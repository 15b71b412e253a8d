package io.svc.server.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.svc.server.config.ServerConfig;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.egress.OutgoingException;
import io.svc.server.egress.OutgoingRequest;
import io.svc.server.egress.OutgoingResponse;
import io.svc.server.egress.PlainHttpPolicy;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import io.svc.server.logging.SafeText;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Checks whether the Vault responds, and accepts the token ({@code GET
 * /v1/auth/token/lookup-self}).
 */
final class VaultCheck {
  private static final String CHECK = "vault";
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final long DAY = Duration.ofDays(1).toSeconds();
  private static final int FORBIDDEN = 403;
  private static final int UNAVAILABLE = 503;

  private final ServerConfig.Vault vault;
  private final String shown;
  private final int serverPort;

  VaultCheck(ServerConfig.Vault vault, int serverPort) {
    this.serverPort = serverPort;
    this.vault = vault;
    this.shown = "the Vault " + SafeText.quoted(vault.address().toString());
  }

  Diagnosis run() {
    String address = vault.address().toString().replaceAll("/+$", "");
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("X-Vault-Token", vault.token().reveal());
    headers.put("X-Vault-Request", "true");
    vault.namespace().ifPresent(namespace -> headers.put("X-Vault-Namespace", namespace));
    OutgoingRequest request =
        OutgoingRequest.get(URI.create(address + "/v1/auth/token/lookup-self"), headers);
    try (OutgoingClient client =
        new OutgoingClient(NetworkGuard.ofOperator(() -> serverPort), TIMEOUT)) {
      return judge(client.send(request, PlainHttpPolicy.ANYWHERE));
    } catch (OutgoingException e) {
      return Diagnosis.error(CHECK, shown + " does not respond: " + e.getMessage());
    }
  }

  private Diagnosis judge(OutgoingResponse reply) {
    if (reply.status() == UNAVAILABLE) {
      return Diagnosis.error(CHECK, shown + " is sealed or down for maintenance");
    }
    if (reply.status() == FORBIDDEN) {
      return Diagnosis.error(
          CHECK, shown + " rejected the token in vault_token, or the namespace is wrong");
    }
    JsonNode token = json(reply).path("data");
    if (!reply.isSuccess() || !token.isObject()) {
      return Diagnosis.error(
          CHECK,
          shown
              + " answers with status "
              + reply.status()
              + "; check that the address is a"
              + " Vault server");
    }
    for (JsonNode policy : token.path("policies")) {
      if (policy.asText().equals("root")) {
        return Diagnosis.warning(
            CHECK,
            shown
                + " is fully accessible with vault_token, a root token; use a token with a policy"
                + " that allows only reads below vault_path");
      }
    }
    long remainingSeconds = token.path("ttl").asLong();
    if (remainingSeconds > 0 && remainingSeconds < DAY) {
      return Diagnosis.warning(
          CHECK,
          shown
              + " accepts the token in vault_token for "
              + remainingSeconds
              + " seconds more; renew it");
    }
    return Diagnosis.ok(CHECK, shown + " accepts the token");
  }

  private static JsonNode json(OutgoingResponse reply) {
    try {
      return Json.read(reply.body());
    } catch (BadJsonException e) {
      return MissingNode.getInstance();
    }
  }
}
