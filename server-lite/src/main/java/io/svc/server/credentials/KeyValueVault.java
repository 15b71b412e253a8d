package io.svc.server.credentials;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.svc.server.config.ServerConfig;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.egress.OutgoingException;
import io.svc.server.egress.OutgoingRequest;
import io.svc.server.egress.OutgoingResponse;
import io.svc.server.egress.PlainHttpPolicy;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import io.svc.server.logging.SafeText;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads secrets from a KV secrets engine of version 2 of HashiCorp Vault or OpenBao: {@code GET
 * /v1/:mount/data/:path}, "Read secret version" of its HTTP API. Messages for tenants contain
 * neither the address of the Vault nor its responses; details for the operator are logged.
 */
final class KeyValueVault {
  private static final Logger LOG = LoggerFactory.getLogger(KeyValueVault.class);

  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int TOO_MANY = 429;
  private static final int UNAVAILABLE = 503;
  private static final int FIRST_REDIRECTION = 300;
  private static final int FIRST_CLIENT_ERROR = 400;
  private static final int FIRST_FAILURE = 500;

  private final ServerConfig.Vault vault;
  private final OutgoingClient client;

  /**
   * @param client a client that may connect to the operator's own services
   */
  KeyValueVault(ServerConfig.Vault vault, OutgoingClient client) {
    this.vault = vault;
    this.client = client;
  }

  /**
   * A secret.
   *
   * @param document the stored object
   */
  record VaultSecret(JsonNode document, long version) {
    /** Returns the version without the document. */
    @Override
    public String toString() {
      return "VaultSecret[version=" + version + "]";
    }
  }

  /**
   * Reads the latest version of a secret.
   *
   * @param path a path with segments that need no escaping
   */
  VaultSecret read(String path) throws CredentialUnavailableException {
    String address = vault.address().toString().replaceAll("/+$", "");
    URI uri = URI.create(address + "/v1/" + vault.mount() + "/data/" + path);
    OutgoingResponse reply = sendRequest(uri);
    JsonNode answer = json(reply);
    JsonNode document = answer.path("data").path("data");
    JsonNode version = answer.path("data").path("metadata");
    if (document.isNull() && version.isObject()) {
      // Returned with status 404, and with metadata of the version.
      throw new CredentialUnavailableException(
          "The latest version of the secret at \"" + path + "\" was deleted.");
    }
    rejectStatus(reply.status(), path);
    if (!document.isObject() || !version.path("version").canConvertToLong()) {
      LOG.warn(
          "the Vault response has no secret; check that {} is a KV engine, version" + " 2",
          vault.mount());
      throw new CredentialUnavailableException(
          "The response of the vault for \""
              + path
              + "\" is not a secret of a KV engine,"
              + " version 2.");
    }
    return new VaultSecret(document, version.path("version").longValue());
  }

  private OutgoingResponse sendRequest(URI uri) throws CredentialUnavailableException {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("X-Vault-Token", vault.token().reveal());
    // Shows Vault's proxies that the request does not come from a page in a browser.
    headers.put("X-Vault-Request", "true");
    vault.namespace().ifPresent(namespace -> headers.put("X-Vault-Namespace", namespace));
    try {
      return client.send(OutgoingRequest.get(uri, headers), PlainHttpPolicy.ANYWHERE);
    } catch (OutgoingException e) {
      LOG.warn("the Vault is unavailable: {}", e.getMessage());
      throw new CredentialUnavailableException(
          switch (e.reason()) {
            case TIMEOUT -> "The vault did not respond in time.";
            case TOO_LARGE -> "The response of the vault exceeds the size limit of a credential.";
            case BLOCKED_ADDRESS, UNKNOWN_HOST, CONNECT_FAILED, TLS, BAD_URL ->
                "The vault cannot be reached.";
          });
    }
  }

  private static JsonNode json(OutgoingResponse reply) {
    try {
      return Json.read(reply.body());
    } catch (BadJsonException e) {
      // The status is more specific, or the missing secret is.
      return MissingNode.getInstance();
    }
  }

  private static void rejectStatus(int status, String path) throws CredentialUnavailableException {
    if (status >= FIRST_REDIRECTION) {
      LOG.warn("the Vault answered {} for {}", status, SafeText.of(path));
      throw new CredentialUnavailableException(words(status, path));
    }
  }

  private static String words(int status, String path) {
    return switch (status) {
      case NOT_FOUND -> "There is no secret at \"" + path + "\" in the vault.";
      case FORBIDDEN -> "The vault does not let this server read \"" + path + "\".";
      case TOO_MANY -> "The rate limit for the vault is exceeded.";
      case UNAVAILABLE -> "The vault is sealed or down for maintenance.";
      default -> {
        if (status < FIRST_CLIENT_ERROR) {
          yield "The vault responded with a redirect, which is not followed.";
        }
        yield status < FIRST_FAILURE
            ? "The vault rejected the request (status " + status + ")."
            : "The vault failed (status " + status + ").";
      }
    };
  }
}
