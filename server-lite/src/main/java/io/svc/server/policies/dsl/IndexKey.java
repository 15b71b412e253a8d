package io.svc.server.policies.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An index key of a rule: a name, a prefix of names, or the parent domain of hosts. */
record IndexKey(MatchFact dimension, Kind kind, String text) {
  enum Kind {
    EXACT,
    PREFIX,
    BELOW
  }

  /** Facts with the most distinct values come first. */
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

  /** Returns sets of keys, each of one dimension; every matching call has a key of each set. */
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
