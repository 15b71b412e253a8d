package io.svc.server.generated;

import io.svc.server.testing.Answer;
import io.svc.server.testing.ContractCheck;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is wrong with an answer, whatever was asked. */
final class Verdict {
  /** What only the inside of a server says. */
  private static final Pattern INSIDE =
      Pattern.compile(
          "\\tat |java\\.(lang|util|io|net|time)\\.|io\\.svc\\.server|org\\.(jdbi|sqlite|postgresql)"
              + "|com\\.fasterxml|SQLITE_|PSQLException|SQLState|\\bSELECT\\b.{1,80}\\bFROM\\b"
              + "|INSERT INTO|[a-z]Exception\\b|/tmp/|StackOverflow|OutOfMemory");

  /** What leads to somebody else's pages. */
  private static final Pattern ELSEWHERE = Pattern.compile("(?i)evil|^//|^/\\\\|^[a-z]+:");

  private Verdict() {}

  /** Everything that is wrong. */
  static List<String> problems(Request request, Answer answer) {
    List<String> problems = new ArrayList<>();
    boolean isOtherSide =
        answer.status() == 502 && request.operation().path().startsWith("/v1/proxy");
    if (answer.status() >= 500 && !isOtherSide) {
      problems.add("the status is " + answer.status());
      return problems;
    }
    try {
      problems.addAll(ContractCheck.problems(answer));
    } catch (RuntimeException | AssertionError e) {
      problems.add("the body cannot be held against the description: " + e);
    }
    if (!answer.header("X-Content-Type-Options").equals(Optional.of("nosniff"))) {
      problems.add("X-Content-Type-Options is not nosniff");
    }
    if (answer.header("Cache-Control").isEmpty()) {
      problems.add("Cache-Control is missing");
    }
    if (answer.header("Server").isPresent()) {
      problems.add("the header Server tells what runs here");
    }
    if (answer.header("Location").filter(to -> ELSEWHERE.matcher(to).find()).isPresent()) {
      problems.add("it leads elsewhere: " + answer.header("Location"));
    }
    for (String cookie : answer.headers().allValues("Set-Cookie")) {
      if (!cookie.matches("(__Host-)?svc_[a-z_]+=[^;]*;.*")) {
        problems.add("it sets the cookie " + cookie);
      }
    }
    inside(request, answer).ifPresent(problems::add);
    if (answer.text().contains(Values.CANARY)) {
      problems.add("a secret is told");
    }
    return problems;
  }

  private static Optional<String> inside(Request request, Answer answer) {
    String path = request.operation().path();
    if (path.equals("/openapi.json") || path.equals("/metrics")) {
      return Optional.empty();
    }
    Matcher matcher = INSIDE.matcher(answer.text());
    // What the caller said himself may be told to him.
    String output = request.target() + new String(request.body(), StandardCharsets.UTF_8);
    return matcher.find() && !output.contains(matcher.group())
        ? Optional.of("the inside is told of: \"" + matcher.group() + '"')
        : Optional.empty();
  }
}
