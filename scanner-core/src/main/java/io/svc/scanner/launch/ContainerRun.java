package io.svc.scanner.launch;

import io.svc.rules.WordListParser;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A {@code docker run} or similar command: its options, image and arguments.
 *
 * @param engine container engine, such as {@code docker}
 * @param options options of the command
 * @param image image as written; empty where no image is named, as in {@code exec}
 * @param arguments words after the image, or after the named container
 */
public record ContainerRun(
    String engine, List<Option> options, Optional<Word> image, List<Word> arguments) {
  /** An option with its value; the value is empty for a switch. */
  public record Option(String name, String value, Word word) {
    /**
     * Returns the host side of a mount; empty for a named volume that Docker creates, and for other
     * options.
     */
    public String hostPath() {
      if (name.equals("-v") || name.equals("--volume")) {
        // In C:\x:/x, the separator is the colon after the drive.
        boolean isDrive =
            value.length() > 2 && value.charAt(1) == ':' && Character.isLetter(value.charAt(0));
        int colon = colonOutsideReferences(value, isDrive ? 2 : 0);
        return colon < 0 ? "" : value.substring(0, colon);
      }
      return name.equals("--mount") ? mountSource(value) : "";
    }

    /** Returns whether the value names a namespace or a network of the host. */
    public boolean isOfHost() {
      String folded = value.strip().toLowerCase(Locale.ROOT);
      // Docker also accepts name=host for networks, with further settings after a comma.
      return folded.equals("host")
          || folded.startsWith("host,")
          || folded.equals("name=host")
          || folded.startsWith("name=host,")
          || folded.startsWith(FIRST_PROCESS);
    }

    /** Returns the index of a colon outside of references such as {@code ${env:HOME}}. */
    private static int colonOutsideReferences(String value, int from) {
      boolean isInBraces = false;
      for (int i = 0; i < value.length(); i++) {
        char c = value.charAt(i);
        isInBraces = (isInBraces || c == '{') && c != '}';
        if (c == ':' && i >= from && !isInBraces) {
          return i;
        }
      }
      return -1;
    }
  }

  /** The first process uses the host's namespaces, so this path is another name for them. */
  private static final String FIRST_PROCESS = "ns:/proc/1/ns/";

  private static final Set<String> ENGINES =
      Set.of("docker", "podman", "nerdctl", "finch", "podman-remote");
  private static final Set<String> VERBS = Set.of("run", "create", "exec");

  /** Words that may precede the verb. */
  private static final Set<String> PARENTS = Set.of("container", "compose");

  /** Options of the engines before the verb, without a value. */
  private static final Set<String> GLOBAL_SWITCHES =
      WordListParser.set(
          """
          -D --debug --debug-full --tls --tlsverify -r --remote --syslog --noout --transient-store
          --insecure-registry --experimental --dry-run""");

  public static Optional<ContainerRun> of(Launch launch) {
    if (!ENGINES.contains(launch.program())) {
      return Optional.empty();
    }
    List<Word> words = launch.words();
    int verb = verb(words);
    if (verb == words.size()) {
      return Optional.empty();
    }
    List<Option> options = new ArrayList<>();
    int end = ContainerOptions.add(words, verb + 1, options);
    boolean namesImage =
        end < words.size()
            && !words.get(verb).text().equals("exec")
            && !isOfCompose(words, verb)
            && !isRootDirectory(options);
    return Optional.of(
        new ContainerRun(
            launch.program(),
            options,
            namesImage ? Optional.of(words.get(end)) : Optional.empty(),
            words.subList(Math.min(end + 1, words.size()), words.size())));
  }

  /**
   * Returns the index of {@code run} or a similar verb. Only options may precede it: in {@code
   * docker mcp gateway run} it is part of another command. Returns the number of words when there
   * is none.
   */
  private static int verb(List<Word> words) {
    for (int i = 1; i < words.size(); i++) {
      String text = words.get(i).text();
      if (VERBS.contains(text)) {
        return i;
      }
      if (text.startsWith("-")) {
        String next = i + 1 < words.size() ? words.get(i + 1).text() : "";
        boolean consumesNext =
            text.indexOf('=') < 0
                && !GLOBAL_SWITCHES.contains(text)
                && !VERBS.contains(next)
                && !PARENTS.contains(next);
        i += consumesNext ? 1 : 0;
      } else if (!PARENTS.contains(text)) {
        break;
      }
    }
    return words.size();
  }

  /** {@code docker compose run} names a service, whose image is specified in another file. */
  private static boolean isOfCompose(List<Word> words, int verb) {
    for (int i = 1; i < verb; i++) {
      if (words.get(i).text().equals("compose")) {
        return true;
      }
    }
    return false;
  }

  /** With Podman's {@code --rootfs}, a directory replaces the image. */
  private static boolean isRootDirectory(List<Option> options) {
    for (Option option : options) {
      if (option.name().equals("--rootfs")) {
        return true;
      }
    }
    return false;
  }

  /** Returns true if a command, as found by Commands, runs within the container. */
  public boolean contains(Launch launch) {
    int start = arguments.size() - launch.words().size();
    return start >= 0 && !launch.isEmpty() && arguments.get(start).equals(launch.words().get(0));
  }

  /** Returns true if the container shares the host's network and therefore its ports. */
  public boolean isInHostNetwork() {
    for (Option option : options) {
      boolean isNetwork = option.name().equals("--network") || option.name().equals("--net");
      if (isNetwork && option.isOfHost()) {
        return true;
      }
    }
    return false;
  }

  /** Returns the host side of {@code type=bind,src=/x,dst=/y}; empty when there is none. */
  public static String mountSource(String mount) {
    for (String part : mount.split(",", 20)) {
      String lower = part.toLowerCase(Locale.ROOT);
      if (lower.startsWith("src=") || lower.startsWith("source=")) {
        return part.substring(part.indexOf('=') + 1);
      }
    }
    return "";
  }
}
