package detection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A kind of value.
 *
 * @param family the line of the table that it counts in
 * @param name the environment variable that usually contains it
 * @param form the form of the value, such as {@code TOKEN}; README.md lists all forms
 * @param isSelfEvident whether it is a credential, or none, without regard to its name
 */
record Kind(String family, String name, String template, String form, boolean isSelfEvident) {
  /**
   * All of a data file. A row that begins with {@code #} has what applies to the rows after it:
   * family, form, whether they are self-evident, how often each is drawn, and names when the cells
   * have none. In a connection string, {@code %P} is a password in percent-encoding, {@code ~P} one
   * without; there are random passwords and those that a person chose.
   */
  static List<Kind> read(String file) {
    List<Kind> kinds = new ArrayList<>();
    List<String> section = List.of();
    for (List<String> row : Rows.of(file)) {
      if (row.get(0).equals("#")) {
        section = row;
      } else {
        for (String cell : row) {
          add(section, cell, kinds);
        }
      }
    }
    return kinds;
  }

  private static void add(List<String> section, String cell, List<Kind> kinds) {
    String[] names = section.size() > 5 ? section.get(5).split(",") : new String[0];
    String named = names.length == 0 ? cell : names[kinds.size() % names.length] + "=" + cell;
    String name = named.substring(0, named.indexOf('='));
    String template = named.substring(name.length() + 1);
    boolean isSelfEvident = section.get(3).equals("evident");
    List<String> passwords =
        template.matches(".*[%~]P.*") ? List.of("{b20}", "{!phrase}") : List.of("");
    for (String password : passwords) {
      String filled =
          template
              .replace("%P", "{!percent:" + password + "}")
              .replace("~P", "{!plain:" + password + "}");
      Kind kind = new Kind(section.get(1), name, filled, section.get(2), isSelfEvident);
      kinds.addAll(Collections.nCopies(Integer.parseInt(section.get(4)), kind));
    }
  }

  String id() {
    return String.format("%.60s", name + " " + template);
  }

  /** The option of a server for it, such as {@code --github-token}. */
  String flag() {
    return "--" + name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The name in JSON and in queries, such as {@code githubToken}. */
  String camel() {
    String header = header().replace("-", "").substring(1);
    return Character.toLowerCase(header.charAt(0)) + header.substring(1);
  }

  /** The name as a header, such as {@code X-Github-Token}. */
  String header() {
    StringBuilder header = new StringBuilder("X");
    for (String word : name.toLowerCase(Locale.ROOT).split("_+")) {
      header.append('-').append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return header.toString();
  }
}
