package io.svc.scanner.detect;

import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.redact.FoundSecret;
import io.svc.scanner.redact.Redactor;
import io.svc.scanner.redact.SecretFinder;
import io.svc.scanner.redact.SecretFormatMatcher;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Input of the detectors: a config file and values derived from it that several detectors use.
 * Created for one scan of one file; not thread-safe.
 */
public final class DetectionSubject {
  private final McpConfig config;
  private final LocalMachine machine;
  private final List<FoundSecret> secrets;
  private final IdentityHashMap<McpServer, ServerFacts> facts = new IdentityHashMap<>();
  private final Redactor redactor;
  private @Nullable InstructionText instructions;

  /**
   * Creates the input.
   *
   * @param formats known secret formats
   * @param machine facts other than the file's content
   */
  public DetectionSubject(McpConfig config, SecretFormatMatcher formats, LocalMachine machine) {
    this.config = config;
    this.machine = machine;
    List<FoundSecret> found = new SecretFinder(formats).find(config);
    this.redactor = new Redactor(formats, found);
    this.secrets = config.isInstructions() ? withoutExamples(found) : List.copyOf(found);
  }

  private static List<FoundSecret> withoutExamples(List<FoundSecret> found) {
    List<FoundSecret> secrets = new ArrayList<>();
    for (FoundSecret secret : found) {
      if (!SecretFinder.isExample(secret)) {
        secrets.add(secret);
      }
    }
    return secrets;
  }

  /** Returns the file. */
  public McpConfig config() {
    return config;
  }

  /** Returns the literal secrets of the file, without passwords in the examples of a text. */
  public List<FoundSecret> secrets() {
    return secrets;
  }

  /** Returns the redactor that makes text of the file safe to print. */
  public Redactor redactor() {
    return redactor;
  }

  /** Returns the parts of a text for the model; a configuration has none. */
  public InstructionText instructions() {
    if (instructions == null) {
      instructions = InstructionText.of(config);
    }
    return instructions;
  }

  /**
   * Returns all commands that the start of a server runs, outermost first; empty for a remote
   * server.
   */
  public List<Launch> commands(McpServer server) {
    return facts(server).commands();
  }

  /** Returns the cached facts about a server. */
  public ServerFacts facts(McpServer server) {
    ServerFacts cached = facts.get(server);
    if (cached == null) {
      cached = new ServerFacts(server);
      facts.put(server, cached);
    }
    return cached;
  }

  /** Returns the source of facts other than the file's content. */
  public LocalMachine machine() {
    return machine;
  }
}
