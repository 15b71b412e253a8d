package detection;

import detection.Batch.Sample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Servers with one value each: every kind in every place that it fits, over all clients. */
final class Specimens {
  /** What stands where. */
  record Label(Kind kind, Place place) {}

  /** A value, and what was found of it. */
  record Judged(Sample<Label> sample, List<Report.Finding> findings) {
    Kind kind() {
      return sample.label().kind();
    }

    String describe() {
      return kind().family()
          + ": "
          + OneLine.of(kind().id())
          + " ("
          + kind().name()
          + "), "
          + sample.label().place().id()
          + ", "
          + sample.shape()
          + ", "
          + sample.file()
          + " "
          + sample.server().name();
    }
  }

  private static final String TYPE = "hardcoded_secret";
  private static final int SERVERS_PER_FILE = 12;

  private final List<Sample<Label>> samples = new ArrayList<>();
  private final Draw draw;
  private final Batch batch;
  private int strays;

  Specimens(String purpose, List<Kind> kinds, long seed, Workspace workspace) throws Exception {
    draw = new Draw(seed, purpose);
    batch = new Batch(workspace, purpose, new Draw(seed, purpose + " layout"), SERVERS_PER_FILE);
    for (Place place : Place.all()) {
      List<Shape> shapes = place.isRemote() ? Shape.forUrls() : Shape.forPrograms();
      int turn = draw.below(shapes.size());
      for (Kind kind : kinds) {
        String value = kind.make(draw);
        if (place.fits(kind, value)) {
          turn++;
          add(new Label(kind, place), value, shapes.get(turn % shapes.size()));
        }
      }
    }
    batch.close();
  }

  private void add(Label label, String value, Shape shape) throws Exception {
    Server server =
        label
            .place()
            .put()
            .put(label.kind(), value, draw)
            .named(Programs.noun(draw) + "-" + samples.size());
    samples.add(
        isAlone(label)
            ? batch.addAlone(server, Shape.VS_CODE, inputs(label.kind(), value), label)
            : batch.add(server, shape, label));
  }

  /** A default belongs to the file and not to a server, so its file has nothing else. */
  private static boolean isAlone(Label label) {
    return label.place().id().equals(Place.INPUT_DEFAULT);
  }

  /** The part of a VS Code file in which it says what to ask the user for. */
  private static Map<String, Object> inputs(Kind kind, String defaultValue) {
    Map<String, Object> input = new LinkedHashMap<>();
    input.put("type", "promptString");
    input.put("id", kind.flag().substring(2));
    input.put("description", "Asked for once");
    input.put("default", defaultValue);
    return Map.of("inputs", List.of(input));
  }

  List<Judged> judge(Command command, Workspace workspace) throws Exception {
    Map<Path, Report> reports = command.scan(workspace.root(), batch.files());
    for (Report report : reports.values()) {
      strays += report.of(TYPE).size();
    }
    List<Judged> judged = new ArrayList<>();
    for (Sample<Label> sample : samples) {
      Report report = reports.get(sample.file());
      List<Report.Finding> findings = List.of();
      if (report != null) {
        findings =
            isAlone(sample.label()) ? report.of(TYPE) : report.of(TYPE, sample.server().name());
      }
      strays -= findings.size();
      judged.add(new Judged(sample, findings));
    }
    return judged;
  }

  /** Findings that belong to no server of ours. */
  int strays() {
    return strays;
  }
}
