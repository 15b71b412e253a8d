package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.config.Cidr;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/** One line of {@code match}. What is not known is met by none. */
sealed interface Criterion {
  /** Whether the facts meet it. */
  boolean matches(Subject subject);

  /** Whether it is surely met by whatever meets the other, which is of the same key. */
  boolean covers(Criterion other);

  /** What comparing it costs; of two, the product. */
  long weight();

  /** The one way to write it: lists sorted and without repetition. */
  JsonNode normal();

  /** Names that are matched by patterns; of several facts one is enough. */
  record Names(Dimension dimension, List<Glob> globs) implements Criterion {
    public Names {
      globs = List.copyOf(globs);
    }

    @Override
    public boolean matches(Subject subject) {
      List<String> values = subject.values(dimension);
      if (values.size() > 1) {
        subject.matching().charge((long) values.size() * globs.size() / 4);
      }
      for (String value : values) {
        for (Glob glob : globs) {
          if (glob.matches(value, subject.matching())) {
            return true;
          }
        }
      }
      return false;
    }

    @Override
    public boolean covers(Criterion other) {
      return other instanceof Names names && each(names.globs, globs, Glob::covers);
    }

    @Override
    public long weight() {
      return globs.stream().mapToLong(glob -> 1 + glob.text().length() / 8).sum();
    }

    @Override
    public JsonNode normal() {
      return sorted(globs);
    }
  }

  /** The host of the destination. */
  record Hosts(List<HostPattern> patterns) implements Criterion {
    public Hosts {
      patterns = List.copyOf(patterns);
    }

    @Override
    public boolean matches(Subject subject) {
      return subject.destination().map(to -> anyMatches(patterns, to.host())).orElse(false);
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
      return other instanceof Hosts hosts && each(hosts.patterns, patterns, HostPattern::covers);
    }

    @Override
    public long weight() {
      return patterns.size();
    }

    @Override
    public JsonNode normal() {
      return sorted(patterns);
    }
  }

  /** There is a destination and it is none of these; one whose host cannot be read is none. */
  record OtherHosts(List<HostPattern> patterns) implements Criterion {
    public OtherHosts {
      patterns = List.copyOf(patterns);
    }

    @Override
    public boolean matches(Subject subject) {
      return subject.destination().map(to -> !Hosts.anyMatches(patterns, to.host())).orElse(false);
    }

    @Override
    public boolean covers(Criterion other) {
      if (other instanceof Hosts hosts) {
        return hosts.patterns().stream()
            .allMatch(host -> patterns.stream().allMatch(host::isDisjointFrom));
      }
      return other instanceof OtherHosts others
          && each(patterns, others.patterns, HostPattern::covers);
    }

    @Override
    public long weight() {
      return patterns.size();
    }

    @Override
    public JsonNode normal() {
      return sorted(patterns);
    }
  }

  /** An address that the destination spells out; a name has none, since nothing is looked up. */
  record Addresses(List<Cidr> blocks) implements Criterion {
    public Addresses {
      blocks = List.copyOf(blocks);
    }

    @Override
    public boolean matches(Subject subject) {
      return subject.addresses().stream().anyMatch(this::contains);
    }

    boolean contains(InetAddress address) {
      return blocks.stream().anyMatch(block -> block.contains(address));
    }

    @Override
    public boolean covers(Criterion other) {
      return other instanceof Addresses addresses
          && each(
              addresses.blocks,
              blocks,
              (wide, narrow) -> wide.bits() <= narrow.bits() && wide.contains(narrow.network()));
    }

    @Override
    public long weight() {
      return blocks.size();
    }

    @Override
    public JsonNode normal() {
      return sorted(blocks.stream().map(Addresses::withBits).toList());
    }

    private static String withBits(Cidr block) {
      return HostText.textOf(block.network()) + "/" + block.bits();
    }
  }

  /** The port of the destination. */
  record Ports(List<PortRange> ranges) implements Criterion {
    public Ports {
      ranges = List.copyOf(ranges);
    }

    @Override
    public boolean matches(Subject subject) {
      int port = subject.destination().map(Facts.Destination::port).orElse(0);
      return port > 0 && ranges.stream().anyMatch(range -> range.contains(port));
    }

    @Override
    public boolean covers(Criterion other) {
      return other instanceof Ports ports
          && each(
              ports.ranges,
              ranges,
              (wide, narrow) -> wide.first() <= narrow.first() && narrow.last() <= wide.last());
    }

    @Override
    public long weight() {
      return ranges.size();
    }

    @Override
    public JsonNode normal() {
      return sorted(ranges);
    }
  }

  /** When it happens. */
  record Times(TimeWindow window) implements Criterion {
    @Override
    public boolean matches(Subject subject) {
      return window.contains(subject.timeIn(window.zone()));
    }

    @Override
    public boolean covers(Criterion other) {
      return equals(other);
    }

    @Override
    public long weight() {
      return 1;
    }

    @Override
    public JsonNode normal() {
      return window.normal();
    }
  }

  /** Whether each of the narrow ones is covered by one of the wide ones. */
  private static <T> boolean each(List<T> narrow, List<T> wide, BiPredicate<T, T> covers) {
    for (T one : narrow) {
      boolean isCovered = false;
      for (int i = 0; i < wide.size() && !isCovered; i++) {
        isCovered = covers.test(wide.get(i), one);
      }
      if (!isCovered) {
        return false;
      }
    }
    return true;
  }

  private static JsonNode sorted(Collection<?> items) {
    TreeSet<String> texts = new TreeSet<>();
    items.forEach(item -> texts.add(item.toString()));
    return JsonValues.node(new ArrayList<>(texts));
  }
}
