package io.svc.scanner.redact;

import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.NamedText;
import io.svc.scanner.config.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Takes a server apart into the values that may be secrets, each under its own name. */
final class SecretFields {
  private static final Set<String> ENV_FLAGS = Set.of("-e", "--env");
  private static final Set<String> HEADER_FLAGS = Set.of("-H", "--header", "--headers");
  private static final Set<String> SHELLS =
      Set.of("sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "cmd", "powershell", "pwsh");
  private static final Set<String> SCRIPT_FLAGS =
      Set.of("-c", "-lc", "-ic", "-lic", "/c", "/k", "-command");

  /** Parts of an entry that are taken apart by their own methods. */
  private static final Set<String> KNOWN_PARTS =
      Set.of(
          "command",
          "cmd",
          "args",
          "arguments",
          "env",
          "environment",
          "envs",
          "headers",
          "http_headers",
          "url",
          "serverUrl",
          "httpUrl",
          "uri",
          "endpoint",
          "baseUrl",
          "link");

  private static final String POWERSHELL_ENV = "$env:";

  private static final int LONGEST_NESTED_JSON = 1_000_000;

  private final Consumer<Field> sink;

  SecretFields(Consumer<Field> sink) {
    this.sink = sink;
  }

  /** All values of a server's entry. */
  void ofServer(McpServer server) {
    for (NamedText variable : server.env()) {
      add(new Field(Field.Kind.ENV, variable.name(), variable.text(), variable.value()));
    }
    for (NamedText header : server.headers()) {
      add(new Field(Field.Kind.HEADER, header.name(), header.text(), header.value()));
    }
    for (ConfigText url : server.urls()) {
      add(new Field(Field.Kind.URL, "", url.text(), url));
    }
    if (server.isLocal()) {
      Word command = server.launch().words().get(0);
      add(new Field(Field.Kind.COMMAND, "", command.text(), command.origin()));
      ofWords(server.launch());
    }
    for (Member member : server.entry().members()) {
      if (!KNOWN_PARTS.contains(member.name())) {
        ofSetting(member.name(), member.value());
      }
    }
  }

  /** All values of a part of the file that is no server. */
  void ofSetting(String name, ConfigNode node) {
    if (node instanceof ConfigText text) {
      add(new Field(Field.Kind.SETTING, name, text.text(), text));
    } else if (node instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        ofSetting(name, element);
      }
    } else if (node instanceof ConfigObject object) {
      for (Member member : object.members()) {
        if (member.name().equals("value") || member.name().equals("default")) {
          ofNamedValue(object, member);
        } else if (!KNOWN_PARTS.contains(member.name()) || !name.equals("transport")) {
          ofSetting(member.name(), member.value());
        }
      }
    }
  }

  /** {@code {"name": "API_KEY", "value": …}}, and an input of VS Code with its default. */
  private void ofNamedValue(ConfigObject object, Member member) {
    Optional<ConfigText> name =
        object.findText("name").or(() -> object.findText("key")).or(() -> object.findText("id"));
    if (name.isPresent() && member.value() instanceof ConfigText text) {
      Field.Kind kind = member.name().equals("default") ? Field.Kind.DEFAULT : Field.Kind.SETTING;
      add(new Field(kind, name.get().text(), text.text(), text));
    } else {
      ofSetting(name.map(ConfigText::text).orElse(member.name()), member.value());
    }
  }

  private void ofWords(Launch launch) {
    List<Word> words = launch.words();
    boolean isShell = SHELLS.contains(launch.program());
    for (int i = 1; i < words.size(); i++) {
      Word word = words.get(i);
      String text = word.text();
      boolean hasNext = i + 1 < words.size();
      String next = hasNext ? words.get(i + 1).text() : "";
      int equals = text.indexOf('=');
      if (isShell && hasNext && SCRIPT_FLAGS.contains(text.toLowerCase(Locale.ROOT))) {
        if (next.indexOf(' ') > 0) {
          ofWords(script(words.get(++i)));
        }
      } else if (ENV_FLAGS.contains(text) && next.indexOf('=') > 0) {
        ofAssignment(words.get(++i), next);
      } else if (HEADER_FLAGS.contains(text) && next.indexOf(':') > 0) {
        ofHeader(words.get(++i), next);
      } else if (text.startsWith("-") && equals > 0) {
        ofFlag(word, text.substring(0, equals), text.substring(equals + 1));
      } else if (text.startsWith("-") && hasNext && isSecretAssignment(next)) {
        ofAssignment(words.get(++i), next);
      } else if (text.startsWith("-") && hasNext && !next.startsWith("-")) {
        ofFlag(words.get(++i), text, next);
      } else if (isAssignment(text)) {
        ofAssignment(word, text);
      } else if (isHeader(text)) {
        ofHeader(word, text);
      } else {
        add(new Field(Field.Kind.ARGUMENT, "", text, word.origin()));
      }
    }
  }

  /** A script's words behind a word that stands for the shell, which is no argument of its own. */
  private static Launch script(Word script) {
    List<Word> words = new ArrayList<>();
    words.add(new Word("", script.origin()));
    for (String part : Launch.split(script.text())) {
      words.add(new Word(part, script.origin()));
    }
    return new Launch(words);
  }

  private void ofFlag(Word word, String flag, String value) {
    if (ENV_FLAGS.contains(flag) && value.indexOf('=') > 0) {
      ofAssignment(word, value);
    } else if (HEADER_FLAGS.contains(flag) && value.indexOf(':') > 0) {
      ofHeader(word, value);
    } else {
      add(new Field(Field.Kind.FLAG, flag, value, word.origin()));
    }
  }

  private void ofAssignment(Word word, String text) {
    int equals = text.indexOf('=');
    String name = text.substring(0, equals);
    String plain = isPowerShell(name) ? name.substring(POWERSHELL_ENV.length()) : name;
    add(new Field(Field.Kind.ENV, plain, text.substring(equals + 1), word.origin()));
  }

  private static boolean isPowerShell(String name) {
    return name.regionMatches(true, 0, POWERSHELL_ENV, 0, POWERSHELL_ENV.length());
  }

  /** {@code API_KEY=…} behind a flag of which nobody knows whether it takes a value. */
  private static boolean isSecretAssignment(String text) {
    if (!isAssignment(text)) {
      return false;
    }
    FieldName name = FieldName.of(text.substring(0, text.indexOf('=')));
    return name.isSecret() || name.isPassword();
  }

  private void ofHeader(Word word, String text) {
    int colon = text.indexOf(':');
    add(
        new Field(
            Field.Kind.HEADER,
            text.substring(0, colon).strip(),
            text.substring(colon + 1).strip(),
            word.origin()));
  }

  private static boolean isAssignment(String text) {
    int equals = text.indexOf('=');
    if (equals <= 0) {
      return false;
    }
    String name = text.substring(0, equals);
    return isPowerShell(name) || isName(name, '_');
  }

  /** {@code Authorization: Bearer x} as an argument, but neither a URL nor a drive nor a port. */
  private static boolean isHeader(String text) {
    int colon = text.indexOf(':');
    return colon > 1
        && isName(text.substring(0, colon), '-')
        && !text.startsWith("//", colon + 1)
        && FieldName.of(text.substring(0, colon)).isSecret();
  }

  private static boolean isName(String text, char separator) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isLetterOrDigit(c) && c != separator) {
        return false;
      }
    }
    return !Character.isDigit(text.charAt(0));
  }

  /** A value by itself, or what is in it where its text is JSON. */
  void ofValue(Field field) {
    add(field);
  }

  private void add(Field field) {
    String text = field.text();
    if (text.isBlank()) {
      return;
    }
    char first = text.charAt(0);
    if ((first == '{' || first == '[') && text.length() <= LONGEST_NESTED_JSON) {
      Optional<ConfigNode> nested =
          ConfigReader.readJson(text).filter(node -> !(node instanceof ConfigText));
      if (nested.isPresent()) {
        new SecretFields(inner -> sink.accept(inner.at(field.origin())))
            .ofSetting(field.name(), nested.get());
        return;
      }
    }
    sink.accept(field);
  }
}
