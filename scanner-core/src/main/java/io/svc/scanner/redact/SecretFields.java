package io.svc.scanner.redact;

import io.svc.rules.WordListParser;
import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.NamedText;
import io.svc.scanner.config.Word;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Splits a server into named values that may be secrets. */
final class SecretFields implements Consumer<SecretCandidate> {
  /** Parts of an entry that separate methods process. */
  private static final Set<String> KNOWN_PARTS =
      WordListParser.set(
          """
          command cmd args arguments env environment envs headers http_headers url serverUrl httpUrl
          uri endpoint baseUrl link\
          """);

  /** Longer texts are not parsed. */
  static final int LONGEST_NESTED_JSON = 1_000_000;

  private static final int KEY_PAIR_BYTES = 64;
  private static final int LONGEST_RULE = 4_000;

  /** Starts of rules of clients for a command. */
  private static final List<String> COMMAND_RULES =
      List.of("Bash(", "PowerShell(", "Shell(", "run_shell_command(", "execute_bash(");

  private final Consumer<SecretCandidate> sink;

  SecretFields(Consumer<SecretCandidate> sink) {
    this.sink = sink;
  }

  /** Adds all values of a server's entry. */
  void ofServer(McpServer server) {
    for (NamedText variable : server.env()) {
      accept(
          new SecretCandidate(
              SecretCandidate.Kind.ENV, variable.name(), variable.text(), variable.value()));
    }
    for (NamedText header : server.headers()) {
      accept(
          new SecretCandidate(
              SecretCandidate.Kind.HEADER, header.name(), header.text(), header.value()));
    }
    for (ConfigText url : server.urls()) {
      accept(new SecretCandidate(SecretCandidate.Kind.URL, "", url.text(), url));
    }
    if (server.isLocal()) {
      Word command = server.launch().words().get(0);
      accept(
          new SecretCandidate(SecretCandidate.Kind.COMMAND, "", command.text(), command.origin()));
      new ArgumentFields(this).of(server.launch());
    }
    for (Member member : server.entry().members()) {
      if (!KNOWN_PARTS.contains(member.name())) {
        ofSetting(member.name(), member.value());
      }
    }
  }

  /** Adds all values of a part of the file that is not a server. */
  void ofSetting(String name, ConfigNode node) {
    if (node instanceof ConfigText text) {
      accept(new SecretCandidate(SecretCandidate.Kind.SETTING, name, text.text(), text));
      ofRule(text);
    } else if (node instanceof ConfigList list) {
      if (isKeyPair(list)) {
        accept(keyPair(name, list));
        return;
      }
      for (ConfigNode element : list.elements()) {
        ofSetting(name, element);
      }
    } else if (node instanceof ConfigObject object) {
      Optional<ConfigText> privateKey = JsonWebKeys.privatePart(object);
      if (privateKey.isPresent()) {
        ConfigText key = privateKey.get();
        sink.accept(
            new SecretCandidate(SecretCandidate.Kind.SETTING, JsonWebKeys.FIELD, key.text(), key));
        return;
      }
      for (Member member : object.members()) {
        if (member.name().equals("value") || member.name().equals("default")) {
          ofNamedValue(name, object, member);
        } else if (!KNOWN_PARTS.contains(member.name()) || !name.equals("transport")) {
          ofSetting(member.name(), member.value());
        }
      }
    }
  }

  /** Adds the values in a command that a rule allows: {@code Bash(curl -u user:password *)}. */
  private void ofRule(ConfigText text) {
    String rule = text.text();
    if (!rule.endsWith(")") || rule.length() > LONGEST_RULE) {
      return;
    }
    for (String start : COMMAND_RULES) {
      if (rule.startsWith(start)) {
        // An asterisk at the end matches further arguments.
        int last = rule.length() - 1;
        int first = start.length() + 1;
        last -= last > first && rule.charAt(last - 1) == '*' ? 1 : 0;
        last -= last > first && last < rule.length() - 1 && rule.charAt(last - 1) == ':' ? 1 : 0;
        if (last >= first) {
          new ArgumentFields(this).ofScript(new Word(rule.substring(first - 1, last), text));
        }
      }
    }
  }

  /** Adds {@code {"name": "API_KEY", "value": …}}, or a VS Code input with its default. */
  private void ofNamedValue(String key, ConfigObject object, Member member) {
    Optional<ConfigText> name =
        object.findText("name").or(() -> object.findText("key")).or(() -> object.findText("id"));
    if (name.isEmpty() && object.findText("type").isPresent() && !isIndex(object.key())) {
      // A setting that a user can change, as in JSON Schema: {"api_key": {"default": …}}.
      ofDefault(key, member.value());
    } else if (name.isPresent() && member.value() instanceof ConfigText text) {
      SecretCandidate.Kind kind =
          member.name().equals("default")
              ? SecretCandidate.Kind.DEFAULT
              : SecretCandidate.Kind.SETTING;
      accept(new SecretCandidate(kind, name.get().text(), text.text(), text));
    } else {
      ofSetting(name.map(ConfigText::text).orElse(member.name()), member.value());
    }
  }

  private void ofDefault(String name, ConfigNode value) {
    if (value instanceof ConfigText text) {
      accept(new SecretCandidate(SecretCandidate.Kind.DEFAULT, name, text.text(), text));
    } else {
      ofSetting(name, value);
    }
  }

  private static boolean isIndex(String key) {
    return key.isEmpty() || Character.isDigit(key.charAt(0));
  }

  /** Adds a value, or the values in it if its text is JSON. */
  @Override
  public void accept(SecretCandidate field) {
    String text = field.text();
    if (text.isBlank()) {
      return;
    }
    if (text.length() <= LONGEST_NESTED_JSON) {
      Optional<ConfigNode> nested = nestedIn(text);
      if (nested.isPresent() && !(nested.get() instanceof ConfigList list && isKeyPair(list))) {
        new SecretFields(inner -> sink.accept(inner.at(field.origin())))
            .ofSetting(field.name(), nested.get());
        return;
      }
    }
    sink.accept(field);
  }

  /** Returns true for a list or an object that is one secret: a key pair or a JSON Web Key. */
  static boolean isOneSecret(ConfigNode node) {
    return (node instanceof ConfigList list && isKeyPair(list))
        || (node instanceof ConfigObject object && JsonWebKeys.privatePart(object).isPresent());
  }

  /** Matches the bytes of a key pair, which programs for Solana write as a list of numbers. */
  private static boolean isKeyPair(ConfigList list) {
    if (list.elements().size() != KEY_PAIR_BYTES) {
      return false;
    }
    for (ConfigNode element : list.elements()) {
      boolean isByte =
          element instanceof ConfigText number
              && number.text().length() <= 3
              && LiteralClassifier.digits(number.text()) == number.text().length();
      if (!isByte) {
        return false;
      }
    }
    return true;
  }

  /** Returns a list of numbers as one value, at the place of the first number. */
  private static SecretCandidate keyPair(String name, ConfigList list) {
    StringBuilder text = new StringBuilder("[");
    for (ConfigNode element : list.elements()) {
      text.append(text.length() == 1 ? "" : ",").append(((ConfigText) element).text());
    }
    ConfigText first = (ConfigText) list.elements().get(0);
    return new SecretCandidate(
        SecretCandidate.Kind.SETTING, name, text.append(']').toString(), first);
  }

  /**
   * Parses a text as an object or list. JSON that was written for a shell command line often
   * retains its quotes or escaped quotes.
   */
  private static Optional<ConfigNode> nestedIn(String text) {
    String json = text.strip();
    char first = json.charAt(0);
    boolean isQuoted = json.length() > 2 && json.charAt(json.length() - 1) == first;
    if ((first == '"' || first == '\'') && isQuoted) {
      json = json.substring(1, json.length() - 1).strip();
    }
    if (!json.startsWith("{") && !json.startsWith("[")) {
      return Optional.empty();
    }
    Optional<ConfigNode> nested = ConfigReader.readJson(json);
    if (nested.isEmpty() && json.contains("\\\"")) {
      nested = ConfigReader.readJson(json.replace("\\\"", "\""));
    }
    return nested.filter(node -> !(node instanceof ConfigText));
  }
}
