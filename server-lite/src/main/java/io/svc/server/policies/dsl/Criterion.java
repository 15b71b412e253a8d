package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.config.Cidr;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/** A criterion of {@code match}. Unknown facts meet no criterion. */
sealed interface Criterion {
  /** Returns whether the facts meet the criterion. */
  boolean matches(EvaluationFacts subject);

  /**
   * Returns whether facts that meet the other criterion always meet this one; both have the same
   * key.
   */
  boolean covers(Criterion other);

  /** The values that facts are compared with. */
  Collection<?> items();

  /** The cost of a comparison; the cost of two is their product. */
  default long weight() {
    return items().size();
  }

  /** The canonical form, which is sorted and without duplicates. */
  default JsonNode normal() {
    TreeSet<String> texts = new TreeSet<>();
    items().forEach(item -> texts.add(item.toString()));
    return JsonValues.node(new ArrayList<>(texts));
  }

  /** Names that are matched by patterns; of several facts one is enough. */
  record Names(MatchFact dimension, List<Glob> items) implements Criterion {
    public Names {
      items = List.copyOf(items);
    }

    @Override
    public boolean matches(EvaluationFacts subject) {
      List<String> values = subject.values(dimension);
      if (values.size() > 1) {
        subject.matching().charge((long) values.size() * items.size() / 4);
      }
      for (String value : values) {
        for (Glob glob : items) {
          if (glob.matches(value, subject.matching())) {
            return true;
          }
        }
      }
      return false;
    }

    @Override
    public boolean covers(Criterion other) {
      return other instanceof Names names && each(names.items, items, Glob::covers);
    }

    @Override
    public long weight() {
      return items.stream().mapToLong(glob -> 1 + glob.text().length() / 8).sum();
    }
  }

  /** The host of the destination. */
  record Hosts(List<HostPattern> items) implements Criterion {
    public Hosts {
      items = List.copyOf(items);
    }

    @Override
    public boolean matches(EvaluationFacts subject) {
      return subject.destination().map(to -> anyMatches(items, to.host())).orElse(false);
    }

    static boolean anyMatches(List<HostPattern> patterns, String host) {
      for (HostPattern pattern : patterns) {
        if (pattern.matches(host)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public boolean covers(Criterion other) {
      return other instanceof Hosts hosts && each(hosts.items, items, HostPattern::covers);
    }
  }

  /** The call has a destination other than these; an unreadable host is another one. */
  record OtherHosts(List<HostPattern> items) implements Criterion {
    public OtherHosts {
      items = List.copyOf(items);
    }

    @Override
    public boolean matches(EvaluationFacts subject) {
      return subject.destination().map(to -> !Hosts.anyMatches(items, to.host())).orElse(false);
    }

    @Override
    public boolean covers(Criterion other) {
      if (other instanceof Hosts hosts) {
        return hosts.items().stream()
            .allMatch(host -> items.stream().allMatch(host::isDisjointFrom));
      }
      return other instanceof OtherHosts others && each(items, others.items, HostPattern::covers);
    }
  }

  /** An IP address in the destination; host names have none, because nothing is resolved. */
  record Addresses(List<Cidr> items) implements Criterion {
    public Addresses {
      items = List.copyOf(items);
    }

    @Override
    public boolean matches(EvaluationFacts subject) {
      return subject.addresses().stream().anyMatch(this::contains);
    }

    boolean contains(InetAddress address) {
      return items.stream().anyMatch(block -> block.contains(address));
    }

    @Override
    public boolean covers(Criterion other) {
      return other instanceof Addresses addresses
          && each(
              addresses.items,
              items,
              (wide, narrow) -> wide.bits() <= narrow.bits() && wide.contains(narrow.network()));
    }

    @Override
    public JsonNode normal() {
      TreeSet<String> texts = new TreeSet<>();
      items.forEach(block -> texts.add(HostText.textOf(block.network()) + "/" + block.bits()));
      return JsonValues.node(new ArrayList<>(texts));
    }
  }

  /** The port of the destination. */
  record Ports(List<PortRange> items) implements Criterion {
    public Ports {
      items = List.copyOf(items);
    }

    @Override
    public boolean matches(EvaluationFacts subject) {
      int port = subject.destination().map(Facts.Destination::port).orElse(0);
      return port > 0 && items.stream().anyMatch(range -> range.contains(port));
    }

    @Override
    public boolean covers(Criterion other) {
      return other instanceof Ports ports
          && each(
              ports.items,
              items,
              (wide, narrow) -> wide.first() <= narrow.first() && narrow.last() <= wide.last());
    }
  }

  /** The time of the call. */
  record Times(TimeWindow window) implements Criterion {
    @Override
    public boolean matches(EvaluationFacts subject) {
      return window.contains(subject.timeIn(window.zone()));
    }

    @Override
    public boolean covers(Criterion other) {
      return equals(other);
    }

    @Override
    public List<TimeWindow> items() {
      return List.of(window);
    }

    @Override
    public JsonNode normal() {
      return window.normal();
    }
  }

  /** Returns whether each narrow value is covered by a wide one. */
  private static <T> boolean each(List<T> narrow, List<T> wide, BiPredicate<T, T> covers) {
    for (T element : narrow) {
      boolean isCovered = false;
      for (int i = 0; i < wide.size() && !isCovered; i++) {
        isCovered = covers.test(wide.get(i), element);
      }
      if (!isCovered) {
        return false;
      }
    }
    return true;
  }
}
