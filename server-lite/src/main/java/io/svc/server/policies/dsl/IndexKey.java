package io.svc.server.policies.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a rule can be found by: a name, how names begin, or the domain that hosts are below. */
record IndexKey(MatchFact dimension, Kind kind, String text) {
  enum Kind {
    EXACT,
    PREFIX,
    BELOW
  }

  /** Facts that differ most between calls come first. */
  private static final List<MatchFact> BY_VARIETY =
      List.of(
          MatchFact.AGENT_ID,
          MatchFact.HOST,
          MatchFact.URL,
          MatchFact.TOOL,
          MatchFact.PATH,
          MatchFact.SERVER,
          MatchFact.USER,
          MatchFact.PEER,
          MatchFact.AGENT_NAME,
          MatchFact.OPERATION,
          MatchFact.AGENT_OWNER,
          MatchFact.AGENT_TAGS,
          MatchFact.CLASSIFICATION,
          MatchFact.PLATFORM,
          MatchFact.SCHEME,
          MatchFact.METHOD,
          MatchFact.ENVIRONMENT,
          MatchFact.ACTION);

  int rank() {
    return BY_VARIETY.indexOf(dimension);
  }

  /** Each entry is a set of keys of one dimension, one of which every matching call has. */
  static List<List<IndexKey>> choices(PolicyRule rule) {
    List<List<IndexKey>> choices = new ArrayList<>();
    for (Criterion criterion : rule.match().criteria()) {
      of(criterion).ifPresent(choices::add);
    }
    return choices;
  }

  private static Optional<List<IndexKey>> of(Criterion criterion) {
    if (criterion instanceof Criterion.Hosts hosts) {
      return Optional.of(
          hosts.items().stream()
              .map(
                  host ->
                      new IndexKey(
                          MatchFact.HOST, host.isBelow() ? Kind.BELOW : Kind.EXACT, host.name()))
              .distinct()
              .toList());
    }
    if (criterion instanceof Criterion.Names names
        && names.items().stream().noneMatch(glob -> glob.prefix().isEmpty())) {
      return Optional.of(
          names.items().stream().map(glob -> of(names.dimension(), glob)).distinct().toList());
    }
    return Optional.empty();
  }

  private static IndexKey of(MatchFact dimension, Glob glob) {
    return new IndexKey(
        dimension, glob.exact().isPresent() ? Kind.EXACT : Kind.PREFIX, glob.prefix());
  }
}
