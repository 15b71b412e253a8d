package io.svc.scanner.address;

import io.svc.rules.WordBlock;
import java.util.Set;

/** Names of hosts whose meaning is known without asking anybody. */
final class KnownHosts {
  /** Names that a machine or its container engine gives to the machine itself. */
  static final Set<String> LOOPBACK =
      WordBlock.set(
          """
          localhost localhost.localdomain ip6-localhost host.docker.internal gateway.docker.internal
          kubernetes.docker.internal host.containers.internal host.lima.internal host.orb.internal
          host.rancher-desktop.internal host.minikube.internal""");

  /** Names that clouds give to the service where a machine asks for its own credentials. */
  static final Set<String> METADATA =
      WordBlock.set(
          """
          metadata.google.internal metadata.goog metadata.azure.internal instance-data.ec2.internal
          metadata.tencentyun.com metadata.platformequinix.com metadata.packet.net
          api.metadata.cloud.ibm.com""");

  /** Domains in which every number is a name, and leads to that number. */
  static final Set<String> NUMBERS_AS_NAMES = Set.of("nip.io", "sslip.io", "xip.io");

  /** Endings that only a network of one's own knows (RFC 6762, RFC 8375, and use). */
  static final Set<String> OWN_NETWORK =
      Set.of("internal", "local", "lan", "home", "home.arpa", "corp", "intranet", "localdomain");

  /** Whole hosts that documentation writes where a reader's own belongs. */
  static final Set<String> PLACEHOLDERS =
      WordBlock.set(
          """
          example example.com example.org example.net host hostname server domain domain.com
          mydomain.com company.com mycompany.com address url ip x.x.x.x 1.2.3.4""");

  static final Set<String> PLACEHOLDER_WORDS =
      Set.of("your", "yours", "votre", "deine", "placeholder", "changeme", "replaceme", "xxx");

  private KnownHosts() {}
}
