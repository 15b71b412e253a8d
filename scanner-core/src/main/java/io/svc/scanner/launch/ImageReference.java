package io.svc.scanner.launch;

import io.svc.rules.WordBlock;
import io.svc.scanner.redact.References;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The name by which a registry knows a container image, parted as the engines part it.
 *
 * @param name registry and repository, in lower case, without Docker Hub's own name in front
 * @param tag empty when there is none
 * @param digest the whole digest that names one image for ever, such as {@code sha256:<hex>}; empty
 *     when there is none
 */
public record ImageReference(String name, String tag, String digest) {
  /** How exactly a reference says which image is run. */
  public enum Pin {
    DIGEST,
    VERSION,
    FLOATING
  }

  private static final List<String> DOCKER_HUB =
      List.of(
          "docker.io/", "index.docker.io/", "registry-1.docker.io/", "registry.hub.docker.com/");

  /** Beginnings of what is on this machine already: own builds, own registries, archives. */
  private static final List<String> LOCAL =
      WordBlock.list(
          """
          localhost/ / ./ ../ sha256: oci: oci-archive: docker-archive: containers-storage:
          dir:""");

  /** Tags that are moved on with every release or build. */
  private static final Set<String> MOVING_TAGS =
      WordBlock.set(
          """
          latest main master trunk head tip dev develop development edge nightly daily canary next
          snapshot beta alpha rc preview experimental unstable testing test staging stable release
          current lts mainline rolling prod production""");

  private static final int SHORTEST_ID = 12;
  private static final int SHA256 = 64;

  /**
   * The reference that a word is; empty for what is filled in later, and for what no registry
   * serves.
   */
  public static Optional<ImageReference> of(String word) {
    String text = word.strip();
    text = text.startsWith("docker://") ? text.substring("docker://".length()) : text;
    String literal = References.without(text);
    if (literal.length() < text.length()) {
      // Of ${REGISTRY}/acme/mcp:1.0 and ${IMAGE}:latest enough is literal; of acme/mcp:${TAG} not.
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
    // A colon before the last slash stands before a registry's port.
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
    // main-amd64 and latest-alpine3.20 move too; a tag without a digit names no version.
    boolean isWord = end == lower.length() || !Character.isDigit(lower.charAt(end));
    boolean isMoving = isWord && MOVING_TAGS.contains(lower.substring(0, end));
    return hasDigit && !isMoving ? Pin.VERSION : Pin.FLOATING;
  }

  /**
   * Whether only a build on this machine can bear the name: it is in a registry here, or has no
   * namespace, and Docker Hub has no image of that name.
   */
  public boolean isOwnBuild() {
    boolean isOnThisMachine = name.startsWith("localhost:") || name.startsWith("127.0.0.1:");
    boolean isBare = !name.isEmpty() && name.indexOf('/') < 0;
    return isOnThisMachine || (isBare && !OfficialImages.has(name));
  }

  /** An image's own id, which is a digest, or the beginning of one. */
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
   * Docker Hub's images without a namespace. Only Docker publishes them, so any other name without
   * a namespace is a local build.
   */
  private static final class OfficialImages {
    private static final Set<String> NAMES =
        WordBlock.set(
            """
            adminer almalinux alpine amazoncorretto amazonlinux archlinux bash buildpack-deps busybox
            caddy cassandra centos clickhouse composer couchbase couchdb dart debian docker
            eclipse-temurin elasticsearch elixir erlang fedora ghost golang gradle haproxy haskell
            hello-world httpd influxdb julia kibana kong mariadb maven memcached mongo mysql nats
            neo4j nextcloud nginx node openjdk perl php postgres pypy python r-base rabbitmq redis
            registry rockylinux ruby rust solr sonarqube swift tomcat traefik ubuntu valkey vault
            wordpress zookeeper""");

    private OfficialImages() {}

    /** Whether Docker Hub has an image of that name, in lower case. */
    static boolean has(String name) {
      return NAMES.contains(name);
    }
  }
}
