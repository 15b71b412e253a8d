package detection;

import detection.Specimens.Judged;
import java.util.ArrayList;
import java.util.List;

/** How often what is no credential is taken for one. */
final class HarmlessSet {
  private final Tally families = new Tally();
  private final List<String> alarms = new ArrayList<>();
  private final Specimens specimens;

  HarmlessSet(long seed, Workspace workspace) throws Exception {
    List<Kind> all = new ArrayList<>(Placeholders.all());
    all.addAll(Lookalikes.all());
    specimens = new Specimens("harmless", all, seed, workspace);
  }

  void judge(Command command, Workspace workspace) throws Exception {
    for (Judged judged : specimens.judge(command, workspace)) {
      families.add(judged.kind().family(), !judged.findings().isEmpty());
      for (Report.Finding finding : judged.findings()) {
        alarms.add(judged.describe() + " " + finding.describe());
      }
    }
  }

  int alarms() {
    return alarms.size() + specimens.strays();
  }

  void print(boolean isDetailed) {
    families.print("Not secrets, by kind", "alarms");
    if (isDetailed) {
      alarms.forEach(alarm -> System.out.println("ALARM " + alarm));
    }
  }
}
