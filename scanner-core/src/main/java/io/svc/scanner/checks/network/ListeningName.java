package io.svc.scanner.checks.network;

import io.svc.rules.WordBlock;
import io.svc.scanner.redact.FieldName;
import java.util.List;
import java.util.Set;

/** Tells from the name of an option or a variable whether it holds an address to listen on. */
final class ListeningName {
  private static final Set<String> ADDRESS =
      WordBlock.set(
          """
          host hostname bind binding listen listener address addr interface iface ip inet""");

  /** Words that say it of a whole URL too; the host of another URL is one that is called. */
  private static final Set<String> LISTENING = Set.of("bind", "binding", "listen", "listener");

  /** Options that are called after what is served at the address. */
  private static final Set<String> SERVED = Set.of("http", "https", "sse", "grpc", "ws", "web");

  private static final Set<String> SHORT_OPTIONS =
      Set.of("-b", "-l", "-a", "-h", "-H", "-i", "-S", "-L", "-R");

  /** Words of what is called, filtered or forwarded to. */
  private static final Set<String> OTHER =
      WordBlock.set(
          """
          allow allowed trusted cors origin origins exclude deny remote target upstream backend
          destination peer connect client db database redis postgres postgresql pg mysql mariadb
          mongo mongodb ollama lmstudio llm qdrant chroma chromadb milvus weaviate neo4j elastic
          elasticsearch opensearch typesense meilisearch solr kafka rabbitmq amqp nats mqtt
          clickhouse influxdb memcached cassandra couchdb dynamodb minio emulator docker smtp imap
          mail email ftp sftp ldap""");

  private ListeningName() {}

  /** Whether an address under this name is one to listen on. */
  static boolean takesAddress(String name) {
    if (SHORT_OPTIONS.contains(name)) {
      return true;
    }
    List<String> words = FieldName.of(name).words();
    return !hasAny(words, OTHER)
        && (hasAny(words, ADDRESS) || (name.startsWith("-") && hasAny(words, SERVED)));
  }

  /** Whether a URL under this name is one to listen on. */
  static boolean takesUrl(String name) {
    List<String> words = FieldName.of(name).words();
    boolean isDotnet =
        words.contains("urls")
            && (words.size() == 1 || words.contains("aspnetcore") || words.contains("dotnet"));
    return !hasAny(words, OTHER) && (hasAny(words, LISTENING) || isDotnet);
  }

  private static boolean hasAny(List<String> words, Set<String> wanted) {
    for (String word : words) {
      if (wanted.contains(word)) {
        return true;
      }
    }
    return false;
  }
}
