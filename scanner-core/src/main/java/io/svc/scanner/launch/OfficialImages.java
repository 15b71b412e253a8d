package io.svc.scanner.launch;

import io.svc.rules.WordBlock;
import java.util.Set;

/**
 * The images that Docker Hub has without a namespace. Nobody but Docker can publish there, so any
 * other name of that kind is a build on one's own machine.
 */
final class OfficialImages {
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
