package io.svc.scanner.launch;

import io.svc.rules.WordListParser;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The words of a command that specify the source of the code that it fetches and runs. Words after
 * them are for the server, such as a repository that it reads.
 */
public final class FetchedCode {
  private final List<Word> words;
  private final List<Word> sources = new ArrayList<>();
  private boolean hasShorthand;
  private boolean isGo;
  private String launcher = "";

  private FetchedCode(List<Word> words) {
    this.words = words;
  }

  public static FetchedCode of(Launch launch) {
    FetchedCode fetched = new FetchedCode(launch.words());
    fetched.read(launch.program());
    return fetched;
  }

  /** Returns the sources in their order; each is a part of the command's words. */
  public List<Word> sources() {
    return sources;
  }

  /** Returns true if {@code owner/repository} is a GitHub repository. */
  public boolean hasShorthand() {
    return hasShorthand;
  }

  /** Returns true if the sources are Go modules. */
  public boolean isGo() {
    return isGo;
  }

  /** Returns the fetching program, such as {@code uv tool run}. */
  public String launcher() {
    return launcher;
  }

  private void read(String program) {
    String second = text(1);
    switch (program) {
      case "npx", "bunx", "pnpx" -> npm(program, 1, false);
      case "npm", "pnpm", "yarn", "bun" -> {
        boolean isRun = second.equals("exec") || second.equals("x") || second.equals("dlx");
        if (isRun || FetchOptions.INSTALLS.contains(second)) {
          npm(program + " " + second, 2, !isRun);
        }
      }
      case "uvx" -> python("uvx", 1, false);
      case "uv" -> uv(second, text(2));
      case "pipx" -> python("pipx " + second, 2, false);
      case "pip", "pip3" -> pip(program, 1);
      case "go" -> go(second);
      case "nix" -> flakes(second);
      case "deno", "jbang" -> {
        boolean isCommand = second.equals("run") || second.equals("install") || second.equals("x");
        url(program, isCommand ? 2 : 1);
      }
      case "docker", "podman", "nerdctl" -> {
        int build = second.equals("build") ? 2 : text(2).equals("build") ? 3 : 0;
        if (build > 0) {
          url(program + " build", build);
        }
      }
      case "cargo" -> cargo(second);
      default -> {
        if (program.startsWith("py") && second.equals("-m") && text(2).equals("pip")) {
          pip("pip", 3);
        }
      }
    }
  }

  private String text(int index) {
    return index < words.size() ? words.get(index).text() : "";
  }

  private void npm(String name, int from, boolean isInstall) {
    launcher = name;
    hasShorthand = true;
    options(from, FetchOptions.NPM_SOURCES, FetchOptions.NPM_VALUES, isInstall);
  }

  private void uv(String second, String third) {
    if (second.equals("tool") && (third.equals("run") || third.equals("install"))) {
      python("uv tool " + third, 3, false);
    } else if (second.equals("run")) {
      python("uv run", 2, false);
    } else if (second.equals("pip")) {
      pip("uv pip", 2);
    } else if (second.equals("add")) {
      python("uv add", 2, true);
    }
  }

  private void pip(String name, int from) {
    if (text(from).equals("install")) {
      python(name + " install", from + 1, true);
    }
  }

  private void python(String name, int from, boolean isInstall) {
    launcher = name;
    options(from, FetchOptions.PYTHON_SOURCES, FetchOptions.PYTHON_VALUES, isInstall);
  }

  /** Adds the values of some options, and the first plain word or all plain words. */
  private void options(int from, Set<String> naming, Set<String> valued, boolean isEach) {
    for (int i = from; i < words.size(); i++) {
      String text = words.get(i).text();
      int equals = text.startsWith("--") ? text.indexOf('=') : -1;
      if (equals > 0) {
        if (naming.contains(text.substring(0, equals))) {
          add(i, text.substring(equals + 1));
        }
      } else if (naming.contains(text)) {
        i++;
        add(i, text(i));
      } else if (valued.contains(text)) {
        i++;
      } else if (!text.startsWith("-")) {
        add(i, text);
        if (!isEach) {
          return;
        }
      }
    }
  }

  private void add(int index, String source) {
    if (index < words.size() && !source.isBlank()) {
      sources.add(new Word(source.strip(), words.get(index).origin()));
    }
  }

  private void go(String second) {
    if (second.equals("run") || second.equals("install")) {
      launcher = "go " + second;
      isGo = true;
      options(2, Set.of(), Set.of("-C", "-tags", "-ldflags", "-modfile", "-exec"), false);
    }
  }

  /** Arguments after {@code --} are passed to the program. */
  private void flakes(String second) {
    if (FetchOptions.FLAKE_COMMANDS.contains(second)) {
      launcher = "nix " + second;
      for (int i = 2; i < words.size() && !text(i).equals("--"); i++) {
        add(i, text(i));
      }
    }
  }

  private void url(String name, int from) {
    launcher = name;
    options(from, Set.of(), FetchOptions.URL_VALUES, false);
  }

  /** The revision is in a separate option. */
  private void cargo(String second) {
    int git = 0;
    String revision = "";
    for (int i = 2; i < words.size() && second.equals("install"); i++) {
      git = text(i - 1).equals("--git") ? i : git;
      revision = text(i - 1).equals("--rev") ? text(i) : revision;
    }
    if (git > 0) {
      launcher = "cargo install";
      add(git, "git+" + text(git) + "#" + revision);
    }
  }

  /** Options and commands of the programs that fetch and run code. */
  private static final class FetchOptions {
    static final Set<String> NPM_VALUES =
        WordListParser.set(
            """
            -c --call --registry --cache --prefix -w --workspace --node-options --userconfig
            --globalconfig -C --dir --cwd -n""");
    static final Set<String> NPM_SOURCES = Set.of("-p", "--package");
    static final Set<String> PYTHON_SOURCES =
        Set.of("--from", "--spec", "--with", "--with-editable", "-e", "--editable");
    static final Set<String> PYTHON_VALUES =
        WordListParser.set(
            """
            --with-requirements --python -p --index-url -i --extra-index-url --default-index --index
            --find-links -f --pip-args --suffix --cache-dir --config-file --directory --project
            --env-file --extra --group --index-strategy --keyring-provider --resolution --prerelease
            --exclude-newer --link-mode --refresh-package -P --upgrade-package -C --constraints -c
            --overrides -b --build-constraints --color --allow-insecure-host -r --requirement --target
            -t --package""");
    static final Set<String> URL_VALUES =
        WordListParser.set(
            """
            --config -c --import-map --cert --env-file --location --ext --tag -t --file -f --build-arg
            --target --platform --network --label --progress --secret --ssh --cache-from --cache-to
            --output -o --builder --build-context --name -n""");
    static final Set<String> INSTALLS = Set.of("install", "i", "add");
    static final Set<String> FLAKE_COMMANDS =
        Set.of("run", "shell", "develop", "build", "profile", "bundle");

    private FetchOptions() {}
  }
}
