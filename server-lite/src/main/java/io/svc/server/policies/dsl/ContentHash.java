package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.erdtman.jcs.JsonCanonicalizer;

/** The digest of what decides, written the one way (RFC 8785). */
final class ContentHash {
  private ContentHash() {}

  static String of(Effect defaultEffect, OnError onError, List<Rule> rules) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("schema", "policy-content/1");
    json.put("default_effect", defaultEffect.label());
    json.put("on_error", onError.toString());
    ArrayNode list = json.putArray("rules");
    rules.stream().filter(rule -> !rule.isDisabled()).forEach(rule -> list.add(rule.normal()));
    try {
      byte[] canonical = new JsonCanonicalizer(json.toString()).getEncodedUTF8();
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(canonical);
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new IllegalStateException("a policy has no canonical form", e);
    }
  }
}
