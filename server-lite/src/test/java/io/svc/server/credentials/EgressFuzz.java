package io.svc.server.credentials;

import io.svc.server.config.Cidr;
import java.util.Optional;

/** Which requests a credential is for. */
public final class EgressFuzz {
  private EgressFuzz() {}

  /** The first line is a pattern, the second the path of a request. */
  public static void pattern(String text) {
    String[] lines = text.split("\n", 2);
    String asked = lines.length < 2 ? "/" : lines[1];
    Optional<String> plain = EgressPattern.plain(asked);
    require(
        plain.filter(path -> (path + "/").contains("/../") || path.contains("//")).isEmpty(),
        "a path is plain that goes up: " + plain);
    EgressPattern pattern;
    try {
      pattern = EgressPattern.of(lines[0]);
    } catch (IllegalArgumentException e) {
      require(e.getMessage().contains("expected"), "a refusal without words");
      return;
    }
    require(
        EgressPattern.of(pattern.toString()).equals(pattern),
        "another pattern is read: " + pattern);
    require(
        EgressPattern.keys(pattern.host()).contains(pattern.host()), "a host is not looked for");
    if (!pattern.path().isEmpty() && pattern.matches(pattern.port(), plain)) {
      String tree =
          pattern.path().endsWith("/*")
              ? pattern.path().substring(0, pattern.path().length() - 1)
              : pattern.path();
      require(
          plain.orElseThrow().startsWith(tree),
          "a credential for " + pattern + " goes to " + asked);
    }
    require(!pattern.matches(pattern.port() + 1, plain), "a credential goes to another port");
    require(
        !pattern.isBelow() || Cidr.literal(pattern.host()).isEmpty(),
        "below an address is nothing");
  }

  private static void require(boolean passes, String otherwise) {
    if (!passes) {
      throw new AssertionError(otherwise);
    }
  }
}
