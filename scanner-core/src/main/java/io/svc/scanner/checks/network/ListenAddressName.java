package io.svc.scanner.checks.network;

import io.svc.rules.WordListParser;
import io.svc.scanner.redact.FieldName;
import java.util.List;
import java.util.Set;

/** Determines by the name of an option or a variable whether its value is a listening address. */
final class ListenAddressName {
  private static final Set<String> ADDRESS =
      WordListParser.set(
          """
          host hostname bind binding listen listener address addr interface iface ip inet""");

  /** Words that also mark a complete URL as a listening address. Other URLs are called. */
  private static final Set<String> LISTENING = Set.of("bind", "binding", "listen", "listener");

  /** Options named after the protocol that is served at the address. */
  private static final Set<String> SERVED = Set.of("http", "https", "sse", "grpc", "ws", "web");

  private static final Set<String> SHORT_OPTIONS =
      Set.of("-b", "-l", "-a", "-h", "-H", "-i", "-S", "-L", "-R");

  /** Words for addresses that are called, filtered or forwarded to. */
  private static final Set<String> OTHER =
      WordListParser.set(
          """
          allow allowed trusted cors origin origins exclude deny remote target upstream backend
          destination peer connect client db database redis postgres postgresql pg mysql mariadb
          mongo mongodb ollama lmstudio llm qdrant chroma chromadb milvus weaviate neo4j elastic
          elasticsearch opensearch typesense meilisearch solr kafka rabbitmq amqp nats mqtt
          clickhouse influxdb memcached cassandra couchdb dynamodb minio emulator docker smtp imap
          mail email ftp sftp ldap""");

  private ListenAddressName() {}

  /** Returns whether the value of a name is a listening address. */
  static boolean denotesAddress(String name) {
    if (SHORT_OPTIONS.contains(name)) {
      return true;
    }
    List<String> words = FieldName.of(name).words();
    return !hasAny(words, OTHER)
        && (hasAny(words, ADDRESS) || (name.startsWith("-") && hasAny(words, SERVED)));
  }

  /** Returns whether the value of a name is a listening URL. */
  static boolean denotesUrl(String name) {
    List<String> words = FieldName.of(name).words();
    boolean isDotnet =
        words.contains("urls")
            && (words.size() == 1 || words.contains("aspnetcore") || words.contains("dotnet"));
    return !hasAny(words, OTHER) && (hasAny(words, LISTENING) || isDotnet);
  }

  private static boolean hasAny(List<String> words, Set<String> candidates) {
    for (String word : words) {
      if (candidates.contains(word)) {
        return true;
      }
    }
    return false;
  }
}
