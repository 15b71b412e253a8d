package io.svc.server.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.OrgId;
import io.svc.server.decisions.HeldCall;
import io.svc.server.egress.OutgoingCall;
import io.svc.server.json.Json;
import io.svc.server.secrets.Keyring;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A complete call that waits for approval. It is sealed with AES-256-GCM, bound to the tenant and
 * the digest of the approved content, so that it can only be opened for this tenant and this
 * approval.
 *
 * @param decisionId identifier of the decision that requires approval
 * @param headers the forwarded headers
 * @param body the body after redaction; empty for a request without one
 */
record HeldRequest(
    String decisionId,
    String agentId,
    Optional<String> traceId,
    int redactions,
    String method,
    Target target,
    List<OutgoingCall.Header> headers,
    Optional<byte[]> body) {
  private static final String USE = "held calls";
  private static final int DIGEST_LENGTH = "sha256:".length() + 64;

  HeldRequest {
    headers = List.copyOf(headers);
  }

  /** Returns the SHA-256 of the request and its owner in canonical JSON (RFC 8785). */
  String digest() {
    return "sha256:"
        + HexFormat.of()
            .formatHex(sha256(Json.canonical(action()).getBytes(StandardCharsets.UTF_8)));
  }

  private Map<String, Object> action() {
    return Map.of(
        "agent_id",
        agentId,
        "method",
        method,
        "url",
        target.origin() + target.requestTarget(target.query()),
        "headers",
        headers.stream().map(header -> List.of(header.name(), header.value())).toList(),
        "body_sha256",
        body.map(bytes -> HexFormat.of().formatHex(sha256(bytes))).orElse(""));
  }

  HeldCall sealed(Keyring keyring, OrgId org) {
    String digest = digest();
    byte[] sealed = keyring.seal(USE, bound(org, digest), bytes());
    byte[] front = digest.getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(front, front.length + sealed.length);
    System.arraycopy(sealed, 0, all, front.length, sealed.length);
    return new HeldCall(digest, all);
  }

  /** Decrypts a sealed request; empty for another tenant, another key or changed content. */
  static Optional<HeldRequest> open(Keyring keyring, OrgId org, byte[] sealed) {
    if (sealed.length < DIGEST_LENGTH) {
      return Optional.empty();
    }
    String digest = new String(sealed, 0, DIGEST_LENGTH, StandardCharsets.US_ASCII);
    return keyring
        .open(USE, bound(org, digest), Arrays.copyOfRange(sealed, DIGEST_LENGTH, sealed.length))
        .map(HeldRequest::read)
        .filter(request -> request.digest().equals(digest));
  }

  private static String bound(OrgId org, String digest) {
    return org.value() + "\n" + digest;
  }

  /** The stored form: a JSON head, followed by the body. */
  private record RequestHead(
      String decisionId,
      String agentId,
      Optional<String> traceId,
      int redactions,
      String method,
      boolean isSecure,
      String host,
      int port,
      String path,
      Optional<String> query,
      List<List<String>> headers,
      boolean hasBody) {}

  private byte[] bytes() {
    byte[] head =
        Json.bytes(
            new RequestHead(
                decisionId,
                agentId,
                traceId,
                redactions,
                method,
                target.isSecure(),
                target.host(),
                target.port(),
                target.path(),
                target.query(),
                headers.stream().map(header -> List.of(header.name(), header.value())).toList(),
                body.isPresent()));
    byte[] content = body.orElse(new byte[0]);
    return ByteBuffer.allocate(Integer.BYTES + head.length + content.length)
        .putInt(head.length)
        .put(head)
        .put(content)
        .array();
  }

  private static HeldRequest read(byte[] bytes) {
    int end = Integer.BYTES + ByteBuffer.wrap(bytes).getInt();
    JsonNode head =
        Json.readStored(
            new String(bytes, Integer.BYTES, end - Integer.BYTES, StandardCharsets.UTF_8));
    List<OutgoingCall.Header> headers = new java.util.ArrayList<>();
    for (JsonNode header : head.path("headers")) {
      headers.add(new OutgoingCall.Header(header.path(0).asText(), header.path(1).asText()));
    }
    return new HeldRequest(
        head.path("decisionId").asText(),
        head.path("agentId").asText(),
        text(head, "traceId"),
        head.path("redactions").asInt(),
        head.path("method").asText(),
        new Target(
            head.path("isSecure").asBoolean(),
            head.path("host").asText(),
            head.path("port").asInt(),
            head.path("path").asText(),
            text(head, "query")),
        headers,
        head.path("hasBody").asBoolean()
            ? Optional.of(Arrays.copyOfRange(bytes, end, bytes.length))
            : Optional.empty());
  }

  private static Optional<String> text(JsonNode head, String name) {
    return Optional.ofNullable(head.path(name).textValue());
  }

  Optional<OutgoingCall.Content> content() {
    return body.map(
        bytes ->
            new OutgoingCall.Content(
                new ByteArrayInputStream(bytes), OptionalLong.of(bytes.length)));
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256", e);
    }
  }
}
