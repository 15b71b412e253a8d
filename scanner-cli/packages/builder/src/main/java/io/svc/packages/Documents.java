package io.svc.packages;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The manual page and the completions, as printed by the command. */
enum Documents {
  MANUAL("share/man/man1/svc-preflight.1", "man"),
  BASH("share/bash-completion/completions/svc-preflight", "completion bash"),
  ZSH("share/zsh/vendor-completions/_svc-preflight", "completion zsh"),
  FISH("share/fish/vendor_completions.d/svc-preflight.fish", "completion fish");

  private final String path;
  private final String command;

  Documents(String path, String command) {
    this.path = path;
    this.command = command;
  }

  /** Returns the path relative to {@code /usr} and to the image. */
  String path() {
    return path;
  }

  /** Runs the command of an image for each document and writes the output below a directory. */
  static void write(Path image, Path directory) throws IOException, InterruptedException {
    for (Documents document : values()) {
      List<String> line = new ArrayList<>();
      line.add(image.resolve("bin/svc-preflight").toString());
      line.addAll(List.of(document.command.split(" ")));
      String text = Tools.run(line);
      if (text.isBlank()) {
        throw new IOException("Nothing was printed by " + String.join(" ", line));
      }
      Path file = directory.resolve(document.path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text, StandardCharsets.UTF_8);
    }
  }
}
