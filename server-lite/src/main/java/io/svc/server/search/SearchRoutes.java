package io.svc.server.search;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Permission;
import io.svc.server.http.RouteAccess;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code /api/search/resources}. */
public final class SearchRoutes {
  private static final int MAX_PER_KIND = 10;

  private final Database database;
  private final Map<String, SearchSource> sources = new LinkedHashMap<>();

  /**
   * A search result.
   *
   * @param type such as {@code agent}
   * @param url the URL of its page
   * @param score from 0 to 1: exact name, prefix, or substring
   */
  public record Hit(
      String id, String type, String title, String subtitle, String url, double score) {
    /** Returns how well a name matches a word. */
    public static double score(String name, String word) {
      String folded = name.toLowerCase(java.util.Locale.ROOT);
      String searchTerm = word.toLowerCase(java.util.Locale.ROOT);
      if (folded.equals(searchTerm)) {
        return 1;
      }
      return folded.startsWith(searchTerm) ? 0.8 : 0.5;
    }
  }

  /** A searchable kind of record. */
  @FunctionalInterface
  public interface SearchSource {
    /** Returns the matches for a word, best first, up to a limit. */
    List<Hit> find(Tx tx, OrgId org, String word, int limit);
  }

  /**
   * Creates the search.
   *
   * @param sources the kinds by their names in the response; agents, sessions and policies are
   *     always in it
   */
  public SearchRoutes(Database database, Map<String, SearchSource> sources) {
    this.database = database;
    for (String always : List.of("agents", "sessions", "policies")) {
      this.sources.put(always, (tx, org, word, limit) -> List.of());
    }
    this.sources.putAll(sources);
  }

  public void register(Api api) {
    api.get("/api/search/resources", RouteAccess.session(Permission.RESOURCES_READ), this::search);
  }

  private void search(Call call) {
    Optional<String> word = call.query().text("q");
    Map<String, List<Hit>> results = new LinkedHashMap<>();
    if (word.isEmpty()) {
      sources.keySet().forEach(kind -> results.put(kind, List.of()));
    } else {
      database
          .<Map<String, List<Hit>>>read(
              tx -> {
                Map<String, List<Hit>> found = new LinkedHashMap<>();
                sources.forEach(
                    (kind, source) ->
                        found.put(kind, source.find(tx, call.org(), word.get(), MAX_PER_KIND)));
                return found;
              })
          .forEach(results::put);
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("query", word.orElse(""));
    answer.put("results", results);
    answer.putAll(results);
    answer.put("total", results.values().stream().mapToInt(List::size).sum());
    call.ok(answer);
  }
}
