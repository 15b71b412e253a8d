package io.svc.server.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class GroupWriterTest {
  private final List<List<String>> groups = Collections.synchronizedList(new ArrayList<>());

  private GroupWriter<String, String> writer(int longestQueue) {
    return new GroupWriter<>("test-writer", longestQueue, 3, String::length, this::store);
  }

  private List<String> store(List<String> group) {
    groups.add(group);
    if (group.contains("bad")) {
      throw new IllegalStateException("rejected");
    }
    return group.stream().map(entry -> entry + "!").toList();
  }

  @Test
  void each_entry_has_its_own_result() {
    try (GroupWriter<String, String> writer = writer(10)) {
      writer.start();

      assertThat(writer.write(List.of("a", "b", "long", "c")))
          .containsExactly("a!", "b!", "long!", "c!");
      assertThat(writer.write(List.of())).isEmpty();
    }
  }

  @Test
  void entries_of_a_failed_group_are_written_alone() throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    try (GroupWriter<String, String> writer = writer(10)) {
      Thread caller =
          new Thread(() -> failure.set(catchThrowable(() -> writer.write(List.of("a", "bad")))));
      caller.start();
      while (caller.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }

      writer.start();
      caller.join();

      assertThat(failure.get()).hasMessage("rejected");
      assertThat(groups).containsExactly(List.of("a", "bad"), List.of("a"), List.of("bad"));
    }
  }

  @Test
  void a_full_queue_and_a_closed_writer_accept_nothing() {
    GroupWriter<String, String> writer = writer(1);
    assertThatThrownBy(() -> writer.write(List.of("a", "b")))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("too many entries are waiting");

    writer.close();

    assertThatThrownBy(() -> writer.write(List.of("c")))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessage("the store is closing");
    assertThat(groups).isEmpty();
  }
}
