package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.baseline.BaselineDiff;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class JunitRendererTest {
  private final Renderer renderer = new JunitRenderer(new SourceRoot(Path.of("/home/ada")));

  @ParameterizedTest
  @MethodSource("io.svc.report.TestReports#ofAllKinds")
  void output_of_reports_matches_the_schema(List<McpScanReport> reports)
      throws SAXException, IOException {
    validate(TestReports.rendered(renderer, Terminal.PLAIN, reports.toArray(McpScanReport[]::new)));
  }

  @ParameterizedTest
  @MethodSource("io.svc.report.TestDiffs#ofAllKinds")
  void output_of_a_diff_matches_the_schema(BaselineDiff diff) throws SAXException, IOException {
    validate(TestReports.rendered(renderer, Terminal.PLAIN, diff));
  }

  @Test
  void what_has_a_fault_does_not_fit() {
    String xml = TestReports.rendered(renderer, Terminal.PLAIN, TestReports.withFindings());

    assertThatThrownBy(() -> validate(xml.replace("<skipped>", "<ignored>")))
        .isInstanceOf(SAXException.class);
    assertThatThrownBy(() -> validate(xml.replace(" name=", " title=")))
        .isInstanceOf(SAXException.class);
  }

  @Test
  void numbers_are_those_of_the_cases()
      throws ParserConfigurationException, SAXException, IOException {
    Element root =
        parsed(
            TestReports.rendered(
                renderer,
                Terminal.PLAIN,
                TestReports.withFindings(),
                TestReports.partial(),
                TestReports.clean()));

    assertThat(numbers(root, "tests", "failures", "errors")).containsExactly(9, 6, 1);
    NodeList suites = root.getElementsByTagName("testsuite");
    assertThat(suites.getLength()).isEqualTo(3);
    for (int i = 0; i < suites.getLength(); i++) {
      Element suite = (Element) suites.item(i);
      assertThat(numbers(suite, "tests", "failures", "errors", "skipped"))
          .containsExactly(
              suite.getElementsByTagName("testcase").getLength(),
              suite.getElementsByTagName("failure").getLength(),
              suite.getElementsByTagName("error").getLength(),
              suite.getElementsByTagName("skipped").getLength());
    }
    assertThat(root.getAttribute("time")).isEqualTo("0.037");
  }

  @Test
  void two_findings_of_one_kind_in_one_place_are_two_cases()
      throws ParserConfigurationException, SAXException, IOException {
    Element root =
        parsed(
            TestReports.rendered(
                renderer,
                Terminal.PLAIN,
                TestReports.of(
                    TestFindings.secret(), TestFindings.secret(), TestFindings.secret())));

    String name = ".config/Claude/claude_desktop_config.json: /mcpServers/github/env/GITHUB_TOKEN";
    assertThat(attributes(root, "testcase", "name"))
        .containsExactly(name, name + " (2)", name + " (3)");
    assertThat(attributes(root, "testcase", "classname"))
        .containsOnly("svc-preflight.hardcoded_secret");
  }

  @Test
  void a_file_is_clean_only_when_all_of_it_was_read()
      throws ParserConfigurationException, SAXException, IOException {
    Element clean = parsed(TestReports.rendered(renderer, Terminal.PLAIN, TestReports.clean()));
    Element partial =
        parsed(TestReports.rendered(renderer, Terminal.PLAIN, TestReports.partial("")));

    assertThat(attributes(clean, "testcase", "classname")).containsExactly("svc-preflight.scan");
    assertThat(clean.getElementsByTagName("error").getLength()).isZero();
    assertThat(attributes(partial, "testcase", "classname"))
        .containsExactly("svc-preflight.scan", "svc-preflight.hardcoded_secret");
    assertThat(attributes(partial, "error", "message")).containsExactly("1 entry was skipped");
  }

  @Test
  void a_hostile_file_adds_no_element_and_no_character_that_xml_forbids()
      throws ParserConfigurationException, SAXException, IOException {
    String evil = TestFindings.HOSTILE + "]]>\uFFFE\uFFFF\uD800\u0000\u0085<!-- & &amp; '\"";
    Element root =
        parsed(
            TestReports.rendered(
                renderer, Terminal.PLAIN, TestReports.of(TestFindings.withText(evil))));

    assertThat(root.getElementsByTagName("*").getLength()).isEqualTo(3);
    assertThat(attributes(root, "failure", "message"))
        .containsExactly("HIGH: " + PlainText.of(evil));
    assertThat(root.getElementsByTagName("failure").item(0).getTextContent())
        .contains("\n" + PlainText.of(evil) + "\n");
  }

  private static List<Integer> numbers(Element element, String... attributes) {
    List<Integer> numbers = new ArrayList<>();
    for (String attribute : attributes) {
      numbers.add(Integer.valueOf(element.getAttribute(attribute)));
    }
    return numbers;
  }

  private static List<String> attributes(Element root, String tag, String attribute) {
    List<String> values = new ArrayList<>();
    NodeList elements = root.getElementsByTagName(tag);
    for (int i = 0; i < elements.getLength(); i++) {
      values.add(((Element) elements.item(i)).getAttribute(attribute));
    }
    return values;
  }

  private static Element parsed(String xml)
      throws ParserConfigurationException, SAXException, IOException {
    return DocumentBuilderFactory.newDefaultInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)))
        .getDocumentElement();
  }

  /** By the schema that Jenkins gave, without a look at anything outside. */
  private static void validate(String xml) throws SAXException, IOException {
    SchemaFactory factory = SchemaFactory.newDefaultInstance();
    factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
    Schema schema =
        factory.newSchema(JunitRendererTest.class.getResource("/junit/jenkins-junit.xsd"));
    Validator validator = schema.newValidator();
    validator.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    validator.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
    validator.validate(new StreamSource(new StringReader(xml)));
  }
}
