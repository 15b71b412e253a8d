package io.svc.server.detection;

import io.svc.server.alerts.Alerts;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.decisions.DecisionTrail;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.json.Json;
import io.svc.server.redaction.ContentMask;
import io.svc.server.redaction.TenantRedactions;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.sessions.Evidence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Evaluates the new actions of a tenant's agents. They are read in one transaction, evaluated
 * outside of any, and the results are stored in another one together with the cursor; if another
 * server has moved the cursor meanwhile, nothing is stored. So each action is evaluated and
 * reported exactly once, whenever a server stops.
 */
final class DetectionRound {
  private static final Logger LOG = LoggerFactory.getLogger(DetectionRound.class);

  /**
   * The maximum number of items per round, which the store accepts in one transaction without
   * delaying callers for long.
   */
  static final int MAX = 200;

  private final Database database;
  private final DetectionConfigs configs;
  private final Alerts alerts;
  private final AgentSessions sessions;
  private final SealedOriginals originals;
  private final TenantRedactions redactions;
  private final DetectionPipeline pipeline = new DetectionPipeline();

  DetectionRound(
      Database database,
      DetectionConfigs configs,
      Alerts alerts,
      AgentSessions sessions,
      SealedOriginals originals,
      TenantRedactions redactions) {
    this.database = database;
    this.configs = configs;
    this.alerts = alerts;
    this.sessions = sessions;
    this.originals = originals;
    this.redactions = redactions;
  }

  /** The input of a round. */
  private record RoundInput(
      DetectionStore.Cursor cursor,
      List<DecisionTrail.StreamedDecision> steps,
      List<DetectionStore.PendingRow> pending,
      DetectionConfig config,
      ContentMask mask) {
    boolean isEmpty() {
      return steps.isEmpty() && pending.isEmpty();
    }

    boolean isFull() {
      return steps.size() == MAX || pending.size() == MAX;
    }

    long seq() {
      return steps.isEmpty() ? cursor.seq() : steps.get(steps.size() - 1).seq();
    }
  }

  /** A detection result to report. */
  record EvaluatedObservation(Observation seen, DetectionResult judgement) {}

  /** The results of a round. */
  private record Result(
      List<EvaluatedObservation> evaluated,
      Map<String, BehaviorBaseline> baselines,
      HourlyCounts hours) {}

  /** Evaluates a batch. Returns whether there are more observations. */
  boolean run(OrgId org) {
    Optional<RoundInput> work = database.read(tx -> begun(tx, org));
    if (work.isEmpty()) {
      database.write(tx -> tx.on(DetectionStore.class).begin(org));
      work = database.read(tx -> begun(tx, org));
    }
    if (work.isEmpty() || work.get().isEmpty()) {
      return false;
    }
    RoundInput todo = work.get();
    Result result = judged(org, observations(todo), todo.config());
    boolean isStored = database.write(tx -> store(tx, org, todo, result));
    return todo.isFull() || !isStored;
  }

  private static List<Observation> observations(RoundInput todo) {
    List<Observation> all = new ArrayList<>();
    for (DecisionTrail.StreamedDecision step : todo.steps()) {
      read(step.decisionId(), () -> Observations.of(step, todo.mask())).ifPresent(all::add);
    }
    for (DetectionStore.PendingRow row : todo.pending()) {
      read(row.pendingId(), () -> StoredObservation.read(row.observed())).ifPresent(all::add);
    }
    return all;
  }

  /** A damaged row must not block all later ones. */
  private static Optional<Observation> read(String id, Supplier<Observation> reader) {
    try {
      return Optional.of(reader.get());
    } catch (RuntimeException e) {
      LOG.error("the record {} cannot be read and is not evaluated", id, e);
      return Optional.empty();
    }
  }

  private Optional<RoundInput> begun(Tx tx, OrgId org) {
    DetectionStore store = tx.on(DetectionStore.class);
    return store
        .cursor(org)
        .map(
            cursor ->
                new RoundInput(
                    cursor,
                    DecisionTrail.after(tx, org, originals, cursor.seq(), MAX),
                    store.pending(org, MAX),
                    configs.get(tx, org).config(),
                    redactions.of(tx, org).mask()));
  }

  private Result judged(OrgId org, List<Observation> all, DetectionConfig config) {
    Map<String, BehaviorBaseline> baselines = baselines(org, all);
    HourlyCounts hours = new HourlyCounts();
    List<EvaluatedObservation> evaluated = new ArrayList<>();
    for (Observation seen : all) {
      BehaviorBaseline baseline = baselines.getOrDefault(seen.agentId(), BehaviorBaseline.NONE);
      try {
        DetectionPipeline.PipelineResult judged =
            pipeline.judge(seen, config, baseline, System::nanoTime, hours);
        hours.count(judged.judgement());
        baselines.put(seen.agentId(), judged.next());
        if (judged.judgement().label() != Label.BENIGN) {
          evaluated.add(new EvaluatedObservation(seen, judged.judgement()));
        }
      } catch (RuntimeException | StackOverflowError e) {
        // An observation that fails must not block all later ones.
        LOG.error("the observations in {} of {} cannot be evaluated", seen.id(), org.value(), e);
      }
    }
    return new Result(evaluated, baselines, hours);
  }

  private Map<String, BehaviorBaseline> baselines(OrgId org, List<Observation> all) {
    List<String> agents = all.stream().map(Observation::agentId).distinct().toList();
    Map<String, BehaviorBaseline> byAgent = new HashMap<>();
    for (DetectionStore.AgentRow row :
        database.read(tx -> tx.on(DetectionStore.class).baselines(org, agents))) {
      byAgent.put(row.agentId(), Json.readStored(row.baseline(), BehaviorBaseline.class));
    }
    return byAgent;
  }

  private boolean store(Tx tx, OrgId org, RoundInput work, Result result) {
    DetectionStore store = tx.on(DetectionStore.class);
    if (store.move(org, work.cursor().turn(), work.seq()) == 0) {
      return false;
    }
    if (!work.pending().isEmpty()) {
      store.removePending(
          org, work.pending().stream().map(DetectionStore.PendingRow::pendingId).toList());
    }
    alerts.raise(
        tx,
        org,
        result.evaluated().stream()
            .flatMap(evaluated -> DetectionAlerts.of(evaluated, work.config()).stream())
            .toList());
    note(tx, org, work.config(), result.evaluated());
    new TreeMap<>(result.baselines())
        .forEach((agent, baseline) -> store.setBaseline(org, agent, Json.text(baseline), tx.now()));
    result.hours().write(tx, org);
    return true;
  }

  /** Flagged observations without an alert are recorded in the timeline of their session. */
  private void note(Tx tx, OrgId org, DetectionConfig config, List<EvaluatedObservation> all) {
    Map<String, List<Evidence.Draft>> bySession = new LinkedHashMap<>();
    for (EvaluatedObservation evaluated : all) {
      for (ThreatVerdict verdict : evaluated.judgement().verdicts()) {
        if (verdict.isFlagged()
            && !verdict.isTold()
            && !DetectionAlerts.isAlert(verdict, config)
            && !evaluated.seen().sessionId().isEmpty()) {
          bySession
              .computeIfAbsent(evaluated.seen().sessionId(), any -> new ArrayList<>())
              .add(draft(evaluated.seen(), verdict));
        }
      }
    }
    bySession.forEach(
        (session, drafts) -> {
          if (sessions.find(tx, org, session).isPresent()) {
            sessions.append(tx, org, session, drafts);
          }
        });
  }

  private static Evidence.Draft draft(Observation seen, ThreatVerdict verdict) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("threatType", verdict.threat().toString());
    data.put("label", verdict.label().toString());
    data.put("confidence", verdict.confidence());
    data.put("layer", verdict.layer().toString());
    data.put("rule", verdict.rule());
    data.put("evidence", verdict.evidence());
    return new Evidence.Draft(
        Evidence.Type.DETECTION,
        seen.at(),
        verdict.severity(),
        verdict.threat().title() + ": " + seen.named(),
        Json.tree(data),
        seen.kind() == Observation.Kind.EVALUATION ? Optional.of(seen.id()) : Optional.empty());
  }
}
