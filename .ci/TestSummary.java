import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Prints the slowest classes and tests of a build, and the tests that were skipped with the reason.
 * Reads the XML reports that Surefire and Failsafe write. Usage: java .ci/TestSummary.java ROOT
 */
final class TestSummary {
  private record Timed(String name, double seconds) {}

  private final List<Timed> classes = new ArrayList<>();
  private final List<Timed> tests = new ArrayList<>();
  private final Map<String, Integer> skipped = new TreeMap<>();

  private TestSummary() {}

  public static void main(String[] args) throws IOException, XMLStreamException {
    TestSummary summary = new TestSummary();
    for (Path report : reports(Path.of(args[0]))) {
      summary.read(report);
    }
    summary.print();
  }

  private static List<Path> reports(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root, 5)) {
      return files
          .filter(file -> file.getParent().toString().endsWith("-reports"))
          .filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
          .toList();
    }
  }

  private void read(Path report) throws IOException, XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    try (var in = Files.newInputStream(report)) {
      XMLStreamReader xml = factory.createXMLStreamReader(in);
      String name = "";
      while (xml.hasNext()) {
        if (xml.next() != XMLStreamConstants.START_ELEMENT) {
          continue;
        }
        if (xml.getLocalName().equals("testsuite")) {
          classes.add(new Timed(simpleName(xml.getAttributeValue(null, "name")), seconds(xml)));
        } else if (xml.getLocalName().equals("testcase")) {
          name =
              simpleName(xml.getAttributeValue(null, "classname"))
                  + "."
                  + xml.getAttributeValue(null, "name");
          tests.add(new Timed(name, seconds(xml)));
        } else if (xml.getLocalName().equals("skipped")) {
          String reason = xml.getAttributeValue(null, "message");
          // The cases of a parameterized test are counted together.
          String test = name.replaceAll("\\(.*\\)|\\[\\d+]", "");
          skipped.merge(reason == null ? test : reason, 1, Integer::sum);
        }
      }
    }
  }

  private static String simpleName(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  private static double seconds(XMLStreamReader xml) {
    return Double.parseDouble(xml.getAttributeValue(null, "time").replace(",", ""));
  }

  private static void printSlowest(int most, String what, List<Timed> all) {
    System.out.printf(
        Locale.ROOT,
        "Slowest of %,d %s (%,.0f s in all):%n",
        all.size(),
        what,
        all.stream().mapToDouble(Timed::seconds).sum());
    all.stream()
        .sorted(Comparator.comparingDouble(Timed::seconds).reversed())
        .limit(most)
        .forEach(
            timed ->
                System.out.printf(Locale.ROOT, "  %6.1f s  %s%n", timed.seconds(), timed.name()));
  }

  private void print() {
    printSlowest(25, "classes", classes);
    printSlowest(10, "tests", tests);
    if (!skipped.isEmpty()) {
      System.out.println("Skipped tests:");
      skipped.forEach((reason, count) -> System.out.printf("  %d x  %s%n", count, reason));
    }
  }
}
