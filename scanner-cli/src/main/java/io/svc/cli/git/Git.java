package io.svc.cli.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.rules.WordListParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The git program of this machine. All calls are read-only: they change nothing, fetch nothing, and
 * start no program that a repository's settings name.
 */
public final class Git {
  /**
   * The result of a git call.
   *
   * @param text standard output; git writes paths in UTF-8
   * @param problem standard error
   */
  public record Result(int exitCode, String text, String problem) {
    public boolean isGood() {
      return exitCode == 0;
    }

    /** Returns the records of {@code -z} output, which end with a zero byte. */
    public List<String> records() {
      List<String> records = new ArrayList<>();
      int start = 0;
      for (int end = text.indexOf('\0'); end >= 0; end = text.indexOf('\0', start)) {
        records.add(text.substring(start, end));
        start = end + 1;
      }
      return records;
    }
  }

  /** Environment variables in which git passes the location of the repository to a hook. */
  private static final Set<String> LOCATION_VARIABLES =
      Set.of(
          "GIT_DIR",
          "GIT_WORK_TREE",
          "GIT_INDEX_FILE",
          "GIT_COMMON_DIR",
          "GIT_OBJECT_DIRECTORY",
          "GIT_ALTERNATE_OBJECT_DIRECTORIES",
          "GIT_QUARANTINE_PATH");

  private static final Set<String> OTHERS =
      WordListParser.set(
          """
          PATH HOME XDG_CONFIG_HOME USERPROFILE HOMEDRIVE HOMEPATH SYSTEMROOT TMPDIR TEMP TMP
          GIT_CEILING_DIRECTORIES GIT_DISCOVERY_ACROSS_FILESYSTEM""");

  /**
   * Timeout for git. It opens any file named .gitignore, and opening a named pipe blocks forever.
   */
  private static final int MAX_SECONDS = 60;

  private final Path directory;
  private final Map<String, String> environment;

  private Git(Path directory, Map<String, String> environment) {
    this.directory = directory;
    this.environment = environment;
  }

  /** Runs git in the current directory, for the repository that a calling git has set. */
  static Git inCurrentDirectory(ProcessContext surroundings) {
    return new Git(surroundings.directory(), environment(surroundings, true));
  }

  /** Runs git in a directory, for the repository that contains it. */
  public static Git in(Path directory, ProcessContext surroundings) {
    return new Git(directory, environment(surroundings, false));
  }

  private static Map<String, String> environment(
      ProcessContext surroundings, boolean hasRepository) {
    Map<String, String> environment = new TreeMap<>();
    environment.put("HOME", surroundings.home().toString());
    for (Map.Entry<String, String> variable : surroundings.environment().entrySet()) {
      String name = variable.getKey();
      boolean isPassed =
          OTHERS.contains(name)
              || name.equalsIgnoreCase("SystemRoot")
              || name.equalsIgnoreCase("Path")
              // Settings of the command line. Containers use them to trust a directory.
              || name.startsWith("GIT_CONFIG")
              || (hasRepository && LOCATION_VARIABLES.contains(name));
      if (isPassed) {
        environment.put(name, variable.getValue());
      }
    }
    environment.put("LC_ALL", "C");
    environment.put("GIT_TERMINAL_PROMPT", "0");
    environment.put("GIT_OPTIONAL_LOCKS", "0");
    // A partial clone would fetch missing objects. Older versions support only the second variable.
    environment.put("GIT_NO_LAZY_FETCH", "1");
    environment.put("GIT_ALLOW_PROTOCOL", "none");
    return environment;
  }

  /**
   * Runs git.
   *
   * @throws UserErrorException if git is not installed
   */
  public Result execute(String... arguments) {
    return start(arguments).result();
  }

  /**
   * Starts git, so that it works while the caller does.
   *
   * @throws UserErrorException if git is not installed
   */
  public Call start(String... arguments) {
    try {
      return new Call(builder(arguments).start());
    } catch (IOException e) {
      throw missing();
    }
  }

  /** A git process that is still running or whose output has not been read. */
  public static final class Call {
    private final Process process;

    private Call(Process process) {
      this.process = process;
    }

    /** Returns the result when git has ended. Called once. */
    public Result result() {
      return answer(process);
    }

    /** Ends git, whose result is not needed. */
    public void cancel() {
      process.destroyForcibly();
    }
  }

  /** Runs git; empty if git is not installed. */
  public Optional<Result> executeIfInstalled(String... arguments) {
    try {
      return Optional.of(answer(builder(arguments).start()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Starts git for interactive input and output; its standard error is discarded. */
  Process startInteractive(String... arguments) {
    try {
      return builder(arguments).redirectError(Redirect.DISCARD).start();
    } catch (IOException e) {
      throw missing();
    }
  }

  private static UserErrorException missing() {
    return new UserErrorException("this command requires Git, but Git could not be started");
  }

  private static Result answer(Process process) {
    try (InputStream out = process.getInputStream()) {
      process.getOutputStream().close();
      Collector problem = new Collector(process.getErrorStream());
      problem.start();
      endInTime(process);
      String answer = new String(out.readAllBytes(), UTF_8);
      return new Result(process.waitFor(), answer, problem.text());
    } catch (IOException e) {
      throw new UserErrorException("cannot read output from Git");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while git ran", e);
    } finally {
      process.destroy();
    }
  }

  /** A killed process counts as a failure of git: its exit code is not 0. */
  private static void endInTime(Process process) {
    Thread limit =
        new Thread(
            () -> {
              try {
                if (!process.waitFor(Integer.getInteger("svc.git.seconds", MAX_SECONDS), SECONDS)) {
                  process.destroyForcibly();
                }
              } catch (InterruptedException e) {
                process.destroyForcibly();
              }
            },
            "git-limit");
    limit.setDaemon(true);
    limit.start();
  }

  private ProcessBuilder builder(String... arguments) {
    List<String> line = new ArrayList<>();
    line.add("git");
    line.add("--no-pager");
    // A repository may configure a program as its file system monitor, which git would run.
    line.add("-c");
    line.add("core.fsmonitor=false");
    line.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.directory(directory.toAbsolutePath().toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder;
  }

  /** Reads a stream to its end in a thread, so that the other stream does not block. */
  private static final class Collector extends Thread {
    private static final int MAX = 64 * 1024;

    private final InputStream in;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Collector(InputStream in) {
      super("git-errors");
      this.in = in;
      setDaemon(true);
    }

    @Override
    public void run() {
      byte[] part = new byte[4096];
      try (in) {
        for (int length = in.read(part); length >= 0; length = in.read(part)) {
          bytes.write(part, 0, Math.min(length, MAX - Math.min(MAX, bytes.size())));
        }
      } catch (IOException e) {
        // Use the part that was read.
      }
    }

    String text() throws InterruptedException {
      join();
      return bytes.toString(UTF_8).strip();
    }
  }
}
