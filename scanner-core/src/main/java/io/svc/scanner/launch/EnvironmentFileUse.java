package io.svc.scanner.launch;

import io.svc.rules.WordListParser;
import io.svc.scanner.client.EnvironmentFileNames;
import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.NamedText;
import io.svc.scanner.config.Word;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An environment file that a server receives: by a setting of its entry, an option of a launcher or
 * a container engine, a mount, an argument or a variable.
 *
 * @param path path as written, which may contain variables
 * @param origin value of the file that contains the path
 */
public record EnvironmentFileUse(String path, ConfigText origin) {
  private static final List<String> MEMBERS = List.of("envFile", "envFiles", "env_file");

  /** Options of Node.js, Bun, Deno, uv, container engines, npm and curl. */
  private static final Set<String> OPTIONS =
      WordListParser.set(
          """
          --env-file --env-file-if-exists --envfile --env_file --dotenv-path --userconfig
          --globalconfig --netrc-file\
          """);

  private static final Set<String> VARIABLES =
      WordListParser.set(
          """
          NPM_CONFIG_USERCONFIG NPM_CONFIG_GLOBALCONFIG NETRC PIP_CONFIG_FILE UV_ENV_FILE
          DOTENV_CONFIG_PATH DOTENV_PATH ENV_FILE\
          """);

  /** Programs and shell commands whose arguments name the files with variables. */
  private static final Set<String> LOADERS =
      Set.of("dotenv", "dotenvx", "dotenv-cli", "env-cmd", "source", ".");

  private static final int LONGEST = 1_000;

  /** Returns the files of a server, each path once, in the order of the entry. */
  public static List<EnvironmentFileUse> of(McpServer server) {
    UseCollector uses = new UseCollector();
    for (String member : MEMBERS) {
      uses.addMember(server.entry().find(member).orElse(null));
    }
    for (NamedText variable : server.env()) {
      boolean isNamed = VARIABLES.contains(variable.name().toUpperCase(Locale.ROOT));
      uses.add(variable.text(), variable.value(), isNamed);
    }
    List<ContainerRun> containers = new ArrayList<>(1);
    for (Launch launch : Commands.of(server)) {
      Optional<ContainerRun> run = ContainerRun.of(launch);
      if (run.isPresent()) {
        containers.add(run.get());
        uses.addContainer(run.get());
      } else if (!isInContainer(launch, containers)) {
        uses.addWords(launch);
      }
    }
    return uses.found;
  }

  /** Paths within a container are not paths of this machine. */
  private static boolean isInContainer(Launch launch, List<ContainerRun> containers) {
    for (ContainerRun run : containers) {
      if (run.contains(launch)) {
        return true;
      }
    }
    return false;
  }

  private static final class UseCollector {
    private final List<EnvironmentFileUse> found = new ArrayList<>(0);
    private final Set<String> seen = new HashSet<>();

    private void addMember(@Nullable ConfigNode value) {
      if (value instanceof ConfigText text && !text.isNull()) {
        add(text.text(), text, true);
      } else if (value instanceof ConfigList list) {
        list.elements().forEach(this::addMember);
      } else if (value instanceof ConfigObject object) {
        // Compose: {path: .env, required: false}.
        addMember(object.find("path").orElse(null));
      }
    }

    private void addContainer(ContainerRun run) {
      for (ContainerRun.Option option : run.options()) {
        boolean isNamed = option.name().equals("--env-file");
        String path = isNamed ? option.value() : option.hostPath();
        add(path, option.word().origin(), isNamed);
      }
    }

    private void addWords(Launch launch) {
      List<Word> words = launch.words();
      boolean isLoader = LOADERS.contains(launch.program());
      for (int i = 0; i < words.size(); i++) {
        Word word = words.get(i);
        int equals = word.text().indexOf('=');
        String option = equals > 0 ? word.text().substring(0, equals) : word.text();
        if (OPTIONS.contains(option)) {
          boolean hasNext = equals < 0 && i + 1 < words.size();
          Word value = hasNext ? words.get(++i) : word;
          add(equals > 0 ? word.text().substring(equals + 1) : hasNext ? value.text() : "", value);
        } else if (i > 0) {
          String path = equals > 0 ? word.text().substring(equals + 1) : word.text();
          boolean isFile = !word.text().startsWith("-") || equals > 0;
          if (isFile) {
            add(path, word.origin(), isLoader && EnvironmentFileNames.contains(nameOf(path)));
          }
        }
      }
    }

    private void add(String path, Word word) {
      add(path, word.origin(), true);
    }

    /**
     * Adds a path.
     *
     * @param isNamed whether the place shows that it is an environment file; otherwise, its name
     *     must show it
     */
    private void add(String path, ConfigText origin, boolean isNamed) {
      String name = nameOf(path);
      boolean isHidden = name.startsWith(".") || name.startsWith("_");
      boolean isFile =
          !path.isBlank()
              && path.length() <= LONGEST
              && (isNamed || (isHidden && EnvironmentFileNames.contains(name) && !isPattern(path)));
      if (isFile && seen.add(path)) {
        found.add(new EnvironmentFileUse(path.strip(), origin));
      }
    }

    /** Programs that search files receive patterns such as {@code !**}{@code /.env}. */
    private static boolean isPattern(String path) {
      return path.indexOf('*') >= 0 || path.startsWith("!");
    }

    private static String nameOf(String path) {
      return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    }
  }
}
