package io.svc.server.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.http.ApiException;
import io.svc.server.http.Fields;
import io.svc.server.json.Json;
import io.svc.server.redaction.Masking;
import java.util.List;

/** Claims as they are ordered and shown. */
public final class ClaimFuzz {
  private static final ClaimReader READER = new ClaimReader(new Masking());

  private ClaimFuzz() {}

  /** What could be signed has one reading, and says all that is in what was shown. */
  public static void claim(JsonNode sent) {
    try {
      READER.order(Fields.ofPart(sent));
    } catch (ApiException e) {
      // Refused with a reason.
    }
    UnverifiedClaim claim;
    try {
      claim = ClaimReader.shown(Fields.ofPart(sent));
    } catch (ApiException e) {
      return;
    }
    if (claim.canonical().isEmpty()) {
      return;
    }
    JsonNode signed = Json.readStored(claim.canonical().get());
    JsonNode shown = sent.path("claim");
    for (var member : signed.properties()) {
      require(
          same(member.getValue(), shown.path(member.getKey())),
          "\"" + member.getKey() + "\" is signed otherwise than shown");
    }
    require(
        Json.canonical(signed).equals(claim.canonical().get()), "what is signed has two spellings");
    ObjectNode more = shown.deepCopy();
    more.put("nobodyKnows", 1);
    require(UnverifiedClaim.of(more, "x").canonical().isEmpty(), "an unsigned member goes along");
  }

  /** Numbers are compared as what they are, not as how they were kept. */
  private static boolean same(JsonNode signed, JsonNode shown) {
    return Json.canonical(Json.tree(List.of(signed)))
        .equals(Json.canonical(Json.tree(List.of(shown))));
  }

  private static void require(boolean passes, String otherwise) {
    if (!passes) {
      throw new AssertionError(otherwise);
    }
  }
}
