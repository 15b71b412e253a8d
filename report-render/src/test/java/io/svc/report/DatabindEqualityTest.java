package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.svc.baseline.JsonOutput;
import io.svc.scanner.scan.McpScanReport;
import java.io.IOException;
import java.io.Serial;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Guards the hand-written JSON: a component added to a record shows up here. */
class DatabindEqualityTest {
  private final ObjectMapper mapper =
      JsonMapper.builder(
              new JsonFactoryBuilder().highestNonEscapedChar(JsonOutput.HIGHEST_PLAIN).build())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          // The records' questions, such as isEmpty, are no components.
          .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
          .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
          .addModule(new SimpleModule().addSerializer(new TimeSerializer()))
          .defaultPrettyPrinter(JsonOutput.prettyPrinter())
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  @Test
  void a_report_is_written_as_its_record_would_be() throws IOException {
    McpScanReport report = TestReports.withFindings();

    assertThat(TestReports.rendered(new JsonRenderer(), Terminal.PLAIN, report))
        .isEqualTo(mapper.writeValueAsString(report) + "\n");
  }

  @Test
  void a_hostile_report_is_written_as_its_record_would_be() throws IOException {
    McpScanReport report = TestReports.hostile();

    assertThat(TestReports.rendered(new JsonRenderer(), Terminal.PLAIN, report))
        .isEqualTo(mapper.writeValueAsString(report) + "\n");
  }

  @Test
  void several_reports_are_written_as_their_list_would_be() throws IOException {
    McpScanReport clean = TestReports.clean();
    McpScanReport partial = TestReports.partial();

    assertThat(TestReports.rendered(new JsonRenderer(), Terminal.PLAIN, clean, partial))
        .isEqualTo(mapper.writeValueAsString(List.of(clean, partial)) + "\n");
  }

  @Test
  void a_diff_is_written_as_its_record_would_be() throws IOException {
    assertThat(TestReports.rendered(new JsonRenderer(), Terminal.PLAIN, TestDiffs.drift()))
        .isEqualTo(mapper.writeValueAsString(TestDiffs.drift()) + "\n");
    assertThat(TestReports.rendered(new JsonRenderer(), Terminal.PLAIN, TestDiffs.noDrift()))
        .isEqualTo(mapper.writeValueAsString(TestDiffs.noDrift()) + "\n");
  }

  private static final class TimeSerializer extends StdSerializer<Instant> {
    @Serial private static final long serialVersionUID = 1;

    TimeSerializer() {
      super(Instant.class);
    }

    @Override
    public void serialize(Instant value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(JsonOutput.time(value));
    }
  }
}
