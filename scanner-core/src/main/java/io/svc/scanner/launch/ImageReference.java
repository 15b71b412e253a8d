package io.svc.scanner.launch;

import io.svc.rules.WordListParser;
import io.svc.scanner.redact.References;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A reference to a container image, parsed like the engines parse it.
 *
 * @param name registry and repository in lowercase, without the prefix of Docker Hub
 * @param tag tag; empty when there is none
 * @param digest complete, immutable digest, such as {@code sha256:<hex>}; empty when there is none
 */
public record ImageReference(String name, String tag, String digest) {
  /** How precisely a reference identifies the image. */
  public enum Pin {
    DIGEST,
    VERSION,
    FLOATING
  }

  private static final List<String> DOCKER_HUB =
      List.of(
          "docker.io/", "index.docker.io/", "registry-1.docker.io/", "registry.hub.docker.com/");

  /** Prefixes of local images: own builds, own registries, archives. */
  private static final List<String> LOCAL =
      WordListParser.list(
          """
          localhost/ / ./ ../ sha256: oci: oci-archive: docker-archive: containers-storage:
          dir:""");

  /** Tags that move with each release or build. */
  private static final Set<String> MOVING_TAGS =
      WordListParser.set(
          """
          latest main master trunk head tip dev develop development edge nightly daily canary next
          snapshot beta alpha rc preview experimental unstable testing test staging stable release
          current lts mainline rolling prod production""");

  private static final int SHORTEST_ID = 12;
  private static final int SHA256 = 64;

  /**
   * Parses a word; empty for a reference that is resolved later, and for a name that no registry
   * serves.
   */
  public static Optional<ImageReference> of(String word) {
    String text = word.strip();
    text = text.startsWith("docker://") ? text.substring("docker://".length()) : text;
    String literal = References.without(text);
    if (literal.length() < text.length()) {
      // ${REGISTRY}/acme/mcp:1.0 and ${IMAGE}:latest have sufficient literal parts; acme/mcp:${TAG}
      // has not.
      boolean isEnough =
          text.endsWith(literal) && (literal.startsWith("/") || literal.startsWith(":"));
      return isEnough ? Optional.of(parted(literal)) : Optional.empty();
    }
    boolean isLocal = text.isEmpty() || isId(text);
    for (String start : LOCAL) {
      isLocal |= text.startsWith(start);
    }
    boolean isTemplate = text.indexOf('<') >= 0 || text.indexOf('{') >= 0 || text.indexOf('[') >= 0;
    return isLocal || isTemplate ? Optional.empty() : Optional.of(parted(text));
  }

  private static ImageReference parted(String text) {
    int at = text.indexOf('@');
    String tagged = at < 0 ? text : text.substring(0, at);
    // A colon before the last slash precedes the registry's port.
    int colon = tagged.indexOf(':', tagged.lastIndexOf('/') + 1);
    String name = colon < 0 ? tagged : tagged.substring(0, colon);
    String lower = name.toLowerCase(Locale.ROOT);
    for (String hub : DOCKER_HUB) {
      lower = lower.startsWith(hub) ? lower.substring(hub.length()) : lower;
    }
    return new ImageReference(
        lower.startsWith("library/") ? lower.substring("library/".length()) : lower,
        colon < 0 ? "" : tagged.substring(colon + 1),
        at >= 0 && isDigest(text.substring(at + 1))
            ? text.substring(at + 1).toLowerCase(Locale.ROOT)
            : "");
  }

  public Pin pin() {
    if (!digest.isEmpty()) {
      return Pin.DIGEST;
    }
    String lower = tag.toLowerCase(Locale.ROOT);
    int end = 0;
    boolean hasDigit = false;
    for (int i = 0; i < lower.length(); i++) {
      hasDigit |= Character.isDigit(lower.charAt(i));
      end = end == i && Character.isLetter(lower.charAt(i)) ? i + 1 : end;
    }
    // Tags such as main-amd64 and latest-alpine3.20 also move. A tag without a digit is not a
    // version.
    boolean isWord = end == lower.length() || !Character.isDigit(lower.charAt(end));
    boolean isMoving = isWord && MOVING_TAGS.contains(lower.substring(0, end));
    return hasDigit && !isMoving ? Pin.VERSION : Pin.FLOATING;
  }

  /**
   * Returns true if only a local build can have the name: its registry is local, or it has no
   * namespace and is not an image of Docker Hub.
   */
  public boolean isLocalBuild() {
    boolean isOnThisMachine = name.startsWith("localhost:") || name.startsWith("127.0.0.1:");
    boolean isBare = !name.isEmpty() && name.indexOf('/') < 0;
    return isOnThisMachine || (isBare && !OfficialImages.has(name));
  }

  /** Returns true for an image id, which is a digest or the start of one. */
  private static boolean isId(String text) {
    return text.length() >= SHORTEST_ID && text.length() <= SHA256 && isHex(text);
  }

  private static boolean isDigest(String text) {
    int colon = text.indexOf(':');
    return colon > 0 && text.length() - colon - 1 >= SHA256 && isHex(text.substring(colon + 1));
  }

  private static boolean isHex(String text) {
    boolean hasDigit = false;
    for (int i = 0; i < text.length(); i++) {
      if (Character.digit(text.charAt(i), 16) < 0) {
        return false;
      }
      hasDigit |= Character.isDigit(text.charAt(i));
    }
    return hasDigit;
  }

  /**
   * Docker Hub's images without a namespace. Only Docker publishes such images, so any other name
   * without a namespace is a local build.
   */
  private static final class OfficialImages {
    private static final Set<String> NAMES =
        WordListParser.set(
            """
            adminer almalinux alpine amazoncorretto amazonlinux archlinux bash buildpack-deps busybox
            caddy cassandra centos clickhouse composer couchbase couchdb dart debian docker
            eclipse-temurin elasticsearch elixir erlang fedora ghost golang gradle haproxy haskell
            hello-world httpd influxdb julia kibana kong mariadb maven memcached mongo mysql nats
            neo4j nextcloud nginx node openjdk perl php postgres pypy python r-base rabbitmq redis
            registry rockylinux ruby rust solr sonarqube swift tomcat traefik ubuntu valkey vault
            wordpress zookeeper""");

    private OfficialImages() {}

    /** Returns true if Docker Hub has an image with this lowercase name. */
    static boolean has(String name) {
      return NAMES.contains(name);
    }
  }
}
