package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import io.svc.server.json.Json;
import io.svc.server.secrets.Keyring;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The digest of an action: an HMAC (RFC 2104) with SHA-256 over everything that the decision
 * depends on, in the form of RFC 8785 (JSON Canonicalization Scheme). The key belongs to the
 * tenant. Without a key, a masked value such as a four-digit number could be found by trying all
 * values, because approvers see the digest with the masked action.
 */
final class ActionDigest {
  /** Above this, IEEE 754 and therefore RFC 8785 cannot distinguish adjacent integers. */
  private static final long MAX_EXACT = 1L << 53;

  private ActionDigest() {}

  /** Returns the digest of an action. Metadata such as the session is not included. */
  static String of(Keyring keyring, OrgId org, String agentId, EvalRequest request) {
    EvalRequest.Action action = request.action();
    List<String> large = new ArrayList<>();
    collect(action.arguments(), large);
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("agent", agentId);
    content.put("platform", request.platform().orElse(""));
    content.put("type", action.type());
    content.put("server", action.server());
    content.put("tool", action.tool());
    content.put("operation", action.operation());
    content.put("method", action.method().toUpperCase(Locale.ROOT));
    content.put("destination", action.destination());
    content.put("arguments", action.arguments());
    content.put("large", large);
    content.put("peer", action.peer());
    content.put("classification", request.data().classification());
    content.put("text", request.data().text());
    content.put("user", request.context().user());
    content.put("environment", request.context().environment());
    content.put("held", request.held().map(HeldCall::digest));
    String signed =
        keyring.sign("digests of actions", org.value() + "\n" + Json.canonical(content));
    return "sha256:" + HexFormat.of().formatHex(Base64.getUrlDecoder().decode(signed));
  }

  /** Collects the integers that the canonical form cannot represent exactly, in its order. */
  private static void collect(@Nullable Object value, List<String> large) {
    if (value instanceof Map<?, ?> map) {
      map.keySet().stream()
          .map(String::valueOf)
          .sorted()
          .forEach(name -> collect(map.get(name), large));
    } else if (value instanceof Collection<?> list) {
      list.forEach(element -> collect(element, large));
    } else if (value instanceof Long number && (number > MAX_EXACT || number < -MAX_EXACT)) {
      large.add(number.toString());
    }
  }
}
