package io.svc.scanner.detect;

import io.svc.rules.Confusables;
import io.svc.rules.Ecosystem;
import io.svc.rules.PackageCatalog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The well-known package names of one ecosystem, in the ways in which others are made to look. */
final class KnownNames {
  /** A bare name so long is not chosen twice by chance: server-filesystem, but not mcp-server. */
  private static final int SHORTEST_BARE_NAME = 11;

  private final List<List<String>> byLength = new ArrayList<>();
  private final Map<String, String> byLook = new HashMap<>();
  private final Map<String, String> byBareName = new HashMap<>();

  KnownNames(PackageCatalog catalog, Ecosystem ecosystem) {
    for (String name : catalog.packages(ecosystem)) {
      while (byLength.size() <= name.length()) {
        byLength.add(new ArrayList<>(4));
      }
      byLength.get(name.length()).add(name);
      byLook.put(Confusables.canonical(name), name);
      int slash = name.indexOf('/');
      if (ecosystem == Ecosystem.NPM && slash > 0 && catalog.isFirstParty(ecosystem, name)) {
        String bare = name.substring(slash + 1);
        if (bare.length() >= SHORTEST_BARE_NAME) {
          byBareName.put(bare, name);
        }
        byBareName.put(name.substring(1).replace('/', '-'), name);
      }
    }
  }

  /** The names of one length. */
  List<String> ofLength(int length) {
    return length >= 0 && length < byLength.size() ? byLength.get(length) : List.of();
  }

  /** The name that looks like this one; empty when none does. */
  String lookingLike(String name) {
    return byLook.getOrDefault(Confusables.canonical(name), "");
  }

  /** The scoped name of this bare or joined one; empty when there is none. */
  String scoped(String bareName) {
    return byBareName.getOrDefault(bareName, "");
  }
}
