package io.svc.scanner.address;

import io.svc.rules.WordBlock;
import io.svc.scanner.address.IpNumber.Reach;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The host of an address, as its text alone tells: nothing is resolved.
 *
 * @param scheme in lower case; empty where the address has none
 * @param userInfo what stands before {@code @}
 * @param written the host as it stands in the address, IPv6 in brackets; empty when there is none
 * @param name the host as programs look it up: lower case, decoded, without a dot at its end
 */
public record UrlHost(String scheme, String userInfo, String written, String name) {
  public static final UrlHost NONE = new UrlHost("", "", "", "");

  /** What a name in the domain name system may have; a longer one reaches nobody. */
  private static final int LONGEST_NAME = 253;

  /** The host of an address with a scheme; {@link #isEmpty empty} when it has none. */
  public static UrlHost of(String url) {
    return UrlHostReader.read(url);
  }

  /** The host of an address with or without a scheme, such as {@code proxy:8080}. */
  public static UrlHost ofAddress(String address) {
    UrlHost host = UrlHostReader.read(address);
    return host.scheme.isEmpty() ? UrlHostReader.readWithoutScheme(address) : host;
  }

  /** The hosts of all addresses in a text. */
  public static List<UrlHost> in(String text) {
    return UrlHostReader.readAll(text);
  }

  public boolean isEmpty() {
    return written.isEmpty();
  }

  /** Whether programs speak HTTP or WebSocket to it. */
  public boolean isWeb() {
    return UrlHostReader.WEB.contains(scheme);
  }

  /**
   * A host that the client fills in, or that the reader is told to. What is filled in before a
   * domain is none: {@code ${TENANT}.acme.com} belongs to Acme whatever the tenant.
   */
  public boolean isReference() {
    if (written.startsWith("[")) {
      return number().isEmpty();
    }
    if (written.indexOf('<') >= 0) {
      return true;
    }
    int end = endOfReference();
    boolean isDomainKnown =
        end < name.length() && name.charAt(end) == '.' && name.indexOf('.', end + 1) > 0;
    return end > 0 && !isDomainKnown;
  }

  private int endOfReference() {
    int end = Math.max(name.lastIndexOf('}'), name.lastIndexOf('%')) + 1;
    if (end == 0 && name.indexOf('{') >= 0) {
      return name.length();
    }
    int dollar = name.indexOf('$', end);
    if (dollar >= 0) {
      end = dollar + 1;
      while (end < name.length() && isWordCharacter(name.charAt(end))) {
        end++;
      }
    }
    return end;
  }

  /** A host that stands where the reader's own belongs. */
  public boolean isPlaceholder() {
    if (KnownHosts.PLACEHOLDERS.contains(name) || isVariableName()) {
      return true;
    }
    int start = 0;
    for (int i = 0; i <= name.length() && start < LONGEST_NAME; i++) {
      if (i == name.length() || !Character.isLetterOrDigit(name.charAt(i))) {
        String word = name.substring(start, i);
        if (isYours(word) || KnownHosts.PLACEHOLDER_WORDS.contains(word)) {
          return true;
        }
        start = i + 1;
      }
    }
    return false;
  }

  /** {@code your-server-ip}: the address cannot be reached before somebody has written another. */
  public boolean asksForYours() {
    return isYours(name);
  }

  private static boolean isYours(String word) {
    return word.startsWith("your") || word.startsWith("xxxx");
  }

  /** {@code PROXY_HOST}: the author meant the variable. */
  private boolean isVariableName() {
    boolean hasUnderscore = false;
    for (int i = 0; i < written.length(); i++) {
      char c = written.charAt(i);
      hasUnderscore |= c == '_';
      if (c != '_' && !Character.isUpperCase(c) && !Character.isDigit(c)) {
        return false;
      }
    }
    return hasUnderscore;
  }

  public boolean isLoopback() {
    return KnownHosts.LOOPBACK.contains(name)
        || name.endsWith(".localhost")
        || reach() == Reach.LOOPBACK;
  }

  /** Whether a cloud machine asks there for its own credentials. */
  public boolean isMetadata() {
    return KnownHosts.METADATA.contains(name)
        || reach() == Reach.METADATA
        || reachWithinName() == Reach.METADATA;
  }

  /** Whom the number in {@code 169.254.169.254.nip.io} and its like reaches. */
  private Reach reachWithinName() {
    String domain = domainIn(KnownHosts.NUMBERS_AS_NAMES);
    if (domain.isEmpty() || domain.length() == name.length()) {
      return Reach.NOBODY;
    }
    String head = name.substring(0, name.length() - domain.length() - 1).replace('-', '.');
    int start = head.length();
    for (int part = 0; part < 4 && start >= 0; part++) {
      start = head.lastIndexOf('.', start - 1);
    }
    Optional<IpNumber> number = IpNumber.of(head.substring(start + 1));
    return number.isPresent() ? number.get().reach() : Reach.NOBODY;
  }

  /** Whether only machines near this one can be meant; the machine itself is none of them. */
  public boolean isInOwnNetwork() {
    if (isNumber()) {
      Reach reach = reach();
      return reach == Reach.PRIVATE || reach == Reach.LINK_LOCAL || reach == Reach.SHARED;
    }
    return name.indexOf('.') < 0 || isIn(KnownHosts.OWN_NETWORK);
  }

  /** The number that the host is; empty when it is a name. */
  Optional<IpNumber> number() {
    return IpNumber.of(written.startsWith("[") ? written : name);
  }

  public boolean isNumber() {
    return number().isPresent();
  }

  /** Whom a number reaches; {@link Reach#NOBODY} for a name. */
  public Reach reach() {
    Optional<IpNumber> number = number();
    return number.isPresent() ? number.get().reach() : Reach.NOBODY;
  }

  /** Whether the host is one of some domains, or lies in one. */
  public boolean isIn(Set<String> domains) {
    return !domainIn(domains).isEmpty();
  }

  /** The domain that the host is or lies in; empty when it lies in none of them. */
  public String domainIn(Set<String> domains) {
    if (name.length() > LONGEST_NAME) {
      return "";
    }
    int start = 0;
    do {
      String domain = name.substring(start);
      if (domains.contains(domain)) {
        return domain;
      }
      start = name.indexOf('.', start) + 1;
    } while (start > 0);
    return "";
  }

  private static boolean isWordCharacter(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  /** Host names with a meaning that needs no DNS lookup. */
  private static final class KnownHosts {
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
}
