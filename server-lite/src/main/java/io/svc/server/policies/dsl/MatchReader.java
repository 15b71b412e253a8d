package io.svc.server.policies.dsl;

import io.svc.rules.WordListParser;
import io.svc.server.config.Cidr;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads {@code match}. */
final class MatchReader {
  static final List<String> KEYS =
      WordListParser.list(
          """
          action platform server tool operation method path destination data agent environment user
          time peer""");

  private static final List<String> DESTINATION =
      List.of("host", "host_not", "cidr", "port", "scheme", "url");
  private static final Map<String, List<String>> NESTED =
      Map.of(
          "data", List.of("classification"),
          "agent", List.of("id", "name", "tags", "owner"),
          "peer", List.of("agent"));
  private static final int LONGEST = 512;
  private static final int MAX = 1_000;

  private final Problems problems;
  private final Map<String, Criterion> criteria = new HashMap<>();

  MatchReader(Problems problems) {
    this.problems = problems;
  }

  MatchCriteria read(YamlMappingReader match) {
    names(match, "");
    match.block("destination", DESTINATION).ifPresent(this::destination);
    NESTED.forEach(
        (key, inner) -> match.block(key, inner).ifPresent(block -> names(block, key + ".")));
    match.block("time", List.of("days", "hours", "tz")).ifPresent(this::time);
    return new MatchCriteria(criteria);
  }

  private void names(YamlMappingReader block, String owner) {
    for (MatchFact dimension : MatchFact.values()) {
      if (dimension != MatchFact.HOST && dimension.key().startsWith(owner)) {
        String key = dimension.key().substring(owner.length());
        List<Glob> globs =
            items(block, key, block.texts(key), text -> Optional.of(glob(dimension, text)), "");
        if (!globs.isEmpty()) {
          criteria.put(dimension.key(), new Criterion.Names(dimension, globs));
        }
      }
    }
  }

  private static Glob glob(MatchFact dimension, String text) {
    return new Glob(dimension.folded(text));
  }

  private void destination(YamlMappingReader block) {
    names(block, "destination.");
    List<HostPattern> hosts = hosts(block, "host");
    if (!hosts.isEmpty()) {
      criteria.put(MatchCriteria.HOST, new Criterion.Hosts(hosts));
    }
    if (block.has("host_not")) {
      criteria.put(MatchCriteria.HOST_NOT, new Criterion.OtherHosts(hosts(block, "host_not")));
    }
    List<Cidr> blocks =
        items(
            block,
            "cidr",
            block.texts("cidr"),
            Cidr::parse,
            "a block of addresses with its first address, such as 10.0.0.0/8 or fd00::/8");
    if (!blocks.isEmpty()) {
      criteria.put(MatchCriteria.CIDR, new Criterion.Addresses(blocks));
    }
    List<PortRange> ports =
        items(
            block,
            "port",
            block.textsOrNumbers("port"),
            PortRange::parse,
            "a port or a range from 1 to 65535, such as 443 or \"8000-8999\"");
    if (!ports.isEmpty()) {
      criteria.put(MatchCriteria.PORT, new Criterion.Ports(ports));
    }
  }

  private List<HostPattern> hosts(YamlMappingReader block, String key) {
    List<HostPattern> patterns = new ArrayList<>();
    for (YamlMappingReader.LocatedText text : sized(block, key, block.texts(key))) {
      try {
        patterns.add(HostPattern.parse(text.value()));
      } catch (IllegalArgumentException e) {
        problems.error(
            "invalid_host_pattern", String.valueOf(e.getMessage()), text.path(), text.place());
      }
    }
    return patterns;
  }

  private void time(YamlMappingReader block) {
    List<Set<DayOfWeek>> days =
        items(block, "days", block.texts("days"), TimeWindow::days, "a day such as mon or mon-fri");
    List<TimeWindow.Hours> hours =
        items(
            block,
            "hours",
            block.texts("hours"),
            TimeWindow.Hours::parse,
            "hours such as 09:00-17:30, or 22:00-06:00 over midnight");
    Optional<String> zone = block.text("tz", LONGEST);
    zone.filter(name -> !ZoneId.getAvailableZoneIds().contains(name))
        .ifPresent(
            name ->
                block.error(
                    "invalid_time",
                    "tz",
                    "\""
                        + name
                        + "\" is not a time zone; expected a name such as"
                        + " Europe/Stockholm"));
    if (!block.has("days") && !block.has("hours")) {
      problems.error(
          "invalid_time", "Neither days nor hours are given.", block.path(), block.position());
      return;
    }
    Set<DayOfWeek> all = EnumSet.noneOf(DayOfWeek.class);
    days.forEach(all::addAll);
    criteria.put(
        MatchCriteria.TIME,
        new Criterion.Times(
            new TimeWindow(
                block.has("days") ? all : EnumSet.allOf(DayOfWeek.class),
                hours,
                zone.filter(ZoneId.getAvailableZoneIds()::contains)
                    .map(ZoneId::of)
                    .orElse(ZoneOffset.UTC))));
  }

  private <T> List<T> items(
      YamlMappingReader block,
      String key,
      List<YamlMappingReader.LocatedText> texts,
      Function<String, Optional<T>> parse,
      String expected) {
    List<T> items = new ArrayList<>();
    for (YamlMappingReader.LocatedText text : sized(block, key, texts)) {
      Optional<T> item = parse.apply(text.value());
      if (item.isEmpty()) {
        problems.error(
            switch (key) {
              case "cidr" -> "invalid_cidr";
              case "port" -> "invalid_port";
              default -> "invalid_time";
            },
            "\"" + text.value() + "\" cannot be read; expected " + expected + ".",
            text.path(),
            text.place());
      }
      item.ifPresent(items::add);
    }
    return items;
  }

  /** Checks the size of lists: neither empty nor too long; only exclusions may be empty. */
  private List<YamlMappingReader.LocatedText> sized(
      YamlMappingReader block, String key, List<YamlMappingReader.LocatedText> texts) {
    boolean isEmptyList =
        block
            .node(key)
            .filter(SequenceNode.class::isInstance)
            .map(SequenceNode.class::cast)
            .filter(list -> list.getValue().isEmpty())
            .isPresent();
    if (isEmptyList && !key.equals("host_not")) {
      block.error("invalid_value", key, "The list is empty, so nothing would match.");
    }
    if (texts.size() > MAX) {
      block.error("invalid_value", key, "The list has more than " + MAX + " entries.");
      return List.of();
    }
    for (YamlMappingReader.LocatedText text : texts) {
      if (text.value().length() > LONGEST) {
        problems.error(
            "invalid_value",
            "The text has more than " + LONGEST + " characters.",
            text.path(),
            text.place());
      }
    }
    return texts;
  }
}
