package io.svc.scanner.checks.network;

import io.svc.scanner.address.UrlHost;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.launch.ServerAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An unencrypted server address, as input for fixes.
 *
 * @param origin value of the file that contains it
 * @param url address as written
 * @param obstacle reason why encryption cannot be enabled there; empty if there is none
 */
public record PlainAddress(
    String server, ConfigText origin, String url, Optional<String> obstacle) {
  /** Type of the findings about such addresses. */
  public static final String FINDING_TYPE = "insecure_transport";

  /** Returns all unencrypted addresses of a file, in the order of the servers. */
  public static List<PlainAddress> in(DetectionSubject subject) {
    List<PlainAddress> found = new ArrayList<>();
    for (McpServer server : subject.config().servers()) {
      Set<String> seen = new HashSet<>();
      for (ServerAddress address : subject.facts(server).addresses()) {
        String identity = address.origin().location().pointer() + '\n' + address.url();
        if (InsecureTransportDetector.isPlainRemote(address.host()) && seen.add(identity)) {
          found.add(
              new PlainAddress(
                  server.name(),
                  address.origin(),
                  address.url(),
                  obstacle(address.host(), address.url())));
        }
      }
    }
    return found;
  }

  private static Optional<String> obstacle(UrlHost host, String url) {
    if (host.isInLocalNetwork()) {
      return Optional.of("the host is in a private network, where certificates are rare");
    }
    int end = url.indexOf(host.written()) + host.written().length();
    boolean isPort80 =
        url.startsWith(":80", end)
            && (url.length() == end + 3 || !Character.isDigit(url.charAt(end + 3)));
    return isPort80
        ? Optional.of("the address uses port 80, which does not support TLS")
        : Optional.empty();
  }

  /** Returns the address with encryption. */
  public String secured() {
    int mark = url.indexOf("://");
    String scheme = url.substring(0, mark);
    return scheme
        + (Character.isUpperCase(scheme.charAt(scheme.length() - 1)) ? "S" : "s")
        + url.substring(mark);
  }
}
