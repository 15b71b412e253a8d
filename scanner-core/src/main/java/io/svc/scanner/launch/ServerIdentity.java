package io.svc.scanner.launch;

import io.svc.rules.Ecosystem;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.Word;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Computes the identity of a server, independent of how it is launched: the package without
 * version, the image without tag, the program with its script, the address without query. Entries
 * with equal names and identities are copies. With equal names and different identities, one entry
 * replaces the other.
 */
public final class ServerIdentity {
  private ServerIdentity() {}

  public static String of(McpServer server) {
    if (!server.isLocal()) {
      Optional<ConfigText> url = server.url();
      return url.isPresent() ? "url " + address(url.get().text()) : "nothing";
    }
    List<Launch> commands = Commands.of(server);
    for (Launch launch : commands) {
      Optional<PackageSpec> spec = PackageSpec.of(launch);
      if (spec.isPresent()) {
        Ecosystem ecosystem = spec.get().ecosystem();
        return ecosystem.label() + " " + ecosystem.normal(spec.get().name()) + target(launch);
      }
      Optional<ContainerRun> run = ContainerRun.of(launch);
      if (run.isPresent() && run.get().image().isPresent()) {
        String image = run.get().image().get().text();
        Optional<ImageReference> reference = ImageReference.of(image);
        String name = reference.isPresent() ? reference.get().name() : image;
        return "image " + name + target(launch);
      }
    }
    return program(commands.get(commands.size() - 1));
  }

  /** Returns the target of a bridge, which is part of the server's identity. */
  private static String target(Launch launch) {
    for (Word word : launch.arguments()) {
      String text = word.text();
      if (text.regionMatches(true, 0, "http://", 0, 7)
          || text.regionMatches(true, 0, "https://", 0, 8)) {
        return " " + address(text);
      }
    }
    return "";
  }

  private static String program(Launch launch) {
    for (Word word : launch.arguments()) {
      if (!word.text().startsWith("-")) {
        return "program " + launch.program() + " " + word.text();
      }
    }
    return "program " + launch.program();
  }

  private static String address(String url) {
    int end = 0;
    while (end < url.length() && url.charAt(end) != '?' && url.charAt(end) != '#') {
      end++;
    }
    boolean hasSlash = end > 0 && url.charAt(end - 1) == '/';
    return url.substring(0, hasSlash ? end - 1 : end).toLowerCase(Locale.ROOT);
  }
}
