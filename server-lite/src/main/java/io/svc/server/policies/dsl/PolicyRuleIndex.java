package io.svc.server.policies.dsl;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Finds rules by the facts that they match. Every rule is indexed by the criterion that the fewest
 * other rules share; rules without such a criterion are always found.
 */
final class PolicyRuleIndex {
  /** A rule and the position of its policy; entries are ordered by both. */
  record Entry(int policy, PolicyRule rule) {}

  private final List<Entry> entries;
  private final Map<MatchFact, FactIndex> shelves = new EnumMap<>(MatchFact.class);
  private final int[] others;

  PolicyRuleIndex(List<Entry> entries) {
    this.entries = List.copyOf(entries);
    Map<IndexKey, Integer> counts = new HashMap<>();
    for (Entry entry : entries) {
      IndexKey.choices(entry.rule())
          .forEach(keys -> keys.forEach(key -> counts.merge(key, 1, Integer::sum)));
    }
    IntStream.Builder unfiled = IntStream.builder();
    for (int i = 0; i < entries.size(); i++) {
      Optional<List<IndexKey>> best =
          IndexKey.choices(entries.get(i).rule()).stream()
              .min(
                  Comparator.<List<IndexKey>>comparingInt(
                          keys -> keys.stream().mapToInt(counts::get).sum())
                      .thenComparingInt(keys -> keys.get(0).rank()));
      if (best.isEmpty()) {
        unfiled.add(i);
      }
      for (IndexKey key : best.orElse(List.of())) {
        shelves.computeIfAbsent(key.dimension(), any -> new FactIndex()).put(key, i);
      }
    }
    this.others = unfiled.build().toArray();
    shelves.values().forEach(FactIndex::close);
  }

  /** Returns all rules of the policies that may match, and possibly some that do not, in order. */
  List<Entry> candidates(EvaluationFacts subject, BitSet applicable) {
    BitSet found = new BitSet();
    for (int other : others) {
      collectApplicable(other, applicable, found);
    }
    shelves.forEach(
        (dimension, shelf) -> {
          for (String value : subject.values(dimension)) {
            shelf.find(value, entry -> collectApplicable(entry, applicable, found));
          }
        });
    List<Entry> candidates = new ArrayList<>();
    for (int i = found.nextSetBit(0); i >= 0; i = found.nextSetBit(i + 1)) {
      candidates.add(entries.get(i));
    }
    return candidates;
  }

  private void collectApplicable(int entry, BitSet applicable, BitSet found) {
    if (applicable.get(entries.get(entry).policy())) {
      found.set(entry);
    }
  }

  /** The index entries for one fact. */
  private static final class FactIndex {
    private final Map<IndexKey.Kind, Map<String, List<Integer>>> filed =
        new EnumMap<>(IndexKey.Kind.class);
    private int[] prefixLengths = {};

    FactIndex() {
      for (IndexKey.Kind kind : IndexKey.Kind.values()) {
        filed.put(kind, new HashMap<>());
      }
    }

    void put(IndexKey key, int entry) {
      of(key.kind()).computeIfAbsent(key.text(), any -> new ArrayList<>()).add(entry);
    }

    /** Completes the index; no further entries can be added. */
    void close() {
      prefixLengths =
          of(IndexKey.Kind.PREFIX).keySet().stream()
              .mapToInt(String::length)
              .distinct()
              .sorted()
              .toArray();
    }

    /** Passes every entry with a key that equals the value, or is a prefix or suffix of it. */
    void find(String value, IntConsumer found) {
      collectMatches(IndexKey.Kind.EXACT, value, found);
      for (int length : prefixLengths) {
        if (length > value.length()) {
          break;
        }
        collectMatches(IndexKey.Kind.PREFIX, value.substring(0, length), found);
      }
      if (!of(IndexKey.Kind.BELOW).isEmpty()) {
        for (int dot = value.indexOf('.'); dot >= 0; dot = value.indexOf('.', dot + 1)) {
          collectMatches(IndexKey.Kind.BELOW, value.substring(dot + 1), found);
        }
      }
    }

    private void collectMatches(IndexKey.Kind kind, String text, IntConsumer found) {
      List<Integer> entries = of(kind).get(text);
      if (entries != null) {
        entries.forEach(found::accept);
      }
    }

    private Map<String, List<Integer>> of(IndexKey.Kind kind) {
      return requireNonNull(filed.get(kind));
    }
  }
}
