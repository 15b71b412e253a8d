package io.svc.scanner.checks.commands;

import io.svc.rules.WordListParser;
import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Launch;
import io.svc.scanner.redact.FieldName;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A setting whose value is a command that prints credentials: a line of text, a list of words, or
 * an object that contains such a command.
 *
 * @param program program as written
 * @param origin value of the file that names the program
 */
record CredentialCommand(String program, ConfigText origin) {
  /**
   * Settings of clients, letters only: {@code headersHelper}, {@code apiKeyHelper}, {@code
   * otelHeadersHelper}, {@code proxyAuthHelper}, {@code awsAuthRefresh}, {@code
   * awsCredentialExport} and {@code gcpAuthRefresh} of Claude Code, {@code requestHeadersCommand}
   * of pi's MCP adapter, {@code headersCommand} of forks of opencode, and generic names for such a
   * command.
   */
  private static final Set<String> SETTINGS =
      WordListParser.set(
          """
          headershelper headerhelper apikeyhelper otelheadershelper proxyauthhelper awsauthrefresh
          awscredentialexport gcpauthrefresh requestheaderscommand headerscommand headercommand
          headerscmd authhelper authcommand authcmd tokenhelper tokencommand tokencmd
          bearertokencommand accesstokencommand apikeycommand apikeycmd credentialhelper
          credentialshelper credentialcommand credentialscommand credentialprocess passwordcommand
          secretcommand gettokencommand""");

  /** Last words of the names of a server's settings that run a command. */
  private static final Set<String> RUNNING =
      Set.of("helper", "command", "cmd", "script", "process", "exec", "executable");

  private static final Set<String> CREDENTIALS =
      WordListParser.set(
          """
          header headers token tokens auth authorization authentication bearer credential
          credentials apikey secret password""");

  /** Settings that contain a credential, or an object that describes how to obtain it. */
  private static final Set<String> HOLDERS =
      WordListParser.set(
          """
          auth authorization authentication token bearertoken accesstoken apikey credential
          credentials authprovider""");

  private static final List<String> COMMAND_KEYS = List.of("command", "cmd", "exec", "helper");
  private static final Set<String> STORES = Set.of("secret", "env", "vault", "ref");
  private static final int LONGEST_NAME = 40;

  /**
   * Returns the command in a setting of a client or a server entry whose name denotes a command.
   */
  static Optional<CredentialCommand> of(Member member, boolean isInServer) {
    String name = member.name();
    if (name.length() > LONGEST_NAME) {
      return Optional.empty();
    }
    String letters = FieldName.of(name).joined();
    if (SETTINGS.contains(letters) || (isInServer && isRunning(name))) {
      return in(member.value());
    }
    return HOLDERS.contains(letters) ? inObject(member.value()) : Optional.empty();
  }

  /**
   * Returns the command in an object with an arbitrary name, such as a header with a computed
   * value.
   */
  static Optional<CredentialCommand> inObject(ConfigNode value) {
    if (value instanceof ConfigObject object) {
      for (String key : COMMAND_KEYS) {
        Optional<ConfigNode> command = object.find(key);
        if (command.isPresent()) {
          return in(command.get());
        }
      }
    }
    return Optional.empty();
  }

  /** Returns the command inside a header's text: {@code $(…)}, {@code ${cmd: …}}, {@code !…}. */
  static Optional<CredentialCommand> inHeader(ConfigText header) {
    String text = header.text();
    int start = indexAfter(text, "$(");
    start = start > 0 ? start : indexAfter(text, "${cmd:");
    if (start < 0 && text.length() > 1 && text.charAt(0) == '!') {
      char first = text.charAt(1);
      start = Character.isLetter(first) || "/~.".indexOf(first) >= 0 ? 1 : -1;
    }
    if (start < 0) {
      return Optional.empty();
    }
    List<String> programs = ShellReader.programsOf(text.substring(start));
    String program = programs.isEmpty() ? "" : programs.get(0);
    // Some clients read $(NAME) as a variable and !secret as a reference to a store.
    boolean isCommand =
        !program.isEmpty()
            && !Character.isUpperCase(program.charAt(0))
            && !STORES.contains(program);
    return isCommand
        ? Optional.of(new CredentialCommand(Launch.programOf(program), header))
        : Optional.empty();
  }

  private static int indexAfter(String text, String mark) {
    int start = text.indexOf(mark);
    return start < 0 ? -1 : start + mark.length();
  }

  private static boolean isRunning(String name) {
    List<String> words = FieldName.of(name).words();
    if (words.size() < 2 || !RUNNING.contains(words.get(words.size() - 1))) {
      return false;
    }
    for (int i = 0; i < words.size() - 1; i++) {
      boolean isApiKey = words.get(i).equals("key") && i > 0;
      if (CREDENTIALS.contains(words.get(i)) || isApiKey) {
        return true;
      }
    }
    return false;
  }

  private static Optional<CredentialCommand> in(ConfigNode value) {
    if (value instanceof ConfigText text) {
      String program = isCommand(text) ? programOf(text.text()) : "";
      return program.isEmpty()
          ? Optional.empty()
          : Optional.of(new CredentialCommand(program, text));
    }
    if (value instanceof ConfigList list) {
      boolean isEmpty = list.elements().isEmpty();
      boolean hasProgram = !isEmpty && list.elements().get(0) instanceof ConfigText;
      return hasProgram ? in(list.elements().get(0)) : Optional.empty();
    }
    Optional<CredentialCommand> named = inObject(value);
    if (named.isPresent()) {
      return named;
    }
    // One command per header.
    for (Member member : ((ConfigObject) value).members()) {
      if (member.value() instanceof ConfigList list) {
        return in(list);
      }
    }
    return Optional.empty();
  }

  /** Returns false for switches, numbers and addresses. */
  private static boolean isCommand(ConfigText text) {
    String value = text.text().strip();
    boolean isNumber = !value.isEmpty() && Character.isDigit(value.charAt(0)) && isDigits(value);
    return !text.isNull()
        && !text.isTrue()
        && !text.isFalse()
        && !isNumber
        && !value.startsWith("http://")
        && !value.startsWith("https://");
  }

  private static boolean isDigits(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!Character.isDigit(text.charAt(i)) && text.charAt(i) != '.') {
        return false;
      }
    }
    return true;
  }

  /** Returns the first program of a line. Assignments before it may contain a secret. */
  private static String programOf(String line) {
    List<String> programs = ShellReader.programsOf(line);
    return programs.isEmpty() ? "" : Launch.programOf(programs.get(0));
  }
}
