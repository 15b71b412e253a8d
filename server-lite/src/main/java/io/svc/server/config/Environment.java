package io.svc.server.config;

import io.svc.server.logging.SafeText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Environment variables. An empty variable counts as absent, since compose files pass unset
 * variables as empty ones.
 */
final class Environment {
  private static final int LARGEST_SECRET = 64 * 1024;

  /** Variables of svc-preflight and of its pipelines for a server. */
  private static final Set<String> OF_THE_COMMAND =
      Set.of("SVC_URL", "SVC_API_KEY", "SVC_API_KEY_FILE");

  private static final String PREFIX_OF_THE_COMMAND = "SVC_PREFLIGHT_";

  /**
   * The service environment variables that Kubernetes adds to every container in a namespace with a
   * service whose name begins with svc.
   */
  private static final Pattern OF_KUBERNETES =
      Pattern.compile(
          "SVC_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT_\\d+_(TCP|UDP|SCTP)(_\\w+)?)");

  private static final Pattern LINK_OF_KUBERNETES = Pattern.compile("(tcp|udp|sctp)://.*");

  private final Map<String, String> variables = new TreeMap<>();
  private final Path directory;

  Environment(Map<String, String> environment, Path directory) {
    this.directory = directory;
    environment.forEach(
        (name, value) -> {
          boolean isForeign =
              OF_THE_COMMAND.contains(name)
                  || name.startsWith(PREFIX_OF_THE_COMMAND)
                  || OF_KUBERNETES.matcher(name).matches()
                  || (name.endsWith("_PORT") && LINK_OF_KUBERNETES.matcher(value).matches());
          if (name.startsWith(ConfigKeys.PREFIX) && !isForeign && !value.isEmpty()) {
            variables.put(name, value);
          }
        });
  }

  Optional<String> configFile() {
    return Optional.ofNullable(variables.get(ConfigKeys.CONFIG_VARIABLE));
  }

  Optional<RawSetting> find(ConfigKey<?> key) {
    return Optional.ofNullable(variables.get(key.variable()))
        .map(text -> RawSetting.text(key.variable(), text, directory));
  }

  /** Returns the content of the file that a variable names, without one trailing newline. */
  Optional<RawSetting> findFile(ConfigKey<?> key, List<String> problems) {
    String named = variables.get(key.fileVariable());
    if (!key.isSecret() || named == null) {
      return Optional.empty();
    }
    String subject = key.fileVariable() + " names " + SafeText.quoted(named);
    try (InputStream in = Files.newInputStream(directory.resolve(named))) {
      byte[] bytes = in.readNBytes(LARGEST_SECRET + 1);
      if (bytes.length > LARGEST_SECRET) {
        problems.add(subject + ", which is larger than 64 KiB; expected a file with a secret only");
        return Optional.empty();
      }
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      String secret = text.replaceFirst("\\r?\\n\\z", "");
      if (secret.isEmpty()) {
        problems.add(subject + ", which is empty; expected a file with a secret");
        return Optional.empty();
      }
      return Optional.of(RawSetting.text(key.fileVariable(), secret, directory));
    } catch (CharacterCodingException e) {
      problems.add(subject + ", which is not UTF-8; expected a file with a text");
    } catch (IOException | InvalidPathException e) {
      problems.add(subject + ", which cannot be read; expected a file that the server may read");
    }
    return Optional.empty();
  }

  /** Adds a problem for every unknown variable with the prefix. */
  void refuseUnknown(List<String> problems) {
    Set<String> variableNames = new TreeSet<>();
    variableNames.add(ConfigKeys.CONFIG_VARIABLE);
    Set<String> plain = new TreeSet<>();
    for (ConfigKey<?> key : ConfigKeys.all()) {
      variableNames.add(key.variable());
      if (key.isSecret()) {
        variableNames.add(key.fileVariable());
      } else {
        plain.add(key.fileVariable());
      }
    }
    for (String name : variables.keySet()) {
      if (variableNames.contains(name)) {
        continue;
      }
      problems.add(
          SafeText.of(name)
              + " is not a variable of svc-server"
              + (plain.contains(name)
                  ? "; only secrets are read from files"
                  : Suggestion.of(name, variableNames)));
    }
  }
}
