package io.svc.scanner.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Draws files in JSON, with and without comments. */
final class JsonDraft extends ConfigDraft {
  JsonDraft(Random random, String label) {
    super(random, label);
  }

  @Override
  String text() {
    boolean isTight = !hasComments && random.nextInt(5) == 0;
    List<String> servers = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(4); i++) {
      servers.add("\"srv " + (char) ('a' + i) + "/" + i + "\": " + jsonServer());
    }
    String key =
        label.equals("vscode") ? "servers" : label.equals("opencode") ? "mcp" : "mcpServers";
    List<String> members = new ArrayList<>();
    if (random.nextBoolean()) {
      members.add("\"theme\": \"dark\\u00e9 \uD83D\uDE00\"");
    }
    if (label.equals("vscode") && random.nextBoolean()) {
      members.add(
          random.nextBoolean()
              ? "\"inputs\": []"
              : "\"inputs\": [{ \"id\": \"old\", \"type\": \"promptString\", \"password\": true }"
                  + (hasComments ? "," : "")
                  + "]");
    }
    members.add("\"" + key + "\": " + object(servers, 1));
    if (random.nextBoolean()) {
      members.add("\"more\": [1, {\"x\": null}]");
    }
    String text = object(members, 0);
    return isTight ? text.replaceAll("\n[ \t]*", "").replace("\": ", "\":") : text + "\n";
  }

  private String object(List<String> members, int depth) {
    String line = "\n" + unit.repeat(depth + 1);
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < members.size(); i++) {
      boolean isLast = i == members.size() - 1;
      String comma = isLast ? hasComments && random.nextInt(3) == 0 ? "," : "" : ",";
      text.append(comment("//", ""))
          .append(line)
          .append(members.get(i).replace("\n", "\n"))
          .append(hasComments && random.nextInt(6) == 0 ? " /* , } */" : "")
          .append(comma);
    }
    return text.append("\n").append(unit.repeat(depth)).append("}").toString();
  }

  private String jsonServer() {
    boolean isOpencode = label.equals("opencode");
    List<String> members = new ArrayList<>();
    if (random.nextInt(3) == 0) {
      members.add(
          "\"url\": " + quoted("https://mcp.acme.example/mcp?api_key=" + secret() + "&x=1"));
      members.add(
          "\"headers\": {\"Authorization\": "
              + quoted("Bearer " + secret())
              + ", \"X-Api-Key\": "
              + quoted(secret())
              + "}");
    } else {
      members.add(
          "\"command\": " + (isOpencode ? "[\"npx\", \"-y\", \"a-mcp@1.0.0\"]" : "\"npx\""));
      if (!isOpencode) {
        members.add(
            "\"args\": [\"-y\", \"a-mcp@1.0.0\", \"--api-key\", "
                + quoted(secret())
                + ", "
                + quoted("--token=" + token())
                + "]");
      }
      List<String> variables = new ArrayList<>();
      variables.add("\"LOG_LEVEL\": \"info\"");
      variables.add("\"API_TOKEN\": " + quoted(random.nextBoolean() ? secret() : token()));
      variables.add(
          "\"DATABASE_URL\": "
              + quoted("postgres://app:" + plainPassword() + "@db.acme.internal/app"));
      variables.add("\"DB_PASSWORD\": " + quoted(isOpencode ? plainPassword() : password()));
      members.add((isOpencode ? "\"environment\": " : "\"env\": ") + object(variables, 3));
    }
    return object(members, 2);
  }

  private String quoted(String value) {
    String quoted = ScalarText.quoted(value);
    // The same text, spelt with an escape.
    return random.nextInt(5) == 0 ? quoted.replaceFirst("e", "\\\\u0065") : quoted;
  }
}
