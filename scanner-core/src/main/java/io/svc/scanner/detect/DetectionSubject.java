package io.svc.scanner.detect;

import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.redact.FoundSecret;
import io.svc.scanner.redact.Redactor;
import io.svc.scanner.redact.SecretFinder;
import io.svc.scanner.redact.SecretFormats;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * What the detectors look at: one config file, and what several of them need of it. Made for one
 * scan of one file, in one thread.
 */
public final class DetectionSubject {
  private final McpConfig config;
  private final LocalMachine machine;
  private final List<FoundSecret> secrets;
  private final IdentityHashMap<McpServer, ServerFacts> facts = new IdentityHashMap<>();
  private final Redactor redactor;

  /**
   * A subject.
   *
   * @param formats the known formats of secrets
   * @param machine what detectors may ask beyond the file's content
   */
  public DetectionSubject(McpConfig config, SecretFormats formats, LocalMachine machine) {
    this.config = config;
    this.machine = machine;
    this.secrets = List.copyOf(new SecretFinder(formats).find(config));
    this.redactor = new Redactor(formats, secrets);
  }

  /** The file. */
  public McpConfig config() {
    return config;
  }

  /** Its literal secrets. */
  public List<FoundSecret> secrets() {
    return secrets;
  }

  /** Makes text of the file fit for print. */
  public Redactor redactor() {
    return redactor;
  }

  /** Every command that starting a server runs, the outermost first; none for a remote server. */
  public List<Launch> commands(McpServer server) {
    return facts(server).commands();
  }

  /** What several detectors need of a server, worked out once. */
  public ServerFacts facts(McpServer server) {
    ServerFacts known = facts.get(server);
    if (known == null) {
      known = new ServerFacts(server);
      facts.put(server, known);
    }
    return known;
  }

  /** What can be asked beyond the file's content. */
  public LocalMachine machine() {
    return machine;
  }
}
