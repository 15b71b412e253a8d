package io.svc.server.http;

import io.svc.server.config.Cidr;
import io.svc.server.json.Json;
import io.svc.server.tenants.TraceUrl;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** Texts of requests that mean something. */
public final class HttpFuzz {
  private static final List<Consumer<Query>> READINGS =
      List.of(
          query ->
              require(
                  query.text("q").filter(q -> q.isBlank() || q.length() > 1_000).isEmpty(),
                  "a text beyond its bounds"),
          query -> {
            int number = query.number("page_size", 1, 200, 50);
            require(number >= 1 && number <= 200, "a number beyond its bounds: " + number);
          },
          query ->
              query
                  .time("since")
                  .ifPresent(
                      time ->
                          require(
                              Instant.parse(Json.time(time)).toEpochMilli() == time.toEpochMilli(),
                              "another time is written: " + time)),
          query -> query.option("role", Role.class),
          query -> query.oneOf("sort", List.of("name", "at")),
          query -> query.slice(List.of(1, 2, 3)));

  private HttpFuzz() {}

  /** A moment, an address, the template of one. */
  public static void texts(String text) {
    Query.moment(text);
    Cidr.literal(text);
    TraceUrl.of("https://x.example/{trace_id}", text)
        .map(java.net.URI::create)
        .filter(url -> !"x.example".equals(url.getHost()))
        .ifPresent(
            url -> {
              throw new AssertionError("another host: " + url);
            });
    String shown = MessageTexts.shown(text);
    if (shown.codePoints().anyMatch(Character::isISOControl)) {
      throw new AssertionError("a control character is shown");
    }
  }

  /** A cursor that is taken was made here, and every other is refused as the caller's mistake. */
  public static void cursor(String text) {
    Cursor.read(text)
        .ifPresent(location -> require(Cursor.of(location).equals(text), "another cursor is read"));
    try {
      long number = Cursor.number("cursor", text, "", "one was expected");
      require(Cursor.of(number).equals(text), "another number is read: " + number);
    } catch (ApiException e) {
      require(e.code().status() == 400, "refused with " + e.code());
    }
    if (text.chars().allMatch(c -> c > 0 && c < 128)) {
      require(Cursor.read(Cursor.of(text)).filter(text::equals).isPresent(), "a cursor is lost");
    }
  }

  /** Parameters of an address: taken within their bounds, or refused as the caller's mistake. */
  public static void query(String text) {
    Query query = new Query(text);
    for (Consumer<Query> reading : READINGS) {
      try {
        reading.accept(query);
      } catch (ApiException e) {
        require(e.code().status() == 400, "refused with " + e.code());
        require(
            e.getMessage().codePoints().noneMatch(Character::isISOControl),
            "a refusal with a control character");
      }
    }
  }

  private static void require(boolean passes, String otherwise) {
    if (!passes) {
      throw new AssertionError(otherwise);
    }
  }
}
