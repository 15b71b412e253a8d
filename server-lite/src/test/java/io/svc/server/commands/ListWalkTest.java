package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.TestServer;
import io.svc.server.db.ListColumns;
import io.svc.server.db.Vendor;
import io.svc.server.http.Csv;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.HandClock;
import io.svc.server.testing.TestStore;
import io.svc.server.testing.TestedVendors;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Reads every list of the route catalog in every order, over the demo and a second tenant. */
@Tag("thorough")
@ParameterizedClass
@ArgumentsSource(TestedVendors.class)
class ListWalkTest {
  private static final String PASSWORD = "canary of nine lives";
  private static final int PAGES = 4;
  private static final int COMPARED = 100;

  @Parameter private Vendor vendor;
  @TempDir private Path home;
  private final HandClock clock = HandClock.now();
  private Client admin;
  private Client neighbor;

  @Test
  void every_list_is_complete_in_every_order_as_pages_and_as_csv() throws Exception {
    Files.writeString(home.resolve("password"), PASSWORD + "\n");
    Path directory = vendor == Vendor.SQLITE ? home.resolve("data") : home;
    try (TestStore store = TestStore.empty(vendor, directory, clock)) {
      Map<String, String> settings =
          vendor == Vendor.POSTGRESQL ? Map.of("SVC_DATABASE_URL", store.url()) : Map.of();
      Operator operator = new Operator(home);
      settings.forEach(operator::with);
      assertThat(operator.run("demo", "seed", "--password-file", "password").exitCode()).isZero();
      try (TestServer server = TestServer.start(home, settings, clock)) {
        admin = server.visitor();
        admin.post("/api/auth/login", Map.of("username", "demo-admin", "password", PASSWORD));
        neighbor = server.admin();
        String agent = get("/api/agents?limit=1").at("/agents/0/id").asText();
        assertAll(
            server.routes().stream()
                .filter(route -> route.columns().isPresent())
                .map(
                    route ->
                        () ->
                            walk(
                                route.path().replace("{agentId}", agent),
                                route.columns().orElseThrow())));
      }
    }
  }

  private void walk(String path, ListColumns columns) {
    List<JsonNode> all = pages(path, "");
    String id = columns.names().get(0);
    Set<String> ids = ids(all, id);
    assertThat(ids).as(path).isNotEmpty().hasSameSizeAs(all);
    if (!path.contains("/agents/")) {
      assertThat(ids(entries(neighbor.get(path).json()), id))
          .as(path)
          .doesNotContainAnyElementsOf(ids);
    }
    assertThat(csv(path + "?format=csv", columns)).as(path).isEqualTo(lines(all, columns));
    for (String name : columns.names()) {
      Comparator<JsonNode> order =
          Comparator.comparing(row -> field(row, name), comparator(columns.column(name)));
      for (String sort : List.of(name, "-" + name)) {
        List<JsonNode> sorted = pages(path, sort);
        String at = path + " by " + sort;
        assertThat(ids(sorted, id)).as(at).isEqualTo(ids);
        assertThat(sorted).as(at).hasSameSizeAs(all);
        for (int i = 1; i < sorted.size(); i++) {
          int compared = order.compare(sorted.get(i - 1), sorted.get(i));
          assertThat(sort.equals(name) ? compared : -compared)
              .as("%s: %s and %s", at, sorted.get(i - 1), sorted.get(i))
              .isLessThanOrEqualTo(0);
        }
        assertThat(csv(path + "?format=csv&sort=" + sort, columns))
            .as(at)
            .isEqualTo(lines(sorted, columns));
      }
    }
    Answer unknown = admin.get(path + "?sort=-nonsense");
    assertThat(unknown.status()).as(path).isEqualTo(400);
    assertThat(unknown.text()).contains("-nonsense", String.join(", ", columns.names()));
    assertThat(admin.get(path + "?format=xml").status()).as(path).isEqualTo(400);
    if (columns.isPaged()) {
      assertThat(admin.get(path + "?cursor=AAAA&page_token=AAAA").status()).as(path).isEqualTo(400);
    }
  }

  /** Reads a list page by page, by cursors where it has some. */
  private List<JsonNode> pages(String path, String sort) {
    List<JsonNode> all = new ArrayList<>();
    String order = sort.isEmpty() ? "?" : "?sort=" + sort + "&";
    JsonNode first = get(path + order + "limit=500&page_size=200");
    int size = Math.max(2, entries(first).size() / PAGES);
    String further = "";
    do {
      JsonNode page = get(path + order + "limit=" + size + "&page_size=" + size + further);
      entries(page).forEach(all::add);
      String cursor = page.path("cursor").asText("") + page.path("next_page_token").asText("");
      if (!cursor.isEmpty()) {
        further = "&cursor=" + encoded(cursor) + "&page_token=" + encoded(cursor);
      } else if (!further.startsWith("&cursor") && all.size() < page.path("total").asInt()) {
        further = "&offset=" + all.size();
      } else {
        further = "";
      }
    } while (!further.isEmpty());
    return all;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private JsonNode get(String path) {
    Answer answer = admin.get(path);
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    return answer.json();
  }

  private static JsonNode entries(JsonNode page) {
    for (JsonNode field : page) {
      if (field.isArray()) {
        return field;
      }
    }
    throw new AssertionError("no entries in " + page);
  }

  private static Set<String> ids(Iterable<JsonNode> rows, String id) {
    Set<String> ids = new HashSet<>();
    rows.forEach(row -> ids.add(field(row, id).asText()));
    return ids;
  }

  private static JsonNode field(JsonNode row, String name) {
    return row.at("/" + name.replace('.', '/'));
  }

  private static Comparator<JsonNode> comparator(ListColumns.Column column) {
    if (!column.labels().isEmpty()) {
      return Comparator.comparingInt(value -> column.labels().indexOf(value.asText()));
    }
    return (item, other) ->
        item.isNumber() && other.isNumber()
            ? Double.compare(item.asDouble(), other.asDouble())
            : text(item).compareToIgnoreCase(text(other));
  }

  private static String text(JsonNode value) {
    String text = Csv.cell(value).toString();
    return text.substring(0, Math.min(COMPARED, text.length()));
  }

  private String csv(String path, ListColumns columns) {
    Answer answer = admin.get(path);
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    assertThat(answer.header("Content-Type")).hasValue("text/csv; charset=utf-8");
    assertThat(answer.text()).startsWith(Csv.line(columns.names()));
    return answer.text().substring(Csv.line(columns.names()).length());
  }

  private static String lines(List<JsonNode> rows, ListColumns columns) {
    StringBuilder lines = new StringBuilder();
    for (JsonNode row : rows) {
      lines.append(
          Csv.line(columns.names().stream().map(name -> Csv.cell(field(row, name))).toList()));
    }
    return lines.toString();
  }
}
