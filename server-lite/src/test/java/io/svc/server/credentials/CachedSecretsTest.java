package io.svc.server.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.credentials.SecretSource.FetchedCredential;
import io.svc.server.db.OrgId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CachedSecretsTest {
  private static final OrgId ORG = new OrgId("org_01JD5Z8S4T3Q6V9X2B7N1M0KGE");
  private static final OrgId OTHER = new OrgId("org_01JD5Z8S4T3Q6V9X2B7N1M0KGF");
  private static final Mapping MAPPING = Samples.inVault("*.stripe.com", "");

  private final AtomicLong nanos = new AtomicLong(5);
  private final AtomicInteger asked = new AtomicInteger();
  private volatile boolean isDown;
  private final CachedSecrets cached = new CachedSecrets(this::answer, nanos::get);

  private FetchedCredential answer(OrgId org, Mapping mapping)
      throws CredentialUnavailableException {
    int number = asked.incrementAndGet();
    if (isDown) {
      throw new CredentialUnavailableException("down " + number);
    }
    return new FetchedCredential(
        new Credential(AuthType.BEARER, "token", "", "", "", ""), org + "@v" + number);
  }

  private void pass(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private String ref() throws CredentialUnavailableException {
    return cached.fetch(ORG, MAPPING).ref();
  }

  @Test
  void a_minute_is_the_longest() throws Exception {
    assertThat(ref()).endsWith("@v1");
    pass(59_999);
    assertThat(ref()).endsWith("@v1");
    pass(1);
    assertThat(ref()).endsWith("@v2");
  }

  @Test
  void what_is_older_is_not_used_either_when_nothing_newer_is_to_be_had() throws Exception {
    ref();
    isDown = true;
    pass(59_999);
    assertThat(ref()).endsWith("@v1");
    pass(1);
    assertThatThrownBy(this::ref).hasMessage("down 2");
  }

  @Test
  void the_minute_begins_when_it_was_asked_for_and_not_when_it_was_answered() throws Exception {
    CachedSecrets slow =
        new CachedSecrets(
            (org, mapping) -> {
              pass(10_000);
              return answer(org, mapping);
            },
            nanos::get);
    assertThat(slow.fetch(ORG, MAPPING).ref()).endsWith("@v1");
    pass(49_999);
    assertThat(slow.fetch(ORG, MAPPING).ref()).endsWith("@v1");
    pass(1);
    assertThat(slow.fetch(ORG, MAPPING).ref()).endsWith("@v2");
  }

  @Test
  void a_failure_is_believed_for_two_seconds() throws Exception {
    isDown = true;
    assertThatThrownBy(this::ref).hasMessage("down 1");
    isDown = false;
    pass(1_999);
    assertThatThrownBy(this::ref).hasMessage("down 1");
    pass(1);
    assertThat(ref()).endsWith("@v2");
  }

  @Test
  void tenants_and_versions_of_mappings_are_apart() throws Exception {
    assertThat(ref()).isEqualTo(ORG + "@v1");
    assertThat(cached.fetch(OTHER, MAPPING).ref()).isEqualTo(OTHER + "@v2");
    Mapping changed = Samples.inVault("*.stripe.com", "", Optional.empty(), 2);
    assertThat(cached.fetch(ORG, changed).ref()).isEqualTo(ORG + "@v3");
    assertThat(asked).hasValue(3);
  }

  @Test
  void what_a_tenant_had_is_forgotten_and_what_others_have_stays() throws Exception {
    ref();
    cached.fetch(OTHER, MAPPING);

    cached.forget(ORG);

    assertThat(ref()).isEqualTo(ORG + "@v3");
    assertThat(cached.fetch(OTHER, MAPPING).ref()).isEqualTo(OTHER + "@v2");
  }

  @Test
  void a_test_fetches_again_and_updates_the_cache() throws Exception {
    ref();
    assertThat(cached.fetchUncached(ORG, MAPPING).ref()).endsWith("@v2");
    assertThat(ref()).endsWith("@v2");
  }

  @Test
  void however_many_ask_at_once_the_source_is_asked_once() throws Exception {
    CountDownLatch isAsked = new CountDownLatch(1);
    CountDownLatch mayAnswer = new CountDownLatch(1);
    CachedSecrets slow =
        new CachedSecrets(
            (org, mapping) -> {
              isAsked.countDown();
              awaitOf(mayAnswer);
              return answer(org, mapping);
            },
            nanos::get);
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<String>> refs = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        refs.add(threads.submit(() -> slow.fetch(ORG, MAPPING).ref()));
      }
      awaitOf(isAsked);
      mayAnswer.countDown();
      for (Future<String> ref : refs) {
        assertThat(ref.get(10, TimeUnit.SECONDS)).endsWith("@v1");
      }
      assertThat(asked).hasValue(1);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void awaitOf(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
