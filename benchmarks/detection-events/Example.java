package events;

import io.svc.server.detection.Baseline;
import io.svc.server.detection.Cascade;
import io.svc.server.detection.DetectionConfig;
import io.svc.server.detection.Judgement;
import io.svc.server.detection.Observation;
import io.svc.server.detection.Verdict;
import java.util.List;

/**
 * A labelled example.
 *
 * @param threat what it is; empty when it is harmless
 * @param kind which sort of it
 * @param before what the agent did earlier, which nobody judges here
 * @param last what is judged
 */
record Example(
    String threat, String kind, Baseline known, List<Observation> before, Observation last) {

  private static final Cascade CASCADE = new Cascade();

  /** What the cascade flags. */
  List<Verdict> flagged() {
    Baseline baseline = known;
    for (Observation seen : before) {
      baseline = CASCADE.judge(seen, DetectionConfig.DEFAULT, baseline).next();
    }
    Judgement judgement = CASCADE.judge(last, DetectionConfig.DEFAULT, baseline).judgement();
    return judgement.verdicts().stream().filter(Verdict::isFlagged).toList();
  }
}
