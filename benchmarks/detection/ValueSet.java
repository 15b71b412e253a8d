package detection;

import detection.Batch.Sample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Values of every kind of a data file, each in every place that it fits. */
final class ValueSet {
  static final String TYPE = "hardcoded_secret";
  private static final int SERVERS_PER_FILE = 12;

  private record Label(Kind kind, Place place) {}

  private final Tally families = new Tally();
  private final Tally kinds = new Tally();
  private final Tally places = new Tally();
  private final Tally shapes = new Tally();
  private final List<String> misses = new ArrayList<>();
  private final List<String> extra = new ArrayList<>();
  private final boolean isSecret;
  private final Batch<Label> batch;
  private int strays;

  /**
   * Credentials, or values that are none.
   *
   * @param only the one client of all files, which then have one layout
   */
  ValueSet(String name, boolean isSecret, long seed, Path root, Optional<Shape> only)
      throws Exception {
    this.isSecret = isSecret;
    Draw draw = new Draw(seed, name);
    Optional<Draw> varied =
        only.isPresent() ? Optional.empty() : Optional.of(new Draw(seed, name + " layout"));
    batch = new Batch<>(root.resolve(name), varied, SERVERS_PER_FILE);
    List<Kind> all = Kind.read(isSecret ? "credentials.tsv" : "harmless.tsv");
    for (Place place : Place.all()) {
      List<Shape> clients = only.map(List::of).orElseGet(() -> Shape.all(place.isRemote()));
      int turn = draw.below(clients.size());
      for (Kind kind : all) {
        String value = draw.fill(kind.template());
        Server server = place.put(kind, value, draw);
        if (place.fits(kind, value) && (only.isEmpty() || server.shape().isEmpty())) {
          Server named = server.named(draw.word("noun") + "-" + batch.samples.size());
          batch.add(named, clients.get(++turn % clients.size()), new Label(kind, place));
        }
      }
    }
    batch.close();
  }

  int files() {
    return batch.files.size();
  }

  int size() {
    return batch.samples.size();
  }

  /** Counts the values that another tool reports, by family. */
  Tally tally(Peers.Hits hits) throws Exception {
    Tally tally = new Tally();
    for (Sample<Label> sample : batch.samples) {
      boolean isHit = hits.isHit(sample.file(), sample.server().name());
      tally.add(sample.label().kind().family(), isHit);
    }
    return tally;
  }

  void judge(Command command, Workspace workspace) throws Exception {
    Map<Path, List<Finding>> reports = command.scan(workspace.root(), batch.files);
    for (List<Finding> findings : reports.values()) {
      strays += Finding.ofType(TYPE, findings).size();
    }
    for (Sample<Label> sample : batch.samples) {
      // A default of an input belongs to no server.
      boolean isOfFile = !sample.server().all("setting").isEmpty();
      List<Finding> findings =
          Finding.ofType(TYPE, reports.getOrDefault(sample.file(), List.of())).stream()
              .filter(it -> isOfFile || it.server().equals(sample.server().name()))
              .toList();
      strays -= findings.size();
      count(sample, findings);
    }
  }

  private void count(Sample<Label> sample, List<Finding> findings) {
    Kind kind = sample.label().kind();
    String kindName = kind.family() + ": " + kind.id();
    String place = sample.label().place().id();
    String shape = sample.shape().id().toLowerCase(Locale.ROOT);
    boolean isFound = !findings.isEmpty();
    families.add(kind.family(), isFound);
    kinds.add(kindName, isFound);
    places.add(place, isFound);
    shapes.add(shape, isFound);
    String server = sample.file() + " " + sample.server().name();
    String description = String.join(", ", kindName, place, shape, server);
    if (isSecret && !isFound) {
      misses.add("MISS " + description);
    }
    findings.stream()
        .skip(isSecret ? 1 : 0)
        .map(it -> (isSecret ? "REPEAT " : "ALARM ") + description + " " + it)
        .forEach(extra::add);
  }

  int found() {
    return families.hits();
  }

  double recall() {
    return families.share();
  }

  /** False alarms and second findings of one credential. */
  int wrong() {
    return extra.size() + strays;
  }

  void print(boolean isDetailed) {
    int most = isDetailed ? Integer.MAX_VALUE : 20;
    if (isSecret) {
      families.print("Secrets, by kind", "found");
      places.print("Secrets, by place", "found");
      shapes.printWorst("Secrets, worst clients", "found", most);
      kinds.printWorst("Secrets, worst kinds", "found", most);
      System.out.printf("%nfindings beyond the first of a secret: %d%n", wrong());
    } else {
      families.print("Not secrets, by kind", "alarms");
    }
    if (isDetailed) {
      misses.forEach(System.out::println);
      extra.forEach(System.out::println);
    }
  }
}
