package io.svc.rules;

import static java.util.Objects.requireNonNull;

import io.svc.rules.definition.Definition;
import io.svc.rules.definition.DefinitionReader;
import io.svc.rules.definition.InvalidDefinitionException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The well-known MCP servers with their packages, images and hosts: a dated list for detecting
 * similar names. Immutable.
 *
 * <p>It is stored as text: most lookups are for one name, and at a cold start a search in the text
 * is faster than parsing all lines.
 */
public final class PackageCatalog {
  /** Several checks fold the name of a server. */
  private static final RecentResults<String, String> FOLDED = new RecentResults<>(512);

  private static final String SERVERS = "server ";

  // Long values are last, where a binary search rarely reads.
  private static final String VALUES = "~server ";
  private static final String LENGTHS = "~of length ";
  private static final String SKELETONS = "looks like ";
  private static final String BARE = "bare ";
  private static final String SCOPE_LENGTHS = "~scopes of length ";
  private static final String SCOPES = "~scopes of ";
  private static final String OWNED = "owned ";
  private static final String HEAD = "head";

  /**
   * A bare name of this length is not chosen twice by chance: server-filesystem, but not
   * mcp-server.
   */
  private static final int SHORTEST_BARE_NAME = 11;

  private static final Set<String> KEYS =
      Set.of("date", "source", "servers", "first_party_scopes", "packages");
  private static final Set<String> SERVER_KEYS =
      Set.of("name", "aliases", "npm", "pypi", "images", "hosts", "programs", "repositories");
  private static final Set<String> ECOSYSTEM_KEYS = Set.of("npm", "pypi", "images", "go");

  private final SortedLines lines;
  private final Map<String, List<String>> parsedEntries = new ConcurrentHashMap<>();
  private final Map<Ecosystem, List<String>> firstParty = new HashMap<>();
  private final Map<Ecosystem, List<String>> prefixes = new HashMap<>();

  private PackageCatalog(SortedLines lines) {
    this.lines = lines;
    for (Ecosystem ecosystem : Ecosystem.values()) {
      List<String> owned = TabSeparatedLines.items(value(SCOPES + ecosystem.label()));
      List<String> beginnings = new ArrayList<>();
      for (String ownedName : owned) {
        if (ownedName.endsWith("/") || ownedName.endsWith(".") || ownedName.endsWith("-")) {
          beginnings.add(ownedName);
        }
      }
      firstParty.put(ecosystem, owned);
      prefixes.put(ecosystem, beginnings);
    }
  }

  /**
   * A widely used server.
   *
   * @param name its usual name in configurations, in lower case
   * @param aliases other unambiguous names
   * @param npm its packages on npm
   * @param pypi its packages on the Python Package Index
   * @param images its container images, without tags
   * @param hosts the hosts of its remote server
   * @param programs its own binaries
   * @param repositories its source repositories, as {@code github.com/owner/name}
   */
  public record Server(
      String name,
      List<String> aliases,
      List<String> npm,
      List<String> pypi,
      List<String> images,
      List<String> hosts,
      List<String> programs,
      List<String> repositories) {
    public Server {
      aliases = List.copyOf(aliases);
      npm = List.copyOf(npm);
      pypi = List.copyOf(pypi);
      images = List.copyOf(images);
      hosts = List.copyOf(hosts);
      programs = List.copyOf(programs);
      repositories = List.copyOf(repositories);
    }

    /** Returns its packages in an ecosystem. */
    public List<String> packages(Ecosystem ecosystem) {
      return switch (ecosystem) {
        case NPM -> npm;
        case PYPI -> pypi;
        case IMAGE -> images;
        case GO -> repositories;
      };
    }
  }

  /**
   * Reads the output of {@link #encode}. It does not validate the text, which our own build
   * creates.
   */
  public static PackageCatalog parse(String text) {
    return new PackageCatalog(new SortedLines(text, 0));
  }

  /**
   * Returns the compact text of a YAML list: sorted lines, with a separate kind of line for each
   * type of query.
   *
   * @throws InvalidDefinitionException if the list is invalid
   */
  public static String encode(String file, String yaml) {
    Definition list = DefinitionReader.read(file, yaml);
    list.allow(KEYS);
    list.mapping("packages").allow(ECOSYSTEM_KEYS);
    list.mapping("first_party_scopes").allow(ECOSYSTEM_KEYS);
    TreeMap<String, String> lines = new TreeMap<>();
    lines.put(HEAD, TabSeparatedLines.field(List.of(list.text("date"), list.text("source"))));
    List<Server> servers = new ArrayList<>();
    List<Definition> definitions = list.mappings("servers");
    for (Definition server : definitions) {
      server.allow(SERVER_KEYS);
      servers.add(server(server));
    }
    for (Ecosystem ecosystem : Ecosystem.values()) {
      Set<String> names = new TreeSet<>();
      for (String name : list.mapping("packages").texts(key(ecosystem))) {
        names.add(ecosystem.normal(name));
      }
      for (Server server : servers) {
        server.packages(ecosystem).forEach(name -> names.add(ecosystem.normal(name)));
      }
      for (String name : names) {
        lines.put(ecosystem.label() + " " + name, "");
        lines.put(SKELETONS + ecosystem.label() + " " + Confusables.canonical(name), name);
        lines.merge(
            LENGTHS + ecosystem.label() + " " + name.length(),
            name,
            (before, more) -> before + TabSeparatedLines.ITEM + more);
      }
      List<String> scopes = new ArrayList<>();
      for (String scope : list.mapping("first_party_scopes").texts(key(ecosystem))) {
        scopes.add(ecosystem.normal(scope));
      }
      lines.put(SCOPES + ecosystem.label(), TabSeparatedLines.field(scopes));
      for (String scope : scopes) {
        lines.put(OWNED + ecosystem.label() + " " + scope, "");
        if (scope.startsWith("@")) {
          lines.merge(
              SCOPE_LENGTHS + scope.length(),
              scope,
              (before, more) -> before + TabSeparatedLines.ITEM + more);
        }
      }
    }
    addBareNames(lines);
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < servers.size(); i++) {
      add(servers.get(i), seen, definitions.get(i), lines);
    }
    return SortedLines.encode(lines);
  }

  /**
   * Adds the scoped packages of vendors under their names without the scope, which others could
   * publish.
   */
  private static void addBareNames(SortedMap<String, String> lines) {
    PackageCatalog so = new PackageCatalog(new SortedLines(SortedLines.encode(lines), 0));
    String start = Ecosystem.NPM.label() + " @";
    for (String line : List.copyOf(lines.tailMap(start).keySet())) {
      String name = line.substring(start.length() - 1);
      int slash = name.indexOf('/');
      if (line.startsWith(start) && slash > 0 && so.isFirstParty(Ecosystem.NPM, name)) {
        String bare = name.substring(slash + 1);
        if (bare.length() >= SHORTEST_BARE_NAME) {
          lines.put(BARE + bare, name);
        }
        lines.put(BARE + name.substring(1).replace('/', '-'), name);
      }
    }
  }

  private static String key(Ecosystem ecosystem) {
    return switch (ecosystem) {
      case NPM -> "npm";
      case PYPI -> "pypi";
      case GO -> "go";
      case IMAGE -> "images";
    };
  }

  private static Server server(Definition server) {
    return new Server(
        server.text("name"),
        server.texts("aliases"),
        server.texts("npm"),
        server.texts("pypi"),
        server.texts("images"),
        server.texts("hosts"),
        server.texts("programs"),
        server.texts("repositories"));
  }

  /** Adds a server under each of its names, and under their normalized look-alikes. */
  private static void add(
      Server server, Set<String> seen, Definition definition, Map<String, String> lines) {
    String value =
        TabSeparatedLines.line(
                List.of(
                    server.name(),
                    TabSeparatedLines.field(server.aliases()),
                    TabSeparatedLines.field(server.npm()),
                    TabSeparatedLines.field(server.pypi()),
                    TabSeparatedLines.field(server.images()),
                    TabSeparatedLines.field(server.hosts()),
                    TabSeparatedLines.field(server.programs()),
                    TabSeparatedLines.field(server.repositories())))
            .replace("\n", "");
    Set<String> keys = new TreeSet<>();
    List<String> names = new ArrayList<>(server.aliases());
    names.add(0, server.name());
    for (String name : names) {
      // An alias that differs only in separators is for the readers of the list.
      if (!keys.contains(folded(name)) && !seen.add(folded(name))) {
        throw definition.problem("name", "the name \"" + name + "\" occurs twice in the list");
      }
      keys.add(folded(name));
    }
    lines.put(VALUES + server.name(), value);
    for (String key : keys) {
      lines.put(SERVERS + Confusables.canonical(key), server.name());
    }
  }

  /** Returns the date of the list, such as {@code 2026-11-20}. */
  public String date() {
    return TabSeparatedLines.items(value(HEAD)).get(0);
  }

  /** Returns the description of the list's source. */
  public String source() {
    return TabSeparatedLines.items(value(HEAD)).get(1);
  }

  /**
   * Returns the server with this name or a name that looks like it, ignoring letter case and
   * separators.
   */
  public Optional<Server> server(String name) {
    String entry = value(SERVERS + Confusables.canonical(folded(name)));
    return entry.isEmpty() ? Optional.empty() : Optional.of(decode(value(VALUES + entry)));
  }

  /** Returns whether a package is on the list. */
  public boolean isListed(Ecosystem ecosystem, String name) {
    return lines.contains(ecosystem.label() + " " + ecosystem.normal(name));
  }

  /** Returns whether a vendor publishes a package, in a scope or under a name of its own. */
  public boolean isFirstParty(Ecosystem ecosystem, String name) {
    String normal = ecosystem.normal(name);
    int slash = normal.indexOf('/');
    boolean isScoped = normal.startsWith("@");
    String owned = isScoped && slash > 0 ? normal.substring(0, slash) : normal;
    boolean isScopeAlone = isScoped && slash < 0;
    boolean isOwned =
        !isScopeAlone && (isOwned(ecosystem, owned) || (isScoped && isOwned(ecosystem, normal)));
    if (isOwned) {
      return true;
    }
    for (String prefix : requireNonNull(prefixes.get(ecosystem))) {
      if (normal.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private boolean isOwned(Ecosystem ecosystem, String name) {
    return lines.contains(OWNED + ecosystem.label() + " " + name);
  }

  /** Returns the listed names of a length, normalized as their registry does. */
  public List<String> packagesOfLength(Ecosystem ecosystem, int length) {
    return named(LENGTHS + ecosystem.label() + " " + length);
  }

  /** Returns the vendors' npm scopes of a length, with the at sign. */
  public List<String> scopesOfLength(int length) {
    return named(SCOPE_LENGTHS + length);
  }

  /** Caches the parsed list for repeated queries. */
  private List<String> named(String key) {
    List<String> entries = parsedEntries.get(key);
    if (entries == null) {
      entries = TabSeparatedLines.items(value(key));
      parsedEntries.put(key, entries);
    }
    return entries;
  }

  /** Returns the listed package whose name looks like this one; empty if there is none. */
  public String lookingLike(Ecosystem ecosystem, String name) {
    return value(SKELETONS + ecosystem.label() + " " + Confusables.canonical(name));
  }

  /**
   * Returns the vendor's scoped npm package whose name without the scope is this one; empty if
   * there is none.
   */
  public String scoped(String bareName) {
    return value(BARE + bareName);
  }

  /** Returns the vendors' scopes, prefixes and names. */
  public List<String> firstParty(Ecosystem ecosystem) {
    return requireNonNull(firstParty.get(ecosystem));
  }

  private String value(String key) {
    int line = lines.find(key);
    return line < 0 ? "" : lines.valueAt(line, key);
  }

  /** Returns a name without letter case and separators. */
  public static String folded(String name) {
    String folded = FOLDED.get(name);
    if (folded == null) {
      folded = fold(name);
      FOLDED.put(name, folded);
    }
    return folded;
  }

  private static String fold(String name) {
    StringBuilder folded = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isLetterOrDigit(c) || Character.isSurrogate(c)) {
        folded.append(Character.toLowerCase(c));
      }
    }
    return folded.toString();
  }

  private static Server decode(String line) {
    List<String> fields = TabSeparatedLines.split(line, TabSeparatedLines.FIELD);
    return new Server(
        fields.get(0),
        TabSeparatedLines.items(fields.get(1)),
        TabSeparatedLines.items(fields.get(2)),
        TabSeparatedLines.items(fields.get(3)),
        TabSeparatedLines.items(fields.get(4)),
        TabSeparatedLines.items(fields.get(5)),
        TabSeparatedLines.items(fields.get(6)),
        TabSeparatedLines.items(fields.get(7)));
  }
}
