package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.report.ReportNotes.SkippedEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportNotesTest {
  @Test
  void skipped_entries_and_remarks_are_distinguished() {
    assertThat(ReportNotes.of(TestReports.partial()))
        .isEqualTo(
            new ReportNotes(
                List.of(
                    new SkippedEntry("`broken`: \"command\" is a number", 1),
                    new SkippedEntry("`odd`: not an object", 1)),
                List.of("The file has comments, which strict JSON does not allow.")));
    assertThat(ReportNotes.of(TestReports.clean()))
        .isEqualTo(new ReportNotes(List.of(), List.of()));
  }

  @Test
  void the_line_is_the_one_behind_the_name_whatever_the_name_is() {
    ReportNotes notes =
        ReportNotes.of(
            TestReports.partial(
                """
                - `a` (line 31): not an object
                - `b' (line 5): x` (line 7): not an object
                - `c` (line 99999999999): not an object
                - `d` (line x): not an object
                - no name
                """));

    assertThat(notes.skipped())
        .extracting(SkippedEntry::line)
        .containsExactly(31, 7, 999999999, 1, 1);
  }

  @Test
  void a_partial_report_has_skipped_something_whatever_its_summary_specifies() {
    assertThat(ReportNotes.of(TestReports.partial("")).skipped())
        .containsExactly(new SkippedEntry("An entry in the file could not be read.", 1));
  }
}
