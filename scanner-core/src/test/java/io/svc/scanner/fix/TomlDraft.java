package io.svc.scanner.fix;

import java.util.Random;

/** Draws files of Codex. */
final class TomlDraft extends ConfigDraft {
  TomlDraft(Random random, String label) {
    super(random, label);
  }

  @Override
  String text() {
    StringBuilder text = new StringBuilder("model = \"gpt-5\"" + comment("#", "") + "\n\n");
    for (int i = 0; i <= random.nextInt(3); i++) {
      String name = random.nextBoolean() ? "srv" + i : "\"srv " + i + "\"";
      text.append(
          switch (random.nextInt(4)) {
            case 0 -> tomlTables(name);
            case 1 -> tomlInline(name);
            case 2 -> tomlDotted(name);
            default -> tomlRemote(name);
          });
      text.append('\n');
    }
    return text.toString();
  }

  private String toml(String value) {
    boolean isLiteral = random.nextBoolean() && value.indexOf('\'') < 0;
    return isLiteral ? "'" + value + "'" : ScalarText.quoted(value);
  }

  private String tomlTables(String name) {
    String head = "[mcp_servers." + name + "]";
    return head
        + comment("#", "")
        + "\ncommand = 'npx'\nargs = [\n  \"-y\", # first\n  \"a-mcp@1.0.0\",\n]\n"
        + (random.nextBoolean() ? "env_vars = [\"HOME\"]\n" : "")
        + "\n[mcp_servers."
        + name
        + ".env]\nLOG_LEVEL = \"info\"\n"
        + "  API_TOKEN_"
        + random.nextInt(1_000_000)
        + " = "
        + toml(secret())
        + comment("#", "")
        + "\n"
        + "DB_PASSWORD_"
        + random.nextInt(1_000_000)
        + " = "
        + toml(password())
        + "\n";
  }

  private String tomlInline(String name) {
    return "[mcp_servers."
        + name
        + "]\ncommand = \"npx\"\nenv = { A = \"1\", TOKEN_"
        + random.nextInt(1_000_000)
        + " = "
        + toml(token())
        + (random.nextBoolean() ? ", B = 'x'" : "")
        + " }"
        + comment("#", "")
        + "\n";
  }

  private String tomlDotted(String name) {
    return "[mcp_servers."
        + name
        + "]\ncommand = \"npx\"\nenv.LOG = \"1\"\nenv.SECRET_KEY_"
        + random.nextInt(1_000_000)
        + " = "
        + toml(secret())
        + "\n";
  }

  private String tomlRemote(String name) {
    String headers =
        "Authorization = " + toml("Bearer " + secret()) + ", \"X-Api-Key\" = " + toml(secret());
    String knownName = random.nextBoolean() ? "env_http_headers = { \"X-Id\" = \"MY_ID\" }\n" : "";
    return "[mcp_servers."
        + name
        + "]\nurl = \"https://mcp.acme.example/mcp\"\n"
        + knownName
        + "http_headers = { "
        + headers
        + " }\nenabled = true\n";
  }
}
