package io.svc.server.policies;

import io.svc.rules.WordBlock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The templates that come with the server. Read once, when they are first asked for. */
public final class Templates {
  /** Their files, in the order in which they are offered. */
  static final List<String> FILES =
      WordBlock.list(
          """
          secrets-in-arguments pii-egress cloud-metadata destructive-sql shell-in-container payments
          bulk-export unknown-mcp-server off-hours cross-agent-calls egress-allow-list
          production-writes private-network runaway-session mail-to-outside tainted-session""");

  private Templates() {}

  public static List<Template> all() {
    return Read.ALL;
  }

  /** The template of an id such as {@code tpl_pii_egress}. */
  public static Optional<Template> find(String id) {
    return Optional.ofNullable(Read.BY_ID.get(id));
  }

  private static final class Read {
    static final List<Template> ALL = FILES.stream().map(TemplateFile::read).toList();
    static final Map<String, Template> BY_ID =
        ALL.stream().collect(Collectors.toMap(Template::id, Function.identity()));
  }
}
