package io.svc.scanner.launch;

import io.svc.rules.Ecosystem;
import io.svc.rules.WordListParser;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.Word;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The package that a launcher fetches and runs.
 *
 * @param launcher launcher, such as {@code npx}
 * @param name package name without version
 * @param version version as written after the name; empty when there is none
 * @param word word of the command that names the package
 */
public record PackageSpec(String launcher, String name, String version, Word word) {
  /** How precisely a version identifies the package. */
  public enum Pin {
    EXACT,
    RANGE,
    NONE
  }

  private static final List<String> VERSION_PREFIXES = List.of("===", "==", "@", "=", "v");

  private static final Set<String> NPM_VALUE_FLAGS =
      WordListParser.set(
          """
          -p --package -c --call --registry --cache --prefix -w --workspace --node-options
          --node-arg -n --userconfig""");
  private static final Set<String> PYTHON_VALUE_FLAGS =
      WordListParser.set(
          """
          --from --with --with-editable --with-requirements --python -p --index-url -i
          --extra-index-url --default-index --index --find-links -f --spec --pip-args --suffix
          --cache-dir --config-file --directory --project --env-file --index-strategy
          --keyring-provider --resolution --prerelease --exclude-newer --link-mode --refresh-package
          -P --upgrade-package -C --constraints -c --overrides --build-constraints -b --color
          --allow-insecure-host --python-platform --torch-backend""");

  /** Returns the package that a command fetches; empty when it fetches none from a registry. */
  public static Optional<PackageSpec> of(Launch launch) {
    List<Word> words = launch.words();
    String program = launch.program();
    String second = words.size() > 1 ? words.get(1).text() : "";
    String third = words.size() > 2 ? words.get(2).text() : "";
    return switch (program) {
      case "npx", "bunx", "pnpx" -> npm(program, words, 1);
      case "npm" ->
          second.equals("exec") || second.equals("x")
              ? npm("npm " + second, words, 2)
              : Optional.empty();
      case "pnpm", "yarn" ->
          second.equals("dlx") ? npm(program + " dlx", words, 2) : Optional.empty();
      case "bun" -> second.equals("x") ? npm("bun x", words, 2) : Optional.empty();
      case "uvx" -> python("uvx", words, 1);
      case "uv" ->
          second.equals("tool") && third.equals("run")
              ? python("uv tool run", words, 3)
              : Optional.empty();
      case "pipx" -> second.equals("run") ? python("pipx run", words, 2) : Optional.empty();
      case "deno" -> deno(words);
      case "go" -> second.equals("run") ? go(words) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Optional<PackageSpec> npm(String launcher, List<Word> words, int from) {
    for (int i = from; i < words.size(); i++) {
      String text = words.get(i).text();
      if (text.startsWith("--package=")) {
        return npmSpec(launcher, text.substring("--package=".length()), words.get(i));
      }
      if ((text.equals("-p") || text.equals("--package")) && i + 1 < words.size()) {
        return npmSpec(launcher, words.get(i + 1).text(), words.get(i + 1));
      }
      if (NPM_VALUE_FLAGS.contains(text)) {
        i++;
      } else if (!text.startsWith("-")) {
        return npmSpec(launcher, text, words.get(i));
      }
    }
    return Optional.empty();
  }

  private static Optional<PackageSpec> npmSpec(String launcher, String text, Word word) {
    String spec = text.startsWith("npm:") ? text.substring(4) : text;
    int at = spec.indexOf('@', 1);
    String name = at > 0 ? spec.substring(0, at) : spec;
    String version = at > 0 ? spec.substring(at + 1) : "";
    boolean isScoped = name.startsWith("@");
    int slashes = name.length() - name.replace("/", "").length();
    boolean isRegistryName =
        slashes == (isScoped ? 1 : 0)
            && isPlain(name)
            && !name.endsWith(".tgz")
            && !name.startsWith(".");
    return isRegistryName
        ? Optional.of(new PackageSpec(launcher, name, version, word))
        : Optional.empty();
  }

  private static Optional<PackageSpec> python(String launcher, List<Word> words, int from) {
    for (int i = from; i < words.size(); i++) {
      String text = words.get(i).text();
      boolean isSource = text.equals("--from") || text.equals("--spec");
      if (isSource && i + 1 < words.size()) {
        return pythonSpec(launcher, words.get(i + 1).text(), words.get(i + 1));
      }
      if (text.startsWith("--from=") || text.startsWith("--spec=")) {
        return pythonSpec(launcher, text.substring("--from=".length()), words.get(i));
      }
      if (PYTHON_VALUE_FLAGS.contains(text)) {
        i++;
      } else if (!text.startsWith("-")) {
        return pythonSpec(launcher, text, words.get(i));
      }
    }
    return Optional.empty();
  }

  private static Optional<PackageSpec> pythonSpec(String launcher, String text, Word word) {
    int end = 0;
    while ((end < text.length() && "=<>~!@ ;".indexOf(text.charAt(end)) < 0)
        || (end == 0 && text.startsWith("@"))) {
      end++;
    }
    String name = text.substring(0, end);
    int extras = name.indexOf('[');
    String plain = extras > 0 ? name.substring(0, extras) : name;
    String version = text.substring(end).strip();
    boolean isRegistryName =
        isPlain(plain)
            && (plain.indexOf('/') < 0 || plain.startsWith("@"))
            && !plain.startsWith(".")
            && !plain.endsWith(".whl")
            && !version.startsWith("@ ")
            && !version.contains("://");
    return isRegistryName
        ? Optional.of(new PackageSpec(launcher, plain, version, word))
        : Optional.empty();
  }

  private static Optional<PackageSpec> deno(List<Word> words) {
    for (Word word : words) {
      if (word.text().startsWith("npm:") || word.text().startsWith("jsr:")) {
        return npmSpec("deno", word.text().substring(4), word);
      }
    }
    return Optional.empty();
  }

  private static Optional<PackageSpec> go(List<Word> words) {
    for (Word word : words.subList(2, words.size())) {
      String text = word.text();
      int at = text.indexOf('@');
      if (!text.startsWith("-")) {
        // A branch of a repository is reported by mutable_git_ref.
        return at > 0 && GitSource.ofGoModule(text).isEmpty()
            ? Optional.of(
                new PackageSpec("go run", text.substring(0, at), text.substring(at + 1), word))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static boolean isPlain(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!Character.isLetterOrDigit(c) && "-_.@/".indexOf(c) < 0) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /** Returns the ecosystem of the launcher's registry. */
  public Ecosystem ecosystem() {
    boolean isPython = launcher.startsWith("uv") || launcher.startsWith("pipx");
    return isPython ? Ecosystem.PYPI : launcher.startsWith("go") ? Ecosystem.GO : Ecosystem.NPM;
  }

  /** Returns the version without its operator, such as {@code ==}. */
  public String bareVersion() {
    String bare = version;
    for (String prefix : VERSION_PREFIXES) {
      bare = bare.startsWith(prefix) ? bare.substring(prefix.length()) : bare;
    }
    return bare.strip();
  }

  /** Returns how precisely the version identifies the package. */
  public Pin pin() {
    if (version.isEmpty()) {
      return Pin.NONE;
    }
    boolean isCommit = ecosystem() == Ecosystem.GO && bareVersion().matches("[0-9a-f]{12,40}");
    return isCommit || isExact(bareVersion()) ? Pin.EXACT : Pin.RANGE;
  }

  /**
   * Requires at least two numbers, as in {@code 1.2.3}, {@code 2025.11.25}, {@code 0.0.1a4}, and no
   * wildcard.
   */
  private boolean isExact(String exact) {
    if (exact.isEmpty() || !Character.isDigit(exact.charAt(0))) {
      return false;
    }
    int dots = 0;
    for (int i = 0; i < exact.length(); i++) {
      char c = exact.charAt(i);
      dots += c == '.' ? 1 : 0;
      boolean isWildcard = c == '*' || (c == 'x' && i > 0 && exact.charAt(i - 1) == '.');
      if (isWildcard || (!Character.isLetterOrDigit(c) && ".-+!_".indexOf(c) < 0)) {
        return false;
      }
    }
    // 1.2 is a range in npm; in Python it equals 1.2.0.
    return dots >= (ecosystem() == Ecosystem.PYPI ? 1 : 2);
  }
}
