package io.svc.scanner.checks.approval;

import io.svc.rules.WordListParser;
import io.svc.scanner.redact.FieldName;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Recognizes names that disable sandboxes and approval prompts. Names are compared by words,
 * because programs use different notations: {@code --no-sandbox}, {@code disableSandbox} and {@code
 * CHROME_NO_SANDBOX} are equivalent.
 */
final class SafeguardSettings {
  private static final Set<String> SANDBOX = Set.of("sandbox", "sandboxing", "sandboxed");
  private static final Set<String> WITHOUT =
      Set.of("no", "disable", "disabled", "without", "skip", "bypass", "off");
  private static final Set<String> QUESTIONS = Set.of("permissions", "approvals");

  /** Switches that are unambiguous without other words. */
  private static final Set<String> FLAGS =
      Set.of(
          "--yolo",
          "--unrestricted",
          "--unsandboxed",
          "--disable-web-security",
          "--disable-security",
          "--allow-all-tools",
          "--allow-all-paths");

  private static final Set<String> OFF = Set.of("false", "0", "no", "off", "none", "disabled");

  /**
   * Values of Codex and Cursor for "no sandbox", which no other program uses with another meaning.
   */
  private static final Set<String> OFF_MODES =
      Set.of("danger-full-access", "danger-no-sandbox", "insecure_none");

  /**
   * Words next to {@code SANDBOX} in variables of programs that run code or browsers. Payment
   * services also call their test systems a sandbox, which users disable routinely.
   */
  private static final Set<String> RUNNERS =
      WordListParser.set(
          """
          gemini codex claude agent code mcp playwright puppeteer chrome chromium browser
          electron""");

  private SafeguardSettings() {}

  /** Returns true if an option with its value disables a safeguard. */
  static boolean isOffByOption(String option, String written) {
    String name = option.toLowerCase(Locale.ROOT);
    String value = unquoted(written);
    boolean isOff = OFF.contains(value.toLowerCase(Locale.ROOT));
    List<String> words = FieldName.of(name).words();
    if (isSwitchedOffBy(words) || FLAGS.contains(name)) {
      return !isOff;
    }
    boolean isYolo = isBypass(value) || value.equalsIgnoreCase("yolo");
    return (hasAny(words, SANDBOX) && isOff)
        || (isPermissionMode(words) && isYolo)
        || isOffMode(value);
  }

  /** Matches Deno's {@code --allow-all}. By default, Deno programs have no permissions. */
  static boolean isAllOfDeno(String text) {
    boolean isShort =
        text.length() > 1 && text.length() <= 5 && text.charAt(0) == '-' && text.charAt(1) != '-';
    return text.equals("--allow-all") || (isShort && text.indexOf('A') > 0);
  }

  /** Returns the switch for another program in a value, as in {@code --chrome-arg=--no-sandbox}. */
  static Optional<String> offSwitchWithin(String value) {
    int start = value.indexOf("--");
    while (start >= 0) {
      int end = start + 2;
      while (end < value.length() && isOptionCharacter(value.charAt(end))) {
        end++;
      }
      if (isOffByOption(value.substring(start, end), "")) {
        return Optional.of(value.substring(start, end));
      }
      start = value.indexOf("--", end);
    }
    return Optional.empty();
  }

  private static boolean isOptionCharacter(char c) {
    return Character.isLetterOrDigit(c) || c == '-';
  }

  /** Returns true if an environment variable disables a safeguard. */
  static boolean isOffByVariable(String name, String value) {
    String folded = value.strip().toLowerCase(Locale.ROOT);
    if (folded.isEmpty() || folded.charAt(0) == '$' || folded.charAt(0) == '{') {
      return false;
    }
    List<String> words = FieldName.of(name).words();
    boolean isOff = OFF.contains(folded);
    if (isSwitchedOffBy(words) || words.contains("yolo")) {
      return !isOff;
    }
    boolean isOfRunner = hasAny(words, RUNNERS) || (words.size() == 2 && isEnabling(words));
    return (hasAny(words, SANDBOX) && isOff && isOfRunner) || isOffMode(folded);
  }

  /** Returns true if a setting of a client or of a server's entry disables a safeguard. */
  static boolean isOffBySetting(String name, String value) {
    List<String> words = FieldName.of(name).words();
    boolean isOn = value.equalsIgnoreCase("true");
    if (isSwitchedOffBy(words) || name.equals("skipDangerousModePermissionPrompt")) {
      return isOn;
    }
    boolean isSwitch =
        hasAny(words, SANDBOX)
            && (words.size() == 1 || words.contains("mode") || isEnabling(words) || isLast(words));
    return (isSwitch && OFF.contains(value.toLowerCase(Locale.ROOT)))
        || ((name.equals("defaultMode") || isPermissionMode(words)) && isBypass(value))
        || isOffMode(value);
  }

  /** Returns true for the name of a sandbox setting. */
  static boolean isSandbox(String name) {
    return isLast(FieldName.of(name).words());
  }

  /** Returns the consequence of a disabled safeguard as the end of a sentence. */
  static String consequence(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.contains("web-security")) {
      return "lets every page in the browser read the content of other pages";
    }
    if (lower.contains("auth")) {
      return "lets anyone who can reach the port use it without signing in";
    }
    if (lower.contains("sandbox") || lower.contains("danger-") || lower.contains("allow-all")) {
      return "removes the isolation between the program and the rest of this machine";
    }
    return "removes the approval prompts and limits between the model and this machine";
  }

  private static boolean isSwitchedOffBy(List<String> words) {
    return words.contains("dangerously")
        || (words.contains("dangerous") && (words.contains("allow") || words.contains("enable")))
        || (hasAny(words, WITHOUT) && hasAny(words, SANDBOX))
        || (hasAny(words, QUESTIONS) && (words.contains("skip") || words.contains("bypass")));
  }

  private static String unquoted(String value) {
    boolean isQuoted =
        value.length() > 1
            && (value.charAt(0) == '"' || value.charAt(0) == '\'')
            && value.charAt(value.length() - 1) == value.charAt(0);
    return isQuoted ? value.substring(1, value.length() - 1) : value;
  }

  private static boolean isOffMode(String value) {
    return OFF_MODES.contains(value.startsWith(":") ? value.substring(1) : value);
  }

  private static boolean isBypass(String value) {
    return value.equalsIgnoreCase("bypassPermissions");
  }

  private static boolean isPermissionMode(List<String> words) {
    return words.contains("mode") && (words.contains("permission") || words.contains("approval"));
  }

  private static boolean isEnabling(List<String> words) {
    return words.contains("enabled") || words.contains("enable");
  }

  private static boolean isLast(List<String> words) {
    return !words.isEmpty() && SANDBOX.contains(words.get(words.size() - 1));
  }

  private static boolean hasAny(List<String> words, Set<String> candidates) {
    for (String word : words) {
      if (candidates.contains(word)) {
        return true;
      }
    }
    return false;
  }
}
