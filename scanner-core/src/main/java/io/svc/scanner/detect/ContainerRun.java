package io.svc.scanner.detect;

import io.svc.scanner.config.Launch;
import io.svc.scanner.config.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The options of {@code docker run} and its like, up to the image.
 *
 * @param engine such as {@code docker}
 * @param image the image that is run, with its tag
 */
record ContainerRun(String engine, List<Option> options, Optional<Word> image) {
  /** An option with its value; the value is empty for a switch. */
  record Option(String name, String value, Word word) {}

  private static final Set<String> ENGINES = Set.of("docker", "podman", "nerdctl");
  private static final Set<String> VERBS = Set.of("run", "create", "exec");

  /** Long options that take no value: what follows them is the next option or the image. */
  private static final Set<String> SWITCHES =
      Set.of(
          "--rm",
          "--interactive",
          "--tty",
          "--detach",
          "--privileged",
          "--init",
          "--read-only",
          "--no-healthcheck",
          "--publish-all",
          "--quiet",
          "--sig-proxy",
          "--oom-kill-disable",
          "--disable-content-trust",
          "--replace",
          "--tls-verify");

  /** Letters of short options that take a value. */
  private static final String SHORT_WITH_VALUE = "vepwulhmacn";

  static Optional<ContainerRun> of(Launch launch) {
    if (!ENGINES.contains(launch.program())) {
      return Optional.empty();
    }
    List<Word> words = launch.words();
    int verb = 1;
    while (verb < words.size() && !VERBS.contains(words.get(verb).text())) {
      verb++;
    }
    return verb == words.size() ? Optional.empty() : Optional.of(of(launch.program(), words, verb));
  }

  /** The host's side of {@code type=bind,src=/x,dst=/y}; empty when there is none. */
  static String mountSource(String mount) {
    for (String part : mount.split(",", 20)) {
      String lower = part.toLowerCase(Locale.ROOT);
      if (lower.startsWith("src=") || lower.startsWith("source=")) {
        return part.substring(part.indexOf('=') + 1);
      }
    }
    return "";
  }

  private static ContainerRun of(String engine, List<Word> words, int verb) {
    List<Option> options = new ArrayList<>();
    int image = options(words, verb + 1, options);
    boolean runsImage = image < words.size() && !words.get(verb).text().equals("exec");
    return new ContainerRun(
        engine, options, runsImage ? Optional.of(words.get(image)) : Optional.empty());
  }

  /** Adds the options and returns where they end. */
  private static int options(List<Word> words, int from, List<Option> options) {
    for (int i = from; i < words.size(); i++) {
      Word word = words.get(i);
      String text = word.text();
      int equals = text.indexOf('=');
      boolean hasNext = i + 1 < words.size();
      if (!text.startsWith("-")) {
        return i;
      }
      if (text.startsWith("--")) {
        if (equals > 0) {
          options.add(new Option(text.substring(0, equals), text.substring(equals + 1), word));
        } else if (SWITCHES.contains(text) || !hasNext) {
          options.add(new Option(text, "", word));
        } else {
          options.add(new Option(text, words.get(++i).text(), words.get(i)));
        }
      } else {
        char last = text.charAt(text.length() - 1);
        boolean takesNext = text.length() >= 2 && SHORT_WITH_VALUE.indexOf(last) >= 0 && hasNext;
        if (text.length() > 2 && SHORT_WITH_VALUE.indexOf(text.charAt(1)) >= 0) {
          options.add(new Option(text.substring(0, 2), text.substring(2), word));
        } else if (takesNext) {
          options.add(new Option("-" + last, words.get(++i).text(), words.get(i)));
        } else {
          options.add(new Option(text, "", word));
        }
      }
    }
    return words.size();
  }
}
