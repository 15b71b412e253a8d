package io.svc.scanner.fix;

import io.svc.rules.SampleTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Draws what a generated file holds, and remembers the secrets. */
abstract class ConfigDraft {
  final Random random;
  final String label;
  final List<String> secrets = new ArrayList<>();
  final boolean hasComments;
  final String unit;

  ConfigDraft(Random random, String label) {
    this.random = random;
    this.label = label;
    this.hasComments = random.nextBoolean();
    this.unit = List.of("  ", "    ", "\t").get(random.nextInt(3));
  }

  final String secret() {
    return remember(SampleTemplate.fill("{{base62:28}}", random));
  }

  final String token() {
    return remember("ghp_" + SampleTemplate.fill("{{base62:36}}", random));
  }

  /** A password that needs quoting somewhere. */
  final String password() {
    String odd = List.of("#", " x", "%", "é", "!", "&", "\"").get(random.nextInt(7));
    return remember(SampleTemplate.fill("Winter-{{base62:6}}", random) + odd + "is-over-77");
  }

  final String plainPassword() {
    return remember(SampleTemplate.fill("Winter-{{base62:8}}-over", random));
  }

  private String remember(String secret) {
    secrets.add(secret);
    return secret;
  }

  final String comment(String mark, String end) {
    boolean isCurrentDirectory = hasComments && random.nextInt(4) == 0;
    return isCurrentDirectory
        ? " " + mark + " note \"" + random.nextInt(100) + "\", {x}" + end
        : "";
  }

  /** A whole file. */
  abstract String text();
}
