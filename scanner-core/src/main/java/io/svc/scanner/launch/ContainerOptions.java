package io.svc.scanner.launch;

import io.svc.rules.WordListParser;
import io.svc.scanner.config.Word;
import io.svc.scanner.launch.ContainerRun.Option;
import java.util.List;
import java.util.Set;

/** Parses the options of {@code docker run} and similar commands. */
final class ContainerOptions {
  /** Long options without a value: the next word is another option or the image. */
  private static final Set<String> SWITCHES =
      WordListParser.set(
          """
          --rm --rmi --interactive --tty --detach --privileged --init --read-only --read-only-tmpfs
          --no-healthcheck --no-hosts --no-hostname --no-deps --no-tty --publish-all --quiet
          --quiet-pull --build --remove-orphans --service-ports --use-aliases --use-api-socket
          --sig-proxy --oom-kill-disable --disable-content-trust --env-host --http-proxy --passwd
          --unsetenv-all --rootfs --replace --tls-verify --help""");

  /** Letters of short options with a value. */
  private static final String SHORT_WITH_VALUE = "vepwulhmacn";

  private ContainerOptions() {}

  /** Adds the options from an index on, and returns the index of the first word after them. */
  static int add(List<Word> words, int from, List<Option> options) {
    for (int i = from; i < words.size(); i++) {
      Word word = words.get(i);
      String text = word.text();
      int equals = text.indexOf('=');
      boolean hasNext = i + 1 < words.size();
      if (!text.startsWith("-")) {
        return i;
      }
      if (text.equals("--")) {
        return i + 1;
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
        boolean consumesNext = text.length() >= 2 && SHORT_WITH_VALUE.indexOf(last) >= 0 && hasNext;
        if (text.length() > 2 && SHORT_WITH_VALUE.indexOf(text.charAt(1)) >= 0) {
          int value = text.charAt(2) == '=' ? 3 : 2;
          options.add(new Option(text.substring(0, 2), text.substring(value), word));
        } else if (consumesNext) {
          options.add(new Option("-" + last, words.get(++i).text(), words.get(i)));
        } else {
          options.add(new Option(text, "", word));
        }
      }
    }
    return words.size();
  }
}
