import io.svc.rules.Severity;
import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.ReadOutcome;
import io.svc.scanner.redact.FoundSecret;
import io.svc.scanner.scan.Scanner;
import java.io.File;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Measures the detection of key material that real tools generate. {@code materials.tsv} lists the
 * commands; formats without a tool are generated here, by their documented algorithm. Each secret
 * and each negative is placed in {@code mcpServers} configurations and scanned.
 *
 * <p>Run from the repository's root, after a build:
 * {@code java -cp scanner-cli/target/svc-preflight-0.1.0-all.jar
 * benchmarks/detection/real/RealMaterial.java [--quick] [--details] [--expectations] [--seed=N]}
 */
final class RealMaterial {
  private static final Path HERE = Path.of("benchmarks", "detection", "real");
  private static final int LONGEST_SECONDS = 120;
  private static final int RUNS_WITH_NEGATIVES = 2;

  /** In rare cases, a random public value resembles a secret: in each of its places. */
  private static final int MOST_RARE_ALARMS = 15;

  private static final List<String> NEUTRAL = List.of("VALUE", "SETTING", "DATA", "OPTION_A");

  public static void main(String[] words) throws Exception {
    Set<String> options = Set.of(words);
    long seed = 1;
    for (String word : options) {
      if (word.matches("--seed=[0-9]{1,9}")) {
        seed = Long.parseLong(word.substring("--seed=".length()));
      } else if (!word.matches("--(quick|details|expectations)")) {
        System.err.println("error: unknown option " + word);
        System.exit(2);
      }
    }
    boolean isQuick = options.contains("--quick");
    List<String> skipped = new ArrayList<>();
    List<Kind> kinds = Kind.read();
    List<Place> places = Place.read();
    Results results = new Results(kinds, places, options.contains("--details"));
    for (Sample sample : Generation.of(kinds, isQuick, seed, skipped)) {
      new Trial(sample, places).judge(results);
    }
    skipped.forEach(line -> System.out.println("skipped: " + line));
    results.print();
    if (options.contains("--expectations")) {
      results.printExpectations();
    }
    List<String> unmet = isQuick && skipped.isEmpty() ? results.unmet() : List.of();
    unmet.forEach(line -> System.out.println("WORSE than expected.tsv: " + line));
    System.exit(unmet.isEmpty() ? 0 : 1);
  }

  /** A secret, and how often it is generated with {@code --quick} and without. */
  private record Variant(String name, int quick, int full, String command) {}

  /** A value that resembles the secret, or accompanies it; its name is the variable's name. */
  private record Negative(String name, String command) {}

  /**
   * A kind of material.
   *
   * @param traits {@code evident}: identifies itself without a name; {@code word}: fits in a header
   *     or a URL; {@code password}: no bearer token; {@code wg}: belongs in a WireGuard file;
   *     {@code lines}: each line of the output is one value; {@code harmless}: no secret
   * @param names telling names of variables
   */
  private record Kind(
      String name,
      List<String> programs,
      Set<String> traits,
      List<String> names,
      List<Variant> variants,
      List<Negative> negatives) {

    static List<Kind> read() throws IOException {
      List<Kind> kinds = new ArrayList<>();
      for (String line : Files.readAllLines(HERE.resolve("materials.tsv"))) {
        String[] cells = line.split("\t", -1);
        if (cells[0].equals("kind")) {
          Set<String> traits = Set.copyOf(wordsOf(cells[3]));
          kinds.add(
              new Kind(
                  cells[1],
                  wordsOf(cells[2]),
                  traits,
                  wordsOf(cells[4]),
                  new ArrayList<>(),
                  new ArrayList<>()));
          continue;
        }
        Kind kind = kinds.get(kinds.size() - 1);
        if (cells[0].equals("make")) {
          String[] times = cells[2].split("/");
          int quick = Integer.parseInt(times[0]);
          kind.variants.add(new Variant(cells[1], quick, Integer.parseInt(times[1]), cells[3]));
        } else {
          kind.negatives.add(new Negative(cells[1], cells[2]));
        }
      }
      return kinds;
    }

    private static List<String> wordsOf(String cell) {
      return cell.isEmpty() ? List.of() : List.of(cell.split(" "));
    }

    boolean is(String trait) {
      return traits.contains(trait);
    }
  }

  /**
   * Generated material.
   *
   * @param core the part of the text that is secret
   * @param negatives by the names of their variables
   */
  private record Sample(
      Kind kind,
      String variant,
      int number,
      String text,
      String core,
      Map<String, String> negatives) {}

  /** Runs the commands of the kinds, each variant in its own directory. */
  private record Generation(
      Kind kind, Variant variant, int number, int times, long seed, Path directory) {
    /** Functions for commands: random bytes, and characters of a set, that depend on the seed. */
    private static final String PRELUDE =
        """
        random() {
          openssl enc -aes-256-ctr -nosalt -pass "pass:$SEED" </dev/zero 2>/dev/null | head -c "$1"
        }
        characters() { random 99999 | tr -dc "$2" | head -c "$1"; }
        echo "$SEED" >seed
        """;

    static List<Sample> of(List<Kind> kinds, boolean isQuick, long seed, List<String> skipped)
        throws Exception {
      Path root = Files.createTempDirectory("real");
      ExecutorService pool =
          Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
      try {
        Map<Generation, Future<List<Sample>>> running = new LinkedHashMap<>();
        for (Kind kind : kinds) {
          List<String> missing = kind.programs.stream().filter(it -> !isInstalled(it)).toList();
          if (!missing.isEmpty()) {
            skipped.add(kind.name + ", not installed: " + String.join(", ", missing));
            continue;
          }
          for (Variant variant : kind.variants) {
            int times = isQuick ? variant.quick : variant.full;
            int runs = kind.is("lines") ? Math.min(times, 1) : times;
            for (int i = 0; i < runs; i++) {
              Path directory = Files.createDirectory(root.resolve("" + running.size()));
              Generation one = new Generation(kind, variant, i, times, seed, directory);
              running.put(one, pool.submit(one::samples));
            }
          }
        }
        List<Sample> samples = new ArrayList<>();
        for (Map.Entry<Generation, Future<List<Sample>>> one : running.entrySet()) {
          List<Sample> made = one.getValue().get();
          samples.addAll(made);
          one.getKey().problems(made).forEach(skipped::add);
        }
        return samples;
      } finally {
        pool.shutdownNow();
        // An agent of gpg that ends may delete its sockets at the same time.
        new ProcessBuilder("rm", "-rf", root.toString()).start().waitFor();
      }
    }

    private static boolean isInstalled(String program) {
      return Stream.of(path().split(File.pathSeparator))
          .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    private static String path() {
      Path tools = Path.of(System.getProperty("java.home"), "bin");
      return System.getenv("PATH") + File.pathSeparator + tools;
    }

    private List<Negative> negatives() {
      return number < RUNS_WITH_NEGATIVES ? kind.negatives : List.of();
    }

    private List<String> problems(List<Sample> samples) throws IOException {
      String name = kind.name + ", " + variant.name;
      if (samples.isEmpty()) {
        return List.of(name + ": " + read("errors").lines().reduce("no output", (a, b) -> b));
      }
      return negatives().stream()
          .filter(it -> !samples.get(0).negatives.containsKey(it.name))
          .map(it -> name + ", negative " + it.name)
          .toList();
    }

    private List<Sample> samples() throws Exception {
      long ownSeed = seed * 1_000_003L + (kind.name + variant.name + number).hashCode();
      StringBuilder script = new StringBuilder(PRELUDE);
      if (variant.command.startsWith("!")) {
        new Algorithms(directory, ownSeed)
            .make(variant.command.substring(1).split(" "));
      } else {
        script.append("( " + variant.command + " ) >secret\n");
      }
      for (Negative one : negatives()) {
        script.append("( " + one.command + " ) >negative." + one.name + "\n");
      }
      script.append("if [ -d private-keys-v1.d ]; then gpgconf --kill all; fi\n");
      ProcessBuilder builder = new ProcessBuilder("sh", "-c", script.toString());
      Map<String, String> environment = builder.environment();
      environment.putAll(Map.of("HOME", directory.toString(), "GNUPGHOME", directory.toString()));
      environment.put("HERE", HERE.toAbsolutePath().toString());
      environment.put("N", "" + times);
      environment.put("SEED", "" + ownSeed);
      environment.put("PATH", path());
      environment.put("LC_ALL", "C");
      Process process =
          builder
              .directory(directory.toFile())
              .redirectInput(new File("/dev/null"))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(directory.resolve("errors").toFile())
              .start();
      if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      Map<String, String> negatives = new LinkedHashMap<>();
      for (Negative one : negatives()) {
        String value = read("negative." + one.name);
        if (!value.isEmpty()) {
          negatives.put(one.name, value);
        }
      }
      String text = read("secret");
      if (text.isEmpty()) {
        return List.of();
      } else if (!kind.is("lines")) {
        String core = read("core");
        core = core.isEmpty() ? text : core;
        return List.of(new Sample(kind, variant.name, number, text, core, negatives));
      }
      List<Sample> samples = new ArrayList<>();
      for (String line : text.split("\n")) {
        Map<String, String> own = samples.isEmpty() ? negatives : Map.of();
        samples.add(new Sample(kind, variant.name, samples.size(), line, line, own));
      }
      return samples;
    }

    private String read(String name) throws IOException {
      Path file = directory.resolve(name);
      // Trailing line ends of a file are usually lost on the way into a variable.
      return Files.exists(file) ? Files.readString(file).stripTrailing() : "";
    }
  }

  /** A name and a value. */
  private record Named(String name, String value) {
    private static final Pattern SLOT = Pattern.compile("\\{([A-Za-z0-9]+)}");

    /** Fills the slots of a template of {@code places.tsv}. */
    String fill(String template) {
      return SLOT.matcher(template.replace('⏎', '\n'))
          .replaceAll(slot -> Matcher.quoteReplacement(slot(slot.group(1))));
    }

    private String slot(String slot) {
      boolean isMultiLine = value.contains("\n");
      String quote = value.contains("\"") ? "'" : "\"";
      return switch (slot) {
        case "NAME" -> name;
        case "neutral" -> NEUTRAL.get(name.length() % NEUTRAL.size());
        case "field" -> name.toLowerCase(Locale.ROOT);
        case "option" -> slot("field").replace('_', '-');
        case "Header" ->
            Stream.of(name.split("_"))
                .map(it -> it.charAt(0) + it.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining("-"));
        case "value" -> value;
        case "escaped" -> value.replace("\n", "\\n");
        case "base64" -> base64(bytes(value));
        case "percent" -> percent(value);
        case "json" -> json(value);
        case "xml" -> markup(value);
        case "quoted" -> quote + value + quote;
        case "shell" -> "'" + value.replace("'", "'\\''") + "'";
        case "yaml" ->
            isMultiLine
                ? "|\n" + value.indent(4).stripTrailing()
                : "'" + value.replace("'", "''") + "'";
        case "deep" -> "|\n" + value.indent(24).replace("\n", "\r\n").stripTrailing();
        case "toml" -> isMultiLine ? "'''\n" + value + "\n'''" : json(value);
        default -> throw new IllegalArgumentException("no slot " + slot);
      };
    }
  }

  /** A server's JSON, and the JSON Pointer of the value in it. */
  private record Server(String text, String pointer) {}

  /**
   * A place of a value in a server: a row of {@code places.tsv}.
   *
   * @param fits traits; material with at least one of them fits, and any material if empty
   * @param rule whether a negative is harmless there: {@code open}, {@code closed}, or {@code
   *     colon} for those with several lines or a colon
   * @param field {@code env}, {@code headers}, {@code url}, {@code arg}, {@code args}, {@code shell}
   * @param key template of the variable, the header or the argument before the value
   */
  private record Place(
      String name, List<String> fits, String rule, String field, String key, String template) {

    static List<Place> read() throws IOException {
      List<Place> places = new ArrayList<>();
      for (String line : Files.readAllLines(HERE.resolve("places.tsv"))) {
        String[] cells = line.split("\t", -1);
        List<String> fits = Kind.wordsOf(cells[1]);
        places.add(new Place(cells[0], fits, cells[2], cells[3], cells[4], cells[5]));
      }
      return places;
    }

    boolean takes(Set<String> traits) {
      return fits.isEmpty() || fits.stream().anyMatch(traits::contains);
    }

    /** A reference has no effect where it is encoded. */
    boolean isEncoded() {
      return template.contains("{percent}") || template.contains("{base64}");
    }

    boolean isHarmless(String negative) {
      boolean isText = negative.contains("\n") || negative.matches("[^/]*:[^/]*");
      return rule.equals("open") || (rule.equals("colon") && isText);
    }

    Server put(Named named) {
      String name = named.fill(key);
      String value = json(named.fill(template));
      String program = "\"command\": \"npx\", \"args\": [\"-y\", \"acme-crm-mcp@2.0.1\"";
      String remote = "\"url\": \"https://crm.acme.example/mcp\"";
      String pair = json(name) + ": " + value;
      return switch (field) {
        case "env" ->
            new Server(
                program + "], \"env\": {\"LOG_LEVEL\": \"info\", " + pair + "}", "/env/" + name);
        case "headers" -> new Server(remote + ", \"headers\": {" + pair + "}", "/headers/" + name);
        case "url" -> new Server("\"url\": " + value, "/url");
        case "shell" ->
            new Server("\"command\": \"sh\", \"args\": [\"-c\", " + value + "]", "/args/1");
        case "arg" -> new Server(program + ", " + value + "]", "/args/2");
        default -> new Server(program + ", " + json(name) + ", " + value + "]", "/args/3");
      };
    }
  }

  /** One sample in all its places, in one configuration: scanned, and compared with its labels. */
  private static final class Trial {
    private static final Scanner SCANNER = Scanner.standard();
    private static final Pattern RUN = Pattern.compile("[A-Za-z0-9]{12,}");

    /** A value in a server; {@code core} is its secret part. */
    private record Label(String place, Named named, String core, boolean isSecret, Server server) {}

    private final Sample sample;
    private final List<Label> labels = new ArrayList<>();

    Trial(Sample sample, List<Place> places) {
      this.sample = sample;
      List<String> names = sample.kind.names;
      boolean isHarmless = sample.kind.is("harmless");
      int turn = sample.number;
      Set<String> traits = traits(sample.kind.traits, sample.text);
      for (Place place : places) {
        if (!place.takes(traits)) {
          continue;
        } else if (!isHarmless) {
          add(place, new Named(names.get(turn++ % names.size()), sample.text), sample.core);
        } else if (!place.isEncoded()) {
          names.forEach(name -> add(place, new Named(name, sample.text), ""));
        }
      }
      sample.negatives.forEach(
          (name, value) -> {
            boolean isWord = !value.contains(" ");
            Set<String> own = traits(Set.of("evident", isWord ? "word" : ""), value);
            places.stream()
                .filter(place -> place.takes(own) && place.isHarmless(value))
                .forEach(place -> add(place, new Named(name, value), ""));
          });
    }

    private static Set<String> traits(Set<String> own, String text) {
      return text.contains("\n")
          ? own.contains("evident") ? Set.of("evident", "multi") : Set.of("multi")
          : own;
    }

    private void add(Place place, Named named, String core) {
      labels.add(new Label(place.name, named, core, !core.isEmpty(), place.put(named)));
    }

    void judge(Results results) {
      StringBuilder json = new StringBuilder("{\"mcpServers\": {");
      for (int i = 0; i < labels.size(); i++) {
        json.append(i == 0 ? "" : ",").append("\n\"crm-").append(i).append("\": ");
        json.append('{').append(labels.get(i).server.text).append('}');
      }
      byte[] bytes = bytes(json.append("\n}}\n").toString());
      ReadOutcome outcome = ConfigReader.read(Path.of(".mcp.json"), bytes, Optional.empty());
      if (!(outcome instanceof ReadOutcome.Parsed read)) {
        throw new IllegalStateException("not readable: " + sample.kind.name);
      }
      McpConfig config = read.config();
      Map<String, List<FoundSecret>> found = new TreeMap<>();
      for (FoundSecret secret : SCANNER.subject(config).secrets()) {
        String pointer = secret.origin().location().pointer();
        if (secret.severity().isAtLeast(Severity.MEDIUM)) {
          found.computeIfAbsent(pointer, key -> new ArrayList<>()).add(secret);
        }
      }
      for (int i = 0; i < labels.size(); i++) {
        Label label = labels.get(i);
        String pointer = "/mcpServers/crm-" + i + label.server.pointer;
        List<FoundSecret> here = found.getOrDefault(pointer, List.of());
        boolean isHit = here.stream().anyMatch(it -> !label.isSecret || covers(it, label));
        String rules =
            here.stream().map(FoundSecret::ruleId).distinct().collect(Collectors.joining(" "));
        results.add(sample, label.place, label.named, label.isSecret, isHit, rules);
      }
    }

    /** Whether a finding masks the secret, and not another part of the value. */
    private static boolean covers(FoundSecret found, Label label) {
      String value = found.value();
      String core = label.core;
      // Base64 is masked as a whole.
      if (label.place.equals("env, base64")) {
        return base64(bytes(label.named.value)).contains(value) || overlap(value, core);
      }
      return Stream.<UnaryOperator<String>>of(
              text -> text,
              RealMaterial::percent,
              RealMaterial::markup,
              text -> text.replace("'", "''"),
              text -> json(text).substring(1, json(text).length() - 1))
          .anyMatch(spelling -> overlap(value, spelling.apply(core)));
    }

    private static boolean overlap(String value, String core) {
      if (value.contains(core)) {
        return true;
      }
      Matcher runs = RUN.matcher(core);
      String longest = "";
      while (runs.find()) {
        longest = runs.group().length() > longest.length() ? runs.group() : longest;
      }
      boolean isPart = core.contains(value) && value.length() * 2 >= core.length();
      return isPart || (!longest.isEmpty() && value.contains(longest));
    }
  }

  /** Counts by kind and by place. */
  private static final class Results {
    private static final class Count {
      int found;
      int placed;
      int flagged;
      int negatives;

      void add(boolean isSecret, boolean isReported) {
        placed += isSecret ? 1 : 0;
        found += isSecret && isReported ? 1 : 0;
        negatives += isSecret ? 0 : 1;
        flagged += !isSecret && isReported ? 1 : 0;
      }

      double recall() {
        return placed == 0 ? 1 : (double) found / placed;
      }

      double alarms() {
        return negatives == 0 ? 0 : (double) flagged / negatives;
      }
    }

    private final Map<String, Count> counts = new LinkedHashMap<>();
    private final boolean isDetailed;

    Results(List<Kind> kinds, List<Place> places, boolean isDetailed) {
      kinds.forEach(kind -> counts.put("kind\t" + kind.name, new Count()));
      places.forEach(place -> counts.put("place\t" + place.name, new Count()));
      counts.put("total\tall", new Count());
      this.isDetailed = isDetailed;
    }

    void add(
        Sample sample, String place, Named named, boolean isSecret, boolean isHit, String rules) {
      for (String row : List.of("kind\t" + sample.kind.name, "place\t" + place, "total\tall")) {
        counts.get(row).add(isSecret, isHit);
      }
      if (isDetailed && isSecret != isHit) {
        String head = named.value.substring(0, Math.min(4, named.value.length()));
        System.out.printf(
            "%s %s, %s: %s in %s (%s***, %d characters) %s%n",
            isSecret ? "MISSED" : "FLAGGED",
            sample.kind.name,
            sample.variant,
            named.name,
            place,
            head.replace('\n', ' '),
            named.value.length(),
            rules);
      }
    }

    void print() {
      String line = "%-6s%-38s %14s %7s %18s%n";
      System.out.printf(line, "", "", "found/placed", "recall", "flagged/negatives");
      counts.forEach(
          (row, count) -> {
            String[] cells = row.split("\t");
            String found = count.found + "/" + count.placed;
            String recall = String.format(Locale.ROOT, "%.3f", count.recall());
            boolean isSecret = count.placed > 0;
            System.out.printf(
                line,
                cells[0],
                cells[1],
                isSecret ? found : "-",
                isSecret ? recall : "-",
                count.negatives == 0 ? "-" : count.flagged + "/" + count.negatives);
          });
    }

    /** Prints the rows that {@code expected.tsv} would need for these results. */
    void printExpectations() {
      counts.forEach(
          (row, count) -> {
            double recall = Math.floor(count.recall() * 100) / 100;
            double alarms = Math.ceil(count.alarms() * 100) / 100;
            System.out.printf(Locale.ROOT, "expected\t%s\t%.2f\t%.2f%n", row, recall, alarms);
          });
    }

    /** The kinds and places whose results are worse than {@code expected.tsv}. */
    List<String> unmet() throws IOException {
      List<String> unmet = new ArrayList<>();
      for (String line : Files.readAllLines(HERE.resolve("expected.tsv"))) {
        String[] cells = line.split("\t");
        Count count = counts.get(cells[0] + "\t" + cells[1]);
        if (count == null) {
          unmet.add(cells[1] + ", unknown");
        } else if (count.recall() < Double.parseDouble(cells[2])) {
          unmet.add(cells[1] + ", found " + count.found + " of " + count.placed + ": " + cells[2]);
        } else if (count.flagged
            > Double.parseDouble(cells[3]) * count.negatives + MOST_RARE_ALARMS) {
          String all = count.flagged + " of " + count.negatives + ": " + cells[3];
          unmet.add(cells[1] + ", flagged " + all);
        }
      }
      return unmet;
    }
  }

  /** Generates material without a tool, into the file {@code secret} and files of negatives. */
  private static final class Algorithms {
    private static final String HEX = "0123456789abcdef";
    private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final String BASE32 = UPPER + "234567";
    private static final String BASE62 = "0123456789" + UPPER + UPPER.toLowerCase(Locale.ROOT);
    private static final String BASE58 =
        "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

    private final Path directory;
    private final SecureRandom random;

    Algorithms(Path directory, long seed) throws Exception {
      this.directory = directory;
      // With a seed before the first use, this generator always returns the same bytes.
      random = SecureRandom.getInstance("SHA1PRNG");
      random.setSeed(seed);
    }

    void make(String[] words) throws Exception {
      String option = words.length > 1 ? words[1] : "";
      String secret =
          switch (words[0]) {
            case "pkcs8" -> pem("PRIVATE KEY", keyPair(option).getPrivate());
            case "der" -> base64(keyPair(option).getPrivate().getEncoded());
            case "jwk" -> option.equals("set") ? jwkSet() : jwk(option);
            case "gcp" -> gcp(option.equals("line"));
            case "sts" -> sessionToken();
            case "jwt" -> jwt(option);
            case "paseto" -> paseto(option);
            case "jwe" -> jwe(option.equals("rsa"));
            case "nats" -> option.equals("creds") ? natsCredentials() : natsSeed(option);
            case "solana" -> solana(option.equals("array"));
            default -> throw new IllegalArgumentException(words[0]);
          };
      write("secret", secret);
    }

    private String write(String name, String text) throws IOException {
      Files.writeString(directory.resolve(name), text);
      return text;
    }

    private byte[] random(int length) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      return bytes;
    }

    private String from(String alphabet, int length) {
      return random
          .ints(length, 0, alphabet.length())
          .mapToObj(i -> alphabet.substring(i, i + 1))
          .collect(Collectors.joining());
    }

    /** A pair of keys; the files {@code public} and {@code public.der} contain the public key. */
    private KeyPair keyPair(String algorithm) throws Exception {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      if (algorithm.equals("EC")) {
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
      } else if (algorithm.equals("RSA")) {
        generator.initialize(2048, random);
      } else {
        generator.initialize(255, random);
      }
      KeyPair pair = generator.generateKeyPair();
      write("public", pem("PUBLIC KEY", pair.getPublic()));
      write("public.der", base64(pair.getPublic().getEncoded()));
      return pair;
    }

    private static String pem(String label, Key key) {
      String body = Base64.getMimeEncoder(64, bytes("\n")).encodeToString(key.getEncoded());
      return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
    }

    /** RFC 7517, 7518 and 8037; the thumbprint of RFC 7638 serves as the key id. */
    private String jwk(String algorithm) throws Exception {
      Map<String, String> open = new TreeMap<>();
      Map<String, String> secret = new LinkedHashMap<>();
      if (algorithm.equals("oct")) {
        open.put("kty", "oct");
        secret.put("k", base64Url(random(32)));
        write("public", "{\"kty\":\"oct\",\"alg\":\"HS256\",\"use\":\"sig\"}");
      } else {
        KeyPair pair = keyPair(algorithm);
        if (pair.getPrivate() instanceof RSAPrivateCrtKey key) {
          open.putAll(Map.of("kty", "RSA", "n", unsigned(key.getModulus(), 0)));
          open.put("e", unsigned(key.getPublicExponent(), 0));
          secret.put("d", unsigned(key.getPrivateExponent(), 0));
          secret.put("p", unsigned(key.getPrimeP(), 0));
          secret.put("q", unsigned(key.getPrimeQ(), 0));
          secret.put("dp", unsigned(key.getPrimeExponentP(), 0));
          secret.put("dq", unsigned(key.getPrimeExponentQ(), 0));
          secret.put("qi", unsigned(key.getCrtCoefficient(), 0));
        } else if (pair.getPrivate() instanceof ECPrivateKey key) {
          ECPublicKey point = (ECPublicKey) pair.getPublic();
          open.putAll(Map.of("kty", "EC", "crv", "P-256"));
          open.put("x", unsigned(point.getW().getAffineX(), 32));
          open.put("y", unsigned(point.getW().getAffineY(), 32));
          secret.put("d", unsigned(key.getS(), 32));
        } else {
          open.putAll(Map.of("kty", "OKP", "crv", "Ed25519"));
          open.put("x", base64Url(rawPublic(pair)));
          secret.put("d", base64Url(seed(pair)));
        }
        write("public", object(open));
      }
      byte[] thumbprint = MessageDigest.getInstance("SHA-256").digest(bytes(object(open)));
      write("core", secret.values().iterator().next());
      Map<String, String> all = new LinkedHashMap<>(open);
      all.put("kid", write("kid", base64Url(thumbprint)));
      all.putAll(secret);
      return object(all);
    }

    private String jwkSet() throws Exception {
      return "{\"keys\":[" + jwk("Ed25519") + "," + jwk("EC") + "]}";
    }

    private static String object(Map<String, String> members) {
      return members.entrySet().stream()
          .map(it -> json(it.getKey()) + ":" + json(it.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }

    private static String unsigned(BigInteger number, int length) {
      String hex = number.toString(16);
      int digits = Math.max(length * 2, hex.length() + hex.length() % 2);
      return base64Url(HexFormat.of().parseHex("0".repeat(digits - hex.length()) + hex));
    }

    private static byte[] rawPublic(KeyPair pair) {
      byte[] encoded = pair.getPublic().getEncoded();
      return Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
    }

    private static byte[] seed(KeyPair pair) {
      return ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
    }

    private String gcp(boolean isOneLine) throws Exception {
      String id = write("id", "1" + from("0123456789", 20));
      String kid = write("kid", from(HEX, 40));
      String email = write("email", "crm-mcp@acme-mcp-471184.iam.gserviceaccount.com");
      String urls = "https://www.googleapis.com/robot/v1/metadata/x509/";
      String url = write("url", urls + percent(email));
      String key = pem("PRIVATE KEY", keyPair("RSA").getPrivate());
      write("core", key.lines().skip(1).limit(1).collect(Collectors.joining()));
      String text =
          """
          {
            "type": "service_account",
            "project_id": "acme-mcp-471184",
            "private_key_id": "%s",
            "private_key": %s,
            "client_email": "%s",
            "client_id": "%s",
            "auth_uri": "https://accounts.google.com/o/oauth2/auth",
            "token_uri": "https://oauth2.googleapis.com/token",
            "client_x509_cert_url": "%s",
            "universe_domain": "googleapis.com"
          }
          """
              .formatted(kid, json(key), email, id, url);
      return isOneLine ? text.replaceAll("\n *", "") : text;
    }

    /** A token of AWS STS: a protocol buffer with origin, region, signature and payload. */
    private String sessionToken() {
      ByteBuffer token = ByteBuffer.allocate(600);
      token.put(new byte[] {0x21, 0x0a, 9}).put(bytes("origin_ec")).put((byte) 0x10);
      byte[] minusOne = new byte[9];
      Arrays.fill(minusOne, (byte) 0xff);
      minusOne[0] = (byte) (0x80 | random.nextInt(128));
      token.put(minusOne).put((byte) 1);
      token.put(new byte[] {0x1a, 9}).put(bytes("us-east-1"));
      token.put(new byte[] {0x22, 0x46, 0x30, 0x44, 2, 0x20}).put(random(32));
      token.put(new byte[] {2, 0x20}).put(random(32)).put((byte) 0x2a);
      int length = 256 + random.nextInt(200);
      token.put((byte) (0x80 | length % 128)).put((byte) (length / 128));
      token.put((byte) 8).put(Arrays.copyOf(minusOne, 9)).put((byte) 1);
      token.put(new byte[] {0x10, 0, 0x1a, 12}).put(bytes("471184702913"));
      token.put(random(length - 26));
      return base64(Arrays.copyOf(token.array(), token.position()));
    }

    private static byte[] hmac(byte[] key, String text) throws Exception {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(bytes(text));
    }

    private byte[] signature(String algorithm, PrivateKey key, byte[] text) throws Exception {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key, random);
      signature.update(text);
      return signature.sign();
    }

    private String jwt(String algorithm) throws Exception {
      String kid = write("kid", from(BASE62 + "-_", 43));
      String header = object(Map.of("alg", algorithm, "typ", "JWT", "kid", kid));
      String encoded = write("header", base64Url(bytes(header)));
      String claims =
          "{\"iss\":\"https://login.acme.example/realms/mcp\",\"sub\":\"" + from(HEX, 24)
              + "\",\"aud\":\"crm\",\"iat\":1795762800,\"exp\":1827298800,\"role\":\"service\"}";
      String signed = encoded + "." + base64Url(bytes(claims));
      byte[] signature =
          switch (algorithm) {
            case "HS256" -> hmac(random(32), signed);
            case "RS256" -> signature("SHA256withRSA", keyPair("RSA").getPrivate(), bytes(signed));
            default ->
                signature(
                    "SHA256withECDSAinP1363Format", keyPair("EC").getPrivate(), bytes(signed));
          };
      return signed + "." + base64Url(signature);
    }

    /** PASETO v4 and PASERK; the encryption of {@code v4.local} has the form of random bytes. */
    private String paseto(String type) throws Exception {
      KeyPair pair = keyPair("Ed25519");
      write("public", "k4.public." + base64Url(rawPublic(pair)));
      write("kid", "k4.pid." + base64Url(random(33)));
      byte[] claims = bytes("{\"sub\":\"crm\",\"exp\":\"2027-11-27T07:00:00+00:00\"}");
      byte[] body =
          switch (type) {
            case "v4.local" -> random(32 + claims.length + 32);
            case "k4.local" -> random(32);
            case "k4.secret" -> joined(seed(pair), rawPublic(pair));
            default -> {
              byte[] head = bytes("v4.public.");
              byte[] empty = new byte[0];
              ByteBuffer input = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
              input.putLong(4);
              for (byte[] part : List.of(head, claims, empty, empty)) {
                input.putLong(part.length).put(part);
              }
              byte[] text = Arrays.copyOf(input.array(), input.position());
              yield joined(claims, signature("Ed25519", pair.getPrivate(), text));
            }
          };
      return type + "." + base64Url(body);
    }

    private static byte[] joined(byte[] first, byte[] second) {
      return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
    }

    private String jwe(boolean isRsa) throws Exception {
      String header = "{\"alg\":\"" + (isRsa ? "RSA-OAEP-256" : "dir") + "\",\"enc\":\"A256GCM\"}";
      String encoded = write("header", base64Url(bytes(header)));
      KeyGenerator generator = KeyGenerator.getInstance("AES");
      generator.init(256, random);
      Key key = generator.generateKey();
      byte[] wrapped = new byte[0];
      if (isRsa) {
        Cipher rsa = Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding");
        rsa.init(Cipher.ENCRYPT_MODE, keyPair("RSA").getPublic(), random);
        wrapped = rsa.doFinal(key.getEncoded());
      }
      byte[] iv = random(12);
      Cipher aes = Cipher.getInstance("AES/GCM/NoPadding");
      aes.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, iv));
      aes.updateAAD(bytes(encoded));
      byte[] sealed = aes.doFinal(bytes("{\"sub\":\"crm\",\"name\":\"Dana\",\"iat\":1795762800}"));
      int end = sealed.length - 16;
      return Stream.of(
              wrapped, iv, Arrays.copyOf(sealed, end), Arrays.copyOfRange(sealed, end, end + 16))
          .map(RealMaterial::base64Url)
          .collect(Collectors.joining(".", encoded + ".", ""));
    }

    /** A seed of an nkey: two bytes of prefix, the seed, CRC-16. */
    private String natsSeed(String role) throws Exception {
      int prefix = role.equals("user") ? 20 << 3 : role.equals("account") ? 0 : 14 << 3;
      KeyPair pair = keyPair("Ed25519");
      write("public", checked(joined(new byte[] {(byte) prefix}, rawPublic(pair))));
      byte[] head = {(byte) (18 << 3 | prefix >> 5), (byte) ((prefix & 31) << 3)};
      return checked(joined(head, seed(pair)));
    }

    private static String checked(byte[] bytes) {
      int crc = 0;
      for (byte b : bytes) {
        crc ^= (b & 255) << 8;
        for (int i = 0; i < 8; i++) {
          crc = (crc << 1 ^ ((crc & 0x8000) == 0 ? 0 : 0x1021)) & 0xffff;
        }
      }
      byte[] all = joined(bytes, new byte[] {(byte) crc, (byte) (crc >> 8)});
      StringBuilder text = new StringBuilder();
      BigInteger number = new BigInteger(1, all).shiftLeft((5 - all.length * 8 % 5) % 5);
      int length = (all.length * 8 + 4) / 5;
      for (int i = length - 1; i >= 0; i--) {
        text.append(BASE32.charAt(number.shiftRight(5 * i).intValue() & 31));
      }
      return text.toString();
    }

    private String natsCredentials() throws Exception {
      String seed = natsSeed("user");
      write("core", seed);
      String header = base64Url(bytes("{\"typ\":\"JWT\",\"alg\":\"ed25519-nkey\"}"));
      String user = Files.readString(directory.resolve("public"));
      String claims = base64Url(bytes(object(Map.of("sub", user, "name", "crm"))));
      String token = header + "." + claims + "." + base64Url(random(64));
      return "-----BEGIN NATS USER JWT-----\n" + token + "\n------END NATS USER JWT------\n\n"
          + "-----BEGIN USER NKEY SEED-----\n" + seed + "\n------END USER NKEY SEED------\n";
    }

    private String solana(boolean isArray) throws Exception {
      KeyPair pair = keyPair("Ed25519");
      write("public", base58(rawPublic(pair)));
      byte[] bytes = joined(seed(pair), rawPublic(pair));
      if (!isArray) {
        return base58(bytes);
      }
      return IntStream.range(0, bytes.length)
          .mapToObj(i -> String.valueOf(bytes[i] & 255))
          .collect(Collectors.joining(",", "[", "]"));
    }

    private static String base58(byte[] bytes) {
      StringBuilder text = new StringBuilder();
      BigInteger base = BigInteger.valueOf(58);
      BigInteger rest = new BigInteger(1, bytes);
      while (rest.signum() > 0) {
        text.append(BASE58.charAt(rest.mod(base).intValue()));
        rest = rest.divide(base);
      }
      return text.reverse().toString();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static String base64Url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static String percent(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String markup(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String json(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      switch (c) {
        case '"', '\\' -> json.append('\\').append(c);
        case '\n' -> json.append("\\n");
        case '\r' -> json.append("\\r");
        case '\t' -> json.append("\\t");
        default -> json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
