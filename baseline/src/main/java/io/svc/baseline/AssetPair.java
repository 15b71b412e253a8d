package io.svc.baseline;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * An approved asset and the current asset that corresponds to it. At least one of them exists.
 *
 * @param before approved asset; empty if the asset was added
 * @param after current asset; empty if the asset was removed
 */
record AssetPair(Optional<BaselineAsset> before, Optional<BaselineAsset> after) {
  /**
   * Matches assets by file and name; assets with the same name are matched by their order. An added
   * and a removed server of one file that differ only in their name are one renamed server.
   *
   * @param ignorePaths whether files are ignored
   * @return current assets in the order of the file, then removed assets in the order of the
   *     baseline
   */
  static List<AssetPair> match(
      List<BaselineAsset> approved, List<BaselineAsset> current, boolean ignorePaths) {
    Map<String, BaselineAsset> removed = keyed(approved, ignorePaths);
    Map<String, BaselineAsset> currentByKey = keyed(current, ignorePaths);
    Map<String, BaselineAsset> matched = new HashMap<>(removed);
    matched.keySet().retainAll(currentByKey.keySet());
    removed.keySet().removeAll(matched.keySet());
    Map<Map<String, Object>, Deque<String>> removedByContent = new HashMap<>();
    removed.forEach(
        (key, asset) ->
            removedByContent
                .computeIfAbsent(contentOf(asset, ignorePaths), c -> new ArrayDeque<>())
                .add(key));
    List<AssetPair> pairs = new ArrayList<>();
    currentByKey.forEach(
        (key, after) -> {
          BaselineAsset before = matched.get(key);
          if (before == null && !removed.isEmpty() && isRenamable(after)) {
            Deque<String> sameContent = removedByContent.get(contentOf(after, ignorePaths));
            before = sameContent == null ? null : removed.remove(sameContent.poll());
          }
          pairs.add(new AssetPair(Optional.ofNullable(before), Optional.of(after)));
        });
    removed.values().forEach(a -> pairs.add(new AssetPair(Optional.of(a), Optional.empty())));
    return pairs;
  }

  /** Returns true if either asset belongs to one of the servers. */
  boolean isOf(Set<String> servers) {
    return before.filter(asset -> servers.contains(asset.serverName())).isPresent()
        || after.filter(asset -> servers.contains(asset.serverName())).isPresent();
  }

  /**
   * Returns the next approved state of a file. Assets that were approved before retain their order
   * and their identifiers, so that a diff of two baselines shows only what changed.
   *
   * @param previous the approved assets of the file
   * @param pairs the matches of these assets with the current ones
   * @param isApproved whether the current state of a pair replaces the approved one
   */
  static List<BaselineAsset> approve(
      List<BaselineAsset> previous, List<AssetPair> pairs, Predicate<AssetPair> isApproved) {
    IdentityHashMap<BaselineAsset, AssetPair> pairByAsset = new IdentityHashMap<>();
    List<BaselineAsset> added = new ArrayList<>();
    for (AssetPair pair : pairs) {
      if (pair.before.isPresent()) {
        pairByAsset.put(pair.before.get(), pair);
      } else if (isApproved.test(pair)) {
        added.add(pair.after.orElseThrow());
      }
    }
    List<BaselineAsset> approved = new ArrayList<>();
    for (BaselineAsset asset : previous) {
      AssetPair pair = requireNonNull(pairByAsset.get(asset));
      if (isApproved.test(pair)) {
        pair.after.map(now -> now.withId(asset.assetId())).ifPresent(approved::add);
      } else {
        approved.add(asset);
      }
    }
    approved.addAll(added);
    return approved;
  }

  private static Map<String, BaselineAsset> keyed(List<BaselineAsset> assets, boolean ignorePaths) {
    Map<String, BaselineAsset> keyed = new LinkedHashMap<>();
    Map<String, Integer> seen = new HashMap<>();
    for (BaselineAsset asset : assets) {
      String path = ignorePaths ? "" : asset.configPath();
      String key = path + '\n' + asset.kind() + '\n' + asset.serverName() + '\n' + asset.name();
      keyed.put(key + '\n' + seen.merge(key, 1, Integer::sum), asset);
    }
    return keyed;
  }

  /** A server that starts nothing and has no address has only its name. */
  private static boolean isRenamable(BaselineAsset asset) {
    return asset.kind().equals(BaselineAsset.SERVER)
        && (!asset.command().isEmpty() || asset.extensions().containsKey("url"));
  }

  /** Returns everything that an asset is apart from its name. */
  private static Map<String, Object> contentOf(BaselineAsset asset, boolean ignorePaths) {
    Map<String, Object> content = JsonOutput.toMap(asset);
    content.keySet().removeAll(List.of("asset_id", "server_name", "name", "config_hash"));
    Map<String, Object> extensions = new LinkedHashMap<>(asset.extensions());
    if (ignorePaths) {
      extensions.keySet().removeAll(List.of("config_path", "source"));
    }
    content.put("extensions", extensions);
    return content;
  }
}
