package io.svc.scanner.address;

import io.svc.rules.WordListParser;
import io.svc.scanner.address.IpNumber.Reachability;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The host of an address. It is determined by the text alone; no name is resolved.
 *
 * @param scheme scheme in lowercase; empty when the address has none
 * @param userInfo the part before {@code @}
 * @param written the host as written, IPv6 in brackets; empty when there is none
 * @param name the host as programs look it up: lowercase, decoded, without a trailing dot
 */
public record UrlHost(String scheme, String userInfo, String written, String name) {
  public static final UrlHost NONE = new UrlHost("", "", "", "");

  /** The maximum length of a DNS name; a longer name cannot be resolved. */
  private static final int LONGEST_NAME = 253;

  /** Returns the host of an address with a scheme; {@link #isEmpty empty} when it has none. */
  public static UrlHost of(String url) {
    return UrlHostReader.read(url);
  }

  /** Returns the host of an address with or without a scheme, such as {@code proxy:8080}. */
  public static UrlHost ofAddress(String address) {
    UrlHost host = UrlHostReader.read(address);
    return host.scheme.isEmpty() ? UrlHostReader.readWithoutScheme(address) : host;
  }

  /** Returns the hosts of all addresses in a text. */
  public static List<UrlHost> in(String text) {
    return UrlHostReader.readAll(text);
  }

  public boolean isEmpty() {
    return written.isEmpty();
  }

  /** Returns true if the scheme is HTTP or WebSocket. */
  public boolean isWeb() {
    return UrlHostReader.WEB.contains(scheme);
  }

  /**
   * Returns true for a host that the client or the reader replaces. A reference before a domain
   * does not count: {@code ${TENANT}.acme.com} belongs to Acme for every tenant.
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

  /** Returns true for a placeholder of the reader's own host. */
  public boolean isPlaceholder() {
    if (KnownHosts.PLACEHOLDERS.contains(name) || isVariableName()) {
      return true;
    }
    int start = 0;
    for (int i = 0; i <= name.length() && start < LONGEST_NAME; i++) {
      if (i == name.length() || !Character.isLetterOrDigit(name.charAt(i))) {
        String word = name.substring(start, i);
        if (isPlaceholderWord(word) || KnownHosts.PLACEHOLDER_WORDS.contains(word)) {
          return true;
        }
        start = i + 1;
      }
    }
    return false;
  }

  /** Returns true for hosts such as {@code your-server-ip}, which must be replaced before use. */
  public boolean needsReplacement() {
    return isPlaceholderWord(name);
  }

  private static boolean isPlaceholderWord(String word) {
    return word.startsWith("your") || word.startsWith("xxxx");
  }

  /** Returns true for names such as {@code PROXY_HOST}, where the author meant the variable. */
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
        || reach() == Reachability.LOOPBACK;
  }

  /** Returns true if it is a cloud metadata service. */
  public boolean isMetadata() {
    return KnownHosts.METADATA.contains(name)
        || reach() == Reachability.METADATA
        || reachWithinName() == Reachability.METADATA;
  }

  /** Returns the reachability of the number in names such as {@code 169.254.169.254.nip.io}. */
  private Reachability reachWithinName() {
    String domain = domainIn(KnownHosts.NUMBERS_AS_NAMES);
    if (domain.isEmpty() || domain.length() == name.length()) {
      return Reachability.UNREACHABLE;
    }
    String head = name.substring(0, name.length() - domain.length() - 1).replace('-', '.');
    int start = head.length();
    for (int part = 0; part < 4 && start >= 0; part++) {
      start = head.lastIndexOf('.', start - 1);
    }
    Optional<IpNumber> number = IpNumber.of(head.substring(start + 1));
    return number.isPresent() ? number.get().reach() : Reachability.UNREACHABLE;
  }

  /** Returns true if it can only be in the local network; false for the machine itself. */
  public boolean isInLocalNetwork() {
    if (isNumber()) {
      Reachability reach = reach();
      return reach == Reachability.PRIVATE
          || reach == Reachability.LINK_LOCAL
          || reach == Reachability.SHARED;
    }
    return name.indexOf('.') < 0 || isIn(KnownHosts.LOCAL_NETWORK);
  }

  /** Returns the numeric address; empty for a name. */
  Optional<IpNumber> number() {
    return IpNumber.of(written.startsWith("[") ? written : name);
  }

  public boolean isNumber() {
    return number().isPresent();
  }

  /** Returns the reachability of a numeric address; {@link Reachability#UNREACHABLE} for a name. */
  public Reachability reach() {
    Optional<IpNumber> number = number();
    return number.isPresent() ? number.get().reach() : Reachability.UNREACHABLE;
  }

  /** Returns true if the host is one of some domains, or in one of them. */
  public boolean isIn(Set<String> domains) {
    return !domainIn(domains).isEmpty();
  }

  /** Returns the domain that the host equals or is in; empty when there is none. */
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
    /** Names of the machine itself, given by the machine or its container engine. */
    static final Set<String> LOOPBACK =
        WordListParser.set(
            """
            localhost localhost.localdomain ip6-localhost host.docker.internal gateway.docker.internal
            kubernetes.docker.internal host.containers.internal host.lima.internal host.orb.internal
            host.rancher-desktop.internal host.minikube.internal""");

    /** Names of the cloud services that provide a machine's own credentials. */
    static final Set<String> METADATA =
        WordListParser.set(
            """
            metadata.google.internal metadata.goog metadata.azure.internal instance-data.ec2.internal
            metadata.tencentyun.com metadata.platformequinix.com metadata.packet.net
            api.metadata.cloud.ibm.com""");

    /** Domains whose names contain a number and resolve to it. */
    static final Set<String> NUMBERS_AS_NAMES = Set.of("nip.io", "sslip.io", "xip.io");

    /** Suffixes of local networks (RFC 6762, RFC 8375, and common use). */
    static final Set<String> LOCAL_NETWORK =
        Set.of("internal", "local", "lan", "home", "home.arpa", "corp", "intranet", "localdomain");

    /** Complete hosts that documentation uses as placeholders. */
    static final Set<String> PLACEHOLDERS =
        WordListParser.set(
            """
            example example.com example.org example.net host hostname server domain domain.com
            mydomain.com company.com mycompany.com address url ip x.x.x.x 1.2.3.4""");

    static final Set<String> PLACEHOLDER_WORDS =
        Set.of("your", "yours", "votre", "deine", "placeholder", "changeme", "replaceme", "xxx");

    private KnownHosts() {}
  }
}
