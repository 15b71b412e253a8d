package io.svc.server.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.rules.Severity;
import io.svc.server.agents.AgentExtras.PolicyRef;
import io.svc.server.agents.Agents;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.tenants.Revisions;
import io.svc.server.testing.Crowd;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.Workspace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PoliciesTest extends StoreContract {
  private Database database;
  private Policies policies;
  private PolicyAuthoring authoring;
  private PolicyAssignments assignments;
  private Agents agents;
  private Caller caller;
  private OrgId org;

  @BeforeEach
  void open() {
    database = store.migrated();
    Workspace workspace = new Workspace(database, directory, clock);
    agents = new Agents(workspace.identifiers());
    policies = new Policies();
    assignments = new PolicyAssignments(database, workspace.audit(), policies, agents);
    authoring =
        new PolicyAuthoring(
            database, workspace.identifiers(), workspace.audit(), policies, assignments);
    caller = workspace.caller();
    org = workspace.org();
  }

  /** Takes every version of a record. */
  private static void any(long version) {
    assertThat(version).isPositive();
  }

  private static PolicyText text(String meaning) {
    return new PolicyText("version: 1 # " + meaning, "sha256:" + meaning.charAt(0), 2, List.of());
  }

  private Policy create(String name, Stage mode, String... agentIds) {
    return authoring.create(
        caller,
        new PolicyDraft(
            Optional.of(name),
            Optional.of("What " + name + " is for"),
            Optional.of(Severity.HIGH),
            Optional.of(List.of("finance")),
            Optional.empty(),
            Optional.of(text("a")),
            mode,
            List.of(agentIds)));
  }

  private Policy save(Policy policy, PolicyText text) {
    return authoring.change(
        caller,
        policy.id(),
        new PolicyDraft(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(text),
            Stage.DRAFT,
            List.of()),
        PoliciesTest::any);
  }

  private Policy move(Policy policy, Stage stage, Stage mode) {
    return database.write(
        tx ->
            policies.setStage(
                tx,
                org,
                policies.lock(tx, org, policy.id()),
                stage,
                mode,
                policy.activeVersion(),
                "usr_1"));
  }

  private String agent(String name) {
    return database.write(tx -> agents.discovered(tx, org, "n8n", name, name, tx.now())).id();
  }

  private List<ActivePolicy> evaluated() {
    return database.read(tx -> policies.evaluated(tx, org));
  }

  private long revision() {
    return database.read(tx -> Revisions.current(tx, org));
  }

  @Test
  void a_policy_is_stored_as_it_was_sent() {
    Policy policy = create("pay", Stage.OBSERVE);

    assertThat(policy.name()).isEqualTo("pay");
    assertThat(policy.severity()).isEqualTo(Severity.HIGH);
    assertThat(policy.tags()).containsExactly("finance");
    assertThat(policy.stage()).isEqualTo(Stage.OBSERVE);
    assertThat(policy.previousStage()).contains(Stage.DRAFT);
    assertThat(policy.effectiveMode()).isEqualTo(Stage.OBSERVE);
    assertThat(policy.enabled()).isTrue();
    assertThat(policy.createdBy()).isEqualTo(caller.id());
    assertThat(policy.candidateVersion()).isEmpty();
    assertThat(create("later", Stage.DRAFT).previousStage()).isEmpty();
    PolicyVersion first = database.read(tx -> policies.version(tx, org, policy.id(), 1)).get();
    assertThat(first.dsl()).isEqualTo(text("a").dsl());
    assertThat(first.ruleCount()).isEqualTo(2);
  }

  @Test
  void what_is_evaluated_is_enabled_written_and_above_draft() {
    create("draft", Stage.DRAFT);
    authoring.toggle(
        caller, create("off", Stage.OBSERVE).id(), Optional.empty(), PoliciesTest::any);
    Policy watched = create("watched", Stage.OBSERVE);
    move(create("enforced", Stage.OBSERVE), Stage.ENFORCE, Stage.ENFORCE);
    move(create("rolled back", Stage.OBSERVE), Stage.ROLLBACK, Stage.DRAFT);
    move(create("half back", Stage.OBSERVE), Stage.ROLLBACK, Stage.SOFT_ENFORCE);

    assertThat(evaluated())
        .extracting(ActivePolicy::name)
        .containsExactly("watched", "enforced", "half back");
    assertThat(evaluated().get(0))
        .isEqualTo(
            new ActivePolicy(
                watched.id(),
                "watched",
                Severity.HIGH,
                Stage.OBSERVE,
                Stage.OBSERVE,
                new ActivePolicy.VersionText(1, text("a").dsl(), "sha256:a"),
                Optional.empty(),
                Set.of()));
    assertThat(evaluated().get(2).effectiveMode()).isEqualTo(Stage.SOFT_ENFORCE);
  }

  @Test
  void a_new_document_of_an_evaluated_policy_is_a_candidate() {
    Policy policy = create("pay", Stage.OBSERVE);

    Policy saved = save(policy, text("b"));

    assertThat(saved.activeVersion()).isEqualTo(1);
    assertThat(saved.candidateVersion()).hasValue(2);
    assertThat(evaluated().get(0).running().version()).isEqualTo(1);
    assertThat(evaluated().get(0).candidate())
        .contains(new ActivePolicy.VersionText(2, text("b").dsl(), "sha256:b"));
  }

  @Test
  void a_new_document_runs_at_once_where_it_changes_nothing() {
    assertThat(save(create("draft", Stage.DRAFT), text("b")).activeVersion()).isEqualTo(2);
    Policy back = move(create("back", Stage.OBSERVE), Stage.ROLLBACK, Stage.DRAFT);
    assertThat(save(back, text("b")).activeVersion()).isEqualTo(2);
    Policy half = move(create("half", Stage.OBSERVE), Stage.ROLLBACK, Stage.OBSERVE);
    assertThat(save(half, text("b")).activeVersion()).isEqualTo(1);
    Policy cosmetic = create("cosmetic", Stage.OBSERVE);
    assertThat(save(cosmetic, text("a, said otherwise")).activeVersion()).isEqualTo(2);
    assertThat(save(cosmetic, text("a, said otherwise")).latestVersion()).isEqualTo(2);
  }

  @Test
  void a_policy_with_content_cannot_become_empty() {
    Policy policy = create("pay", Stage.DRAFT);

    assertThatThrownBy(() -> save(policy, PolicyText.NONE))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("\"dsl\" is empty");
  }

  @Test
  void concurrent_saves_create_separate_versions() throws Exception {
    Policy policy = create("pay", Stage.DRAFT);

    List<Crowd.Outcome<Policy>> outcomes = Crowd.of(6, i -> () -> save(policy, text("b" + i)));

    assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNull());
    Policies.VersionPage versions =
        database.read(tx -> policies.versions(tx, org, policy.id(), 50, 0));
    assertThat(versions.versions())
        .extracting(PolicyVersion::version)
        .containsExactly(7L, 6L, 5L, 4L, 3L, 2L, 1L);
    assertThat(versions.policy().recordVersion()).isEqualTo(7);
  }

  @Test
  void the_revision_grows_with_all_that_can_change_a_decision() {
    assertThat(revision()).isZero();
    String agent = agent("bot");
    Policy policy = create("pay", Stage.OBSERVE);
    assertThat(revision()).isEqualTo(1);
    save(policy, text("b"));
    assertThat(revision()).isEqualTo(2);
    authoring.toggle(caller, policy.id(), Optional.empty(), PoliciesTest::any);
    assertThat(revision()).isEqualTo(3);
    assignments.assign(caller, policy.id(), List.of(agent), PoliciesTest::any);
    assertThat(revision()).isEqualTo(4);
    assignments.assign(caller, policy.id(), List.of(agent), PoliciesTest::any);
    authoring.toggle(caller, policy.id(), Optional.of(false), PoliciesTest::any);
    assertThat(revision()).isEqualTo(4);
    assignments.unassign(caller, policy.id(), List.of(agent), PoliciesTest::any);
    assertThat(revision()).isEqualTo(5);
    move(policy, Stage.ROLLBACK, Stage.DRAFT);
    assertThat(revision()).isEqualTo(6);
    authoring.delete(caller, policy.id(), PoliciesTest::any);
    assertThat(revision()).isEqualTo(7);
  }

  @Test
  void a_stage_is_set_with_where_it_was_before() {
    Policy policy = create("pay", Stage.OBSERVE);

    Policy moved = move(policy, Stage.SOFT_ENFORCE, Stage.SOFT_ENFORCE);

    assertThat(moved.previousStage()).contains(Stage.OBSERVE);
    assertThat(moved.effectiveMode()).isEqualTo(Stage.SOFT_ENFORCE);
    assertThat(moved.updatedBy()).isEqualTo("usr_1");
    assertThat(moved.recordVersion()).isEqualTo(2);
    assertThatThrownBy(() -> move(policy, Stage.ROLLBACK, Stage.ROLLBACK))
        .hasMessageContaining("rollback is no mode");
    assertThat(
            database
                .write(tx -> policies.setEvidence(tx, org, policy.id(), "rpl_1", "42 runs", "u"))
                .replayJobId())
        .contains("rpl_1");
  }

  @Test
  void all_policies_of_a_tenant_can_be_locked() {
    Policy first = create("one", Stage.DRAFT);
    Policy two = create("two", Stage.OBSERVE);

    List<Policy> locked = database.write(tx -> policies.lockAll(tx, org));

    assertThat(locked).containsExactly(first, two);
  }

  @Test
  void a_policy_applies_to_those_it_is_assigned_to_or_for_all() {
    String bot = agent("bot");
    String other = agent("other");
    Policy named = create("named", Stage.OBSERVE, bot);
    Policy draft = create("draft", Stage.DRAFT, bot);
    Policy all = create("all", Stage.OBSERVE);
    create("draft for all", Stage.DRAFT);

    Map<String, List<PolicyRef>> refs =
        database.read(tx -> policies.policies(tx, org, List.of(bot, other)));

    assertThat(refs.get(bot))
        .extracting(PolicyRef::policyId)
        .containsExactly(named.id(), draft.id(), all.id());
    assertThat(refs.get(other)).containsExactly(new PolicyRef(all.id(), "all", "observe"));
    assertThat(evaluated())
        .filteredOn(policy -> policy.policyId().equals(named.id()))
        .singleElement()
        .satisfies(
            policy -> {
              assertThat(policy.appliesTo(bot)).isTrue();
              assertThat(policy.appliesTo(other)).isFalse();
            });
  }

  @Test
  void policies_are_listed_by_words_and_by_either_vocabulary() {
    create("Über pay", Stage.DRAFT);
    create("watch", Stage.OBSERVE);
    move(create("back", Stage.OBSERVE), Stage.ROLLBACK, Stage.OBSERVE);

    assertThat(names("ÜBER", Optional.empty())).containsExactly("Über pay");
    assertThat(names("finance", Optional.empty())).hasSize(3);
    assertThat(names("", Optional.of(Stage.OBSERVE))).containsExactly("back", "watch");
    assertThat(names("", Optional.of(Stage.ROLLBACK))).containsExactly("back");
    assertThat(database.<Map<Stage, Long>>read(tx -> policies.byStage(tx, org)))
        .containsEntry(Stage.DRAFT, 1L)
        .containsEntry(Stage.ROLLBACK, 1L)
        .containsEntry(Stage.ENFORCE, 0L);
  }

  private List<String> names(String text, Optional<Stage> mode) {
    return database
        .read(tx -> policies.list(tx, org, text, mode, PageRequest.latest(0, 500)))
        .rows()
        .stream()
        .map(Policy::name)
        .toList();
  }

  @Test
  void all_policies_of_a_tenant_can_be_removed() {
    create("pay", Stage.OBSERVE, agent("bot"));

    assertThat(database.<Long>write(tx -> policies.removeAll(tx, org))).isEqualTo(3);
    assertThat(database.<Long>write(tx -> Revisions.removeAll(tx, org))).isEqualTo(1);
    assertThat(evaluated()).isEmpty();
    assertThat(revision()).isZero();
  }
}
