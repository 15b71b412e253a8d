package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.OperatorErrorException;
import io.svc.server.TestServer;
import io.svc.server.commands.Operator.Ran;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
class KeysCommandsTest {
  @TempDir private Path home;
  private Operator operator;

  @BeforeEach
  void hireOperator() {
    operator = new Operator(home);
  }

  private Path key() {
    return home.resolve("data/master.key");
  }

  private Path draft() {
    return home.resolve("data/master.key.next");
  }

  private void startOnce() {
    TestServer.start(home).close();
  }

  /** What only the key of the store can vouch for: the signed checkpoints of the audit log. */
  private void assertConsistent() {
    assertThat(
            operator
                .run("audit", "export", "--org", "instance", "--output", "-", "--checkpoint")
                .exitCode())
        .isZero();
    Ran ran = operator.run("audit", "verify");
    assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
  }

  private byte[] rotated() throws IOException {
    byte[] old = Files.readAllBytes(key());
    Ran ran = operator.run("keys", "rotate-master");
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.err()).contains("the master key was rotated");
    assertThat(Files.readAllBytes(key())).hasSize(32).isNotEqualTo(old);
    assertThat(draft()).doesNotExist();
    return old;
  }

  @Test
  void the_master_key_is_changed_while_a_server_is_running() throws IOException {
    try (TestServer server = TestServer.start(home)) {
      rotated();

      assertThat(server.visitor().get("/readyz").status()).isEqualTo(200);
    }
    assertConsistent();
    startOnce();
    assertConsistent();
    assertThat(operator.run("audit", "export", "--org", "instance", "--output", "-").out())
        .contains("master_key.rotate");
  }

  @Test
  void credentials_that_were_stored_before_are_opened_by_the_new_key() throws IOException {
    Map<String, String> dana =
        Map.of("username", "dana", "email", "dana@example.com", "password", TestServer.PASSWORD);
    String test;
    try (TestServer server = TestServer.start(home)) {
      Map<String, String> workspace = new HashMap<>(dana);
      workspace.put("workspaceName", "Example");
      Client admin = server.visitor();
      assertThat(admin.post("/api/auth/register", workspace).status()).isEqualTo(200);
      Answer created =
          admin.put(
              "/api/egress/credentials",
              Map.of("pattern", "api.example.com", "secret", Map.of("token", "x")));
      assertThat(created.status()).as(created.toString()).isEqualTo(201);
      test = "/api/egress/credentials/" + created.json().at("/credential/id").asText() + "/test";
    }

    rotated();

    try (TestServer server = TestServer.start(home)) {
      Client admin = server.visitor();
      assertThat(admin.post("/api/auth/login", dana).status()).isEqualTo(200);
      assertThat(admin.post(test).json().at("/test/ok").asBoolean()).isTrue();
    }
  }

  @Test
  void the_old_key_opens_nothing_any_more() throws IOException {
    startOnce();
    byte[] old = rotated();
    Files.write(key(), old);

    assertThatThrownBy(this::startOnce)
        .isInstanceOf(OperatorErrorException.class)
        .hasMessageContaining("the master key does not belong to this store");
    assertThat(operator.run("audit", "verify").exitCode()).isEqualTo(2);
  }

  @Test
  void a_change_that_broke_off_behind_the_store_is_finished_by_the_next_start() throws IOException {
    startOnce();
    byte[] old = rotated();
    byte[] fresh = Files.readAllBytes(key());
    Files.move(key(), draft());
    Files.write(key(), old);

    startOnce();

    assertThat(Files.readAllBytes(key())).isEqualTo(fresh);
    assertThat(draft()).doesNotExist();
    assertConsistent();
  }

  @Test
  void a_change_that_broke_off_before_the_store_is_taken_back() throws IOException {
    startOnce();
    byte[] old = Files.readAllBytes(key());
    Files.write(draft(), new byte[32]);

    startOnce();

    assertThat(Files.readAllBytes(key())).isEqualTo(old);
    assertThat(draft()).doesNotExist();
  }

  @Test
  void a_key_of_the_operators_own_gets_a_file_next_to_it() throws IOException {
    startOnce();
    Files.move(key(), home.resolve("own.key"));
    operator.with("SVC_MASTER_KEY_FILE", home.resolve("own.key").toString());

    assertThat(operator.run("keys", "rotate-master").err()).contains("--new-key-file");
    assertThat(operator.run("keys", "rotate-master", "--new-key-file", "own.key").err())
        .contains("own.key\" exists");
    Ran ran = operator.run("keys", "rotate-master", "--new-key-file", "fresh.key");

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(operator.run("audit", "verify").exitCode()).isEqualTo(2);
    operator.with("SVC_MASTER_KEY_FILE", home.resolve("fresh.key").toString());
    assertConsistent();
  }

  @Test
  void a_file_for_a_key_that_lies_in_the_data_directory_is_rejected() {
    startOnce();

    Ran ran = operator.run("keys", "rotate-master", "--new-key-file", "fresh.key");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("--new-key-file requires master_key_file");
    assertThat(home.resolve("fresh.key")).doesNotExist();
  }
}
