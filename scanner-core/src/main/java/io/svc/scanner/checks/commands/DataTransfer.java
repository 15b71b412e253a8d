package io.svc.scanner.checks.commands;

import io.svc.rules.WordListParser;
import io.svc.scanner.address.UrlHost;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A transfer of data to another host in a command line.
 *
 * @param program program that sends the data
 * @param data description of the data for a sentence
 * @param host receiver
 * @param origin value of the file that contains the command
 */
record DataTransfer(String program, String data, UrlHost host, ConfigText origin) {
  private static final Set<String> OPERATORS = Set.of("|", "||", "&", "&&", ";");
  private static final Set<String> HTTP_CLIENTS =
      WordListParser.set(
          """
          curl wget http https xh iwr irm invoke-webrequest invoke-restmethod""");
  private static final Set<String> SOCKETS = Set.of("nc", "ncat", "netcat", "socat", "telnet");
  private static final Set<String> LOOKUPS = Set.of("nslookup", "dig", "host", "drill", "ping");

  /** Words before a program that belong to the shell or run the program. */
  private static final Set<String> LEADING =
      WordListParser.set(
          """
          then do else elif if while until ! { time exec command nohup env sudo setsid timeout
          xargs""");

  /** Options with a body, except for those that read a file. */
  private static final Set<String> BODIES =
      WordListParser.set(
          """
          -d --data --data-binary --data-raw --data-ascii --data-urlencode --json -F --form
          --form-string --post-data --body-data --url-query -body""");

  /** Options with the name of a file that is sent. */
  private static final Set<String> FILES =
      Set.of("-T", "--upload-file", "--post-file", "--body-file", "-infile");

  private static final String INPUT = "its input, such as prompts and the arguments of tools,";
  private static final String SECRET = "a credential";
  private static final String OUTPUT = "the output of other commands";
  private static final String SOCKET_FILE = "/dev/tcp/";

  /** Returns the transfers in the words of a command, with its operators. */
  static List<DataTransfer> in(List<Word> words) {
    List<DataTransfer> transfers = new ArrayList<>(0);
    int start = 0;
    for (int i = 0; i <= words.size(); i++) {
      if (i == words.size() || OPERATORS.contains(words.get(i).text())) {
        boolean isFed = start > 0 && words.get(start - 1).text().equals("|");
        Optional<DataTransfer> found = inSegment(words.subList(start, i), isFed);
        if (found.isPresent()) {
          DataTransfer transfer = found.get().withHost(words.subList(i, words.size()));
          if (isElsewhere(transfer.host)) {
            transfers.add(transfer);
          }
        }
        start = i + 1;
      }
    }
    return transfers;
  }

  /**
   * Returns this transfer with the host in the following words, because a pipe in a substitution
   * divides a command: {@code curl -d $(env | base64) https://host}.
   */
  private DataTransfer withHost(List<Word> following) {
    for (int i = 0; i < following.size() && host.isEmpty(); i++) {
      List<UrlHost> hosts = UrlHost.in(following.get(i).text());
      if (!hosts.isEmpty()) {
        return new DataTransfer(program, data, hosts.get(0), origin);
      }
      if (following.get(i).text().equals(";") || following.get(i).text().equals("&&")) {
        break;
      }
    }
    return this;
  }

  /** Returns the transfer to an address that receives all events. */
  static Optional<DataTransfer> toAddress(ConfigText url) {
    UrlHost host = UrlHost.of(url.text());
    return isElsewhere(host) ? Optional.of(new DataTransfer("", "", host, url)) : Optional.empty();
  }

  private static boolean isElsewhere(UrlHost host) {
    return !host.isEmpty() && !host.isLoopback() && !host.isPlaceholder();
  }

  private static Optional<DataTransfer> inSegment(List<Word> words, boolean isFed) {
    for (Word word : words) {
      int socket = word.text().indexOf(SOCKET_FILE);
      if (socket >= 0) {
        String address = word.text().substring(socket + SOCKET_FILE.length());
        int slash = address.indexOf('/');
        UrlHost host = UrlHost.ofAddress(slash < 0 ? address : address.substring(0, slash));
        return Optional.of(new DataTransfer("/dev/tcp", OUTPUT, host, word.origin()));
      }
    }
    int at = programIn(words);
    if (at < 0) {
      return Optional.empty();
    }
    String program = programOf(words.get(at).text());
    List<Word> arguments = words.subList(at + 1, words.size());
    if (HTTP_CLIENTS.contains(program)) {
      return ofRequest(program, arguments, isFed, words.get(at));
    }
    if (SOCKETS.contains(program)) {
      boolean isInput = isFed || hasWord(arguments, "<") || hasShell(arguments);
      return isInput ? ofSocket(program, arguments, words.get(at)) : Optional.empty();
    }
    if (LOOKUPS.contains(program)) {
      for (Word argument : arguments) {
        if (ConfidentialText.hasSubstitution(argument.text())) {
          String text = argument.text();
          int end = Math.max(text.lastIndexOf(')'), text.lastIndexOf('`'));
          String domain = text.substring(end + 1);
          UrlHost host = UrlHost.ofAddress(domain.startsWith(".") ? domain.substring(1) : domain);
          return Optional.of(new DataTransfer(program, OUTPUT, host, argument.origin()));
        }
      }
    }
    return Optional.empty();
  }

  private static int programIn(List<Word> words) {
    for (int i = 0; i < words.size(); i++) {
      String text = words.get(i).text();
      String program = programOf(text);
      if (HTTP_CLIENTS.contains(program)
          || SOCKETS.contains(program)
          || LOOKUPS.contains(program)) {
        return i;
      }
      boolean isAssignment = text.indexOf('=') > 0 || text.startsWith("-");
      boolean isNumber = !text.isEmpty() && Character.isDigit(text.charAt(0));
      if (!LEADING.contains(text) && !isAssignment && !isNumber && !isShell(text)) {
        return -1;
      }
    }
    return -1;
  }

  /** Matches the words before a script, which are part of its first segment. */
  private static boolean isShell(String text) {
    return CommandNames.isInterpreter(Launch.programOf(text));
  }

  /** Returns the program in a word that may start with an assignment or a bracket. */
  private static String programOf(String text) {
    int start = Math.max(text.lastIndexOf('('), text.lastIndexOf('`'));
    return Launch.programOf(text.substring(start + 1)).toLowerCase(Locale.ROOT);
  }

  private static Optional<DataTransfer> ofRequest(
      String program, List<Word> arguments, boolean isFed, Word place) {
    String data = "";
    UrlHost host = UrlHost.NONE;
    UrlHost bare = UrlHost.NONE;
    String option = "";
    for (Word word : arguments) {
      String text = word.text();
      boolean isValue = !option.isEmpty();
      String name = isValue ? option : optionOf(text);
      String value = isValue ? text : text.startsWith(name) ? text.substring(name.length()) : "";
      value = value.startsWith("=") ? value.substring(1) : value;
      boolean isBody = BODIES.contains(name) || BODIES.contains(name.toLowerCase(Locale.ROOT));
      boolean isFile = FILES.contains(name) || FILES.contains(name.toLowerCase(Locale.ROOT));
      if ((isBody || isFile) && (isValue || !value.isEmpty())) {
        data = data.isEmpty() ? dataOf(value, isFile, isFed) : data;
      } else if (!isBody && !isFile && !name.startsWith("-")) {
        List<UrlHost> hosts = UrlHost.in(text);
        boolean isUrl = !hosts.isEmpty() || text.contains("://");
        if (isUrl) {
          host = hosts.isEmpty() ? UrlHost.of(text) : hosts.get(0);
          data = data.isEmpty() && ConfidentialText.isPrinted(text) ? OUTPUT : data;
        } else if (text.startsWith("$")) {
          host = host.isEmpty() ? UrlHost.of("https://" + text) : host;
        } else if (text.indexOf('.') > 0 && text.indexOf('=') < 0) {
          bare = UrlHost.ofAddress(text);
        }
      }
      option = !isValue && (isBody || isFile) && value.isEmpty() ? name : "";
    }
    host = host.isEmpty() ? bare : host;
    for (Word word : arguments) {
      boolean isHeader = word.text().startsWith("Authorization:");
      data =
          data.isEmpty() && !isHeader && ConfidentialText.hasCredential(word.text(), host)
              ? SECRET
              : data;
    }
    boolean isRaw = isFed && (program.equals("http") || program.equals("xh"));
    data = data.isEmpty() && isRaw ? OUTPUT : data;
    return data.isEmpty()
        ? Optional.empty()
        : Optional.of(new DataTransfer(program, data, host, place.origin()));
  }

  /** Returns the option of a word, which may have its value attached; the word if it has none. */
  private static String optionOf(String text) {
    int equals = text.startsWith("--") ? text.indexOf('=') : -1;
    if (equals > 0) {
      return text.substring(0, equals);
    }
    boolean isShort = text.length() > 2 && text.charAt(0) == '-' && text.charAt(1) != '-';
    if (isShort && "dFT".indexOf(text.charAt(1)) >= 0 && !BODIES.contains(text)) {
      return text.substring(0, 2);
    }
    // The last of several letters can have a value: -sd, -sT.
    char last = text.isEmpty() ? ' ' : text.charAt(text.length() - 1);
    boolean isCluster = isShort && text.length() <= 6 && "dFT".indexOf(last) >= 0;
    return isCluster ? "-" + last : text;
  }

  /** Returns the description of a body; empty for a fixed text. */
  private static String dataOf(String value, boolean isFile, boolean isFed) {
    boolean isInput = value.equals("@-") || value.equals("-") || value.endsWith("=@-");
    if (isInput || value.equals("@/dev/stdin")) {
      return isFed ? OUTPUT : INPUT;
    }
    if (isFile || value.startsWith("@") || value.contains("=@") || value.contains("=<")) {
      return "a file";
    }
    return ConfidentialText.isPrinted(value) ? OUTPUT : "";
  }

  private static Optional<DataTransfer> ofSocket(String program, List<Word> arguments, Word place) {
    for (Word argument : arguments) {
      String text = argument.text();
      String address = program.equals("socat") ? text.substring(text.indexOf(':') + 1) : text;
      boolean isHost = address.indexOf('.') > 0 && address.charAt(0) != '/';
      if (!text.startsWith("-") && isHost) {
        return Optional.of(
            new DataTransfer(program, OUTPUT, UrlHost.ofAddress(address), place.origin()));
      }
    }
    return Optional.empty();
  }

  private static boolean hasWord(List<Word> words, String wanted) {
    for (Word word : words) {
      if (word.text().startsWith(wanted)) {
        return true;
      }
    }
    return false;
  }

  /** Returns true for a shell that a socket controls. */
  private static boolean hasShell(List<Word> arguments) {
    for (Word argument : arguments) {
      String text = argument.text();
      if (text.equals("-e")
          || text.equals("-c")
          || text.toLowerCase(Locale.ROOT).contains("exec:")) {
        return true;
      }
    }
    return false;
  }
}
