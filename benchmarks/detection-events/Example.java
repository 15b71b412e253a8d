package events;

import io.svc.server.detection.BehaviorBaseline;
import io.svc.server.detection.DetectionPipeline;
import io.svc.server.detection.DetectionConfig;
import io.svc.server.detection.DetectionResult;
import io.svc.server.detection.Observation;
import io.svc.server.detection.ThreatVerdict;
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
    String threat, String kind, BehaviorBaseline known, List<Observation> before, Observation last) {

  private static final DetectionPipeline CASCADE = new DetectionPipeline();

  /** What the cascade flags. */
  List<ThreatVerdict> flagged() {
    BehaviorBaseline baseline = known;
    for (Observation seen : before) {
      baseline = CASCADE.judge(seen, DetectionConfig.DEFAULT, baseline).next();
    }
    DetectionResult judgement = CASCADE.judge(last, DetectionConfig.DEFAULT, baseline).judgement();
    return judgement.verdicts().stream().filter(ThreatVerdict::isFlagged).toList();
  }
}
