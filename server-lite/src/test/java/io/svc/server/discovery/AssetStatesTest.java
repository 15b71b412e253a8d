package io.svc.server.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where decisions and sightings lead, row by row. */
class AssetStatesTest {
  @ParameterizedTest
  @CsvSource({
    "unreviewed,approve,approved",
    "unreviewed,reject,rejected",
    "unreviewed,ignore,ignored",
    "unreviewed,needs_info,needs_info",
    "unreviewed,reset,unreviewed",
    "needs_info,approve,approved",
    "needs_info,reject,rejected",
    "needs_info,ignore,",
    "needs_info,needs_info,",
    "needs_info,reset,unreviewed",
    "approved,approve,",
    "approved,reject,rejected",
    "approved,ignore,",
    "approved,needs_info,",
    "approved,reset,unreviewed",
    "rejected,approve,",
    "rejected,reject,",
    "rejected,ignore,",
    "rejected,needs_info,",
    "rejected,reset,unreviewed",
    "ignored,approve,",
    "ignored,reject,",
    "ignored,ignore,",
    "ignored,needs_info,",
    "ignored,reset,unreviewed",
  })
  void a_decision_leads_to_the_state_in_the_table(String from, String decision, String to) {
    AssetReviewState state = AssetReviewState.valueOf(from.toUpperCase(java.util.Locale.ROOT));
    AssetReviewState.Decision taken =
        AssetReviewState.Decision.valueOf(decision.toUpperCase(java.util.Locale.ROOT));

    assertThat(state.after(taken).map(AssetReviewState::toString).orElse(null)).isEqualTo(to);
    assertThat(state.decisions().contains(taken)).isEqualTo(to != null);
  }

  @ParameterizedTest
  @CsvSource({
    "NEW,SEEN,ACTIVE",
    "NEW,SEEN_CHANGED,CHANGED",
    "NEW,UNSEEN_FOR_LONG,DORMANT",
    "NEW,GONE,REMOVED",
    "ACTIVE,SEEN,ACTIVE",
    "ACTIVE,SEEN_CHANGED,CHANGED",
    "ACTIVE,UNSEEN_FOR_LONG,DORMANT",
    "ACTIVE,GONE,REMOVED",
    "CHANGED,SEEN,ACTIVE",
    "CHANGED,SEEN_CHANGED,CHANGED",
    "CHANGED,UNSEEN_FOR_LONG,DORMANT",
    "CHANGED,GONE,REMOVED",
    "DORMANT,SEEN,ACTIVE",
    "DORMANT,SEEN_CHANGED,ACTIVE",
    "DORMANT,UNSEEN_FOR_LONG,DORMANT",
    "DORMANT,GONE,REMOVED",
    "REMOVED,SEEN,ACTIVE",
    "REMOVED,SEEN_CHANGED,ACTIVE",
    "REMOVED,UNSEEN_FOR_LONG,REMOVED",
    "REMOVED,GONE,REMOVED",
  })
  void presence_follows_what_is_seen(Presence from, Presence.Event event, Presence to) {
    assertThat(from.after(event)).isEqualTo(to);
  }

  @ParameterizedTest
  @CsvSource({
    "UNREVIEWED,false,SHADOW",
    "NEEDS_INFO,false,SHADOW",
    "REJECTED,false,SHADOW",
    "APPROVED,false,UNREGISTERED",
    "IGNORED,false,UNREGISTERED",
    "UNREVIEWED,true,REGISTERED",
    "APPROVED,true,REGISTERED",
    "REJECTED,true,REGISTERED",
  })
  void an_unapproved_asset_is_shadow(
      AssetReviewState review, boolean isRegistered, GovernanceStatus status) {
    assertThat(GovernanceStatus.of(review, isRegistered)).isEqualTo(status);
  }
}
