package io.svc.scanner.checks.commands;

import io.svc.rules.RecentResults;
import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.Word;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Detects downloads that are piped to an interpreter. */
public final class RemoteCodePipeDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "launch/remote-code-pipe",
          "remote_code_pipe",
          Severity.CRITICAL,
          "code is downloaded and run in one step",
          "Install the {part} from a package with a fixed version, and run the installed program.");

  private static final Set<String> DOWNLOADERS =
      WordListParser.set(
          """
          curl wget iwr irm invoke-webrequest invoke-restmethod fetch aria2c""");
  private static final Set<String> INTERPRETERS =
      WordListParser.set(
          """
          sh bash zsh dash ksh ash fish python python3 python2 py node bun deno perl ruby php iex
          invoke-expression powershell pwsh cmd""");
  private static final Set<String> BETWEEN =
      Set.of("sudo", "env", "tee", "base64", "gunzip", "xargs", "tac", "rev");

  /** Words that indicate a download. Every match of this check contains at least one. */
  private static final List<String> DOWNLOAD_MARKS =
      List.of("curl", "wget", "iwr", "irm", "invoke-", "fetch", "aria2c", "download");

  private static final String MARK_BEGINNINGS = "cwifad";
  private static final int SHORTEST_MARK = 3;

  private static final RecentResults<String, Boolean> RECENT = new RecentResults<>(1_024);

  /** Patterns that are compiled when the first command mentions a download, which is rare. */
  private static final class Patterns {
    /** A download inside a substitution. Repetitions are bounded because the text is untrusted. */
    private static final String DOWNLOAD = "[\"']?(?:<\\(|\\$\\(|`)\\s{0,10}(?:curl|wget)\\s";

    private static final Pattern BEGINS_WITH_DOWNLOAD = Pattern.compile("^\\s{0,10}" + DOWNLOAD);

    /** A download inside a substitution whose result is passed to an interpreter. */
    private static final Pattern RUNS_DOWNLOAD =
        Pattern.compile(
            "(?:^|[\\s;&|(\"'/])(?:(?:ba|z|da|k|a)?sh|python[23]?|node|perl|ruby|php|source|eval|\\.)"
                + "\\s{1,10}(?:-[A-Za-z]{1,10}\\s{1,10}){0,3}"
                + DOWNLOAD);

    private static final Pattern POWERSHELL_DOWNLOAD =
        Pattern.compile(
            "(?i)(?:iex|invoke-expression)\\s{0,10}[('\"&]{0,5}\\s{0,10}"
                + "(?:new-object\\s{1,5}(?:system\\.)?net\\.webclient|iwr|irm|curl|wget"
                + "|invoke-webrequest|invoke-restmethod)"
                + "|\\.downloadstring\\s{0,5}\\(");
  }

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().entries()) {
      Optional<Word> word = find(server.launch());
      if (word.isPresent()) {
        detections.add(
            DetectedProblem.of(
                CHECK,
                server.name(),
                word.get().origin().location(),
                "The "
                    + (server.isOfClient() ? server.noun() : "command")
                    + " downloads code and passes it directly to an interpreter, without"
                    + " review."));
      }
    }
    return detections;
  }

  /** Returns the word that downloads and runs code, if any. */
  static Optional<Word> find(Launch launch) {
    if (!mentionsDownload(launch)) {
      return Optional.empty();
    }
    boolean isInterpreted = INTERPRETERS.contains(launch.program());
    List<Word> all = new ArrayList<>();
    for (Word word : launch.words()) {
      String text = word.text();
      if (Patterns.RUNS_DOWNLOAD.matcher(text).find()
          || Patterns.POWERSHELL_DOWNLOAD.matcher(text).find()
          || (isInterpreted && Patterns.BEGINS_WITH_DOWNLOAD.matcher(text).find())) {
        return Optional.of(word);
      }
      List<String> parts = text.indexOf(' ') > 0 ? Launch.split(text) : List.of(text);
      for (String part : parts) {
        all.add(new Word(part, word.origin()));
      }
    }
    return findPipe(all);
  }

  /**
   * Returns whether a command mentions a download. This cheap check spares most commands the
   * patterns.
   */
  private static boolean mentionsDownload(Launch launch) {
    for (Word word : launch.words()) {
      Boolean known = RECENT.get(word.text());
      if (known == null) {
        known = mentionsDownload(word.text());
        RECENT.put(word.text(), known);
      }
      if (known) {
        return true;
      }
    }
    return false;
  }

  private static boolean mentionsDownload(String text) {
    for (int i = 0; i + SHORTEST_MARK <= text.length(); i++) {
      char first = Character.toLowerCase(text.charAt(i));
      if (MARK_BEGINNINGS.indexOf(first) >= 0 && beginsMark(text, i)) {
        return true;
      }
    }
    return false;
  }

  private static boolean beginsMark(String text, int start) {
    for (String mark : DOWNLOAD_MARKS) {
      if (text.regionMatches(true, start, mark, 0, mark.length())) {
        return true;
      }
    }
    return false;
  }

  /** Finds {@code curl … | sh}, also with a filter or {@code sudo} in between. */
  private static Optional<Word> findPipe(List<Word> words) {
    Word download = null;
    boolean isBehindPipe = false;
    for (Word word : words) {
      String program = Launch.programOf(word.text().toLowerCase(Locale.ROOT));
      if (DOWNLOADERS.contains(program)) {
        download = word;
        isBehindPipe = false;
      } else if (word.text().equals("|")) {
        isBehindPipe = download != null;
      } else if (word.text().equals(";") || word.text().equals("&&") || word.text().equals("||")) {
        download = null;
        isBehindPipe = false;
      } else if (isBehindPipe) {
        if (INTERPRETERS.contains(program)) {
          return Optional.ofNullable(download);
        }
        boolean isOption = word.text().startsWith("-") || word.text().indexOf('=') > 0;
        isBehindPipe = BETWEEN.contains(program) || isOption;
      }
    }
    return Optional.empty();
  }
}
