package io.svc.scanner.fix;

import java.util.List;
import java.util.Random;

/** Draws files of Goose and Continue. */
final class YamlDraft extends ConfigDraft {
  YamlDraft(Random random, String label) {
    super(random, label);
  }

  @Override
  String text() {
    return label.equals("goose") ? goose() : continueYaml();
  }

  private String goose() {
    StringBuilder text =
        new StringBuilder("GOOSE_MODE: approve" + comment("#", "") + "\nextensions:\n");
    for (int i = 0; i <= random.nextInt(3); i++) {
      text.append("  srv").append(i).append(":").append(comment("#", "")).append("\n");
      String keys =
          List.of(
                  "",
                  "    env_keys: []\n",
                  "    env_keys:\n      - OTHER\n",
                  "    env_keys: [OTHER]\n")
              .get(random.nextInt(4));
      text.append("    type: stdio\n    cmd: a-mcp\n").append(random.nextBoolean() ? keys : "");
      boolean hasKeys = text.indexOf("env_keys", text.lastIndexOf("  srv")) > 0;
      String token = "TOKEN_" + random.nextInt(1_000_000) + ": " + yaml(token());
      String pass = "DB_PASSWORD_" + random.nextInt(1_000_000) + ": " + yaml(password());
      text.append(
          switch (random.nextInt(3)) {
            case 0 -> "    envs:\n      LOG: info\n      " + token + "\n      " + pass + "\n";
            case 1 -> "    envs:\n      " + token + comment("#", "") + "\n      " + pass + "\n";
            default ->
                "    envs: {A: x, "
                    + token
                        .replaceAll(": (.*)", ": \"$1\"")
                        .replace("\"\"", "\"")
                        .replace("'\"", "\"")
                        .replace("\"'", "\"")
                    + "}\n    x: {"
                    + pass.substring(0, 3)
                    + ": 1}\n";
          });
      text.append(hasKeys ? "" : keys).append("    enabled: true\n");
    }
    return text.toString();
  }

  private String yaml(String value) {
    boolean isPlain = value.matches("[A-Za-z0-9_-]+");
    return switch (random.nextInt(3)) {
      case 0 -> isPlain ? value : "'" + value + "'";
      case 1 -> "'" + value + "'";
      default -> ScalarText.quoted(value);
    };
  }

  private String continueYaml() {
    StringBuilder text = new StringBuilder("name: x" + comment("#", "") + "\nmcpServers:\n");
    for (int i = 0; i <= random.nextInt(3); i++) {
      text.append("  - name: srv")
          .append(i)
          .append("\n    command: npx\n    args:\n      - -y\n")
          .append("      - a-mcp@1.0.0\n      - --api-key\n      - ")
          .append(yaml(secret()))
          .append(comment("#", ""))
          .append("\n    env:\n      API_TOKEN: ")
          .append(random.nextBoolean() ? yaml(token()) : "|-\n        " + token())
          .append("\n      URL: ")
          .append("postgres://app:" + plainPassword() + "@db.acme.internal/app\n");
    }
    return text.toString();
  }
}
