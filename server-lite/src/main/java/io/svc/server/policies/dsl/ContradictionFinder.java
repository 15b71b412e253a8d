package io.svc.server.policies.dsl;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/** Finds criteria that no call can meet together. */
final class ContradictionFinder {
  private ContradictionFinder() {}

  /** Returns why nothing can match; empty when something may. */
  static Optional<String> contradiction(MatchCriteria match) {
    if (match.criterion(MatchCriteria.HOST).orElse(null) instanceof Criterion.Hosts hosts) {
      if (match.criterion(MatchCriteria.HOST_NOT).orElse(null)
              instanceof Criterion.OtherHosts others
          && hosts.items().stream()
              .allMatch(host -> others.items().stream().anyMatch(not -> not.covers(host)))) {
        return Optional.of("host_not excludes every host in host.");
      }
      if (match.criterion(MatchCriteria.CIDR).orElse(null) instanceof Criterion.Addresses addresses
          && hosts.items().stream().noneMatch(host -> mayBeIn(addresses, host))) {
        return Optional.of(
            "none of its hosts is an address in its cidr; host names are not resolved.");
      }
    }
    if (match.criterion(MatchFact.PATH.key()).orElse(null) instanceof Criterion.Names paths
        && paths.items().stream().allMatch(ContradictionFinder::isNoPath)) {
      return Optional.of("paths begin with a slash.");
    }
    return Optional.empty();
  }

  private static boolean mayBeIn(Criterion.Addresses addresses, HostPattern host) {
    List<InetAddress> spelled = HostText.addresses(host.name());
    return !host.isBelow() && spelled.stream().anyMatch(addresses::contains);
  }

  private static boolean isNoPath(Glob glob) {
    String text = glob.text();
    return !text.startsWith("/") && !text.startsWith("*") && !text.startsWith("?");
  }
}
