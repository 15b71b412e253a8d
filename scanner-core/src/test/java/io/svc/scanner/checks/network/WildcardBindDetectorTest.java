package io.svc.scanner.checks.network;

import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WildcardBindDetectorTest {
  private final WildcardBindDetector detector = new WildcardBindDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node server.js --host 0.0.0.0",
        "node server.js --host=0.0.0.0",
        "node server.js --HOST=0.0.0.0",
        "node server.js --host=*",
        "node server.js --host *",
        "node server.js --host ::",
        "node server.js --host [::]",
        "node server.js --host ::0",
        "node server.js --hostname 0.0.0.0",
        "node server.js --bind 0.0.0.0",
        "node server.js --bind=0.0.0.0:8080",
        "node server.js --bind-address 0.0.0.0",
        "node server.js --listen 0.0.0.0:8080",
        "node server.js --listen=[::]:8080",
        "node server.js --listen :::8080",
        "node server.js --listen http://0.0.0.0:8080",
        "node server.js --sse-host 0.0.0.0",
        "node server.js --http 0.0.0.0:8080",
        "node server.js host=0.0.0.0",
        "server -addr 0.0.0.0:8080",
        "uvicorn app:app --host 0.0.0.0 --port 8000",
        "gunicorn -b 0.0.0.0:8000 app",
        "flask run -h 0.0.0.0",
        "php -S 0.0.0.0:8000",
        "python manage.py runserver 0.0.0.0:8000",
        "java -Dserver.address=0.0.0.0 -jar x.jar",
        "java -jar x.jar --server.address=0.0.0.0",
        "dotnet x.dll --urls http://localhost:1;http://*:5000",
        "socat TCP-LISTEN:8811,bind=0.0.0.0,fork STDIO",
        "kubectl port-forward --address 0.0.0.0 svc/x 80",
        "env HOST=0.0.0.0 node server.js",
        "sh -c HOST=0.0.0.0\tnode\tserver.js",
        "sh -c node\tserver.js\t--host\t0.0.0.0",
        "docker run -p 0.0.0.0:8080:8080 acme/mcp",
        "docker run --publish=0.0.0.0:8080:8080 acme/mcp",
        "docker run -p [::]:8080:8080 acme/mcp",
        "docker run --network host acme/mcp --host 0.0.0.0",
        "docker run --network host -e HOST=0.0.0.0 acme/mcp"
      })
  void every_interface_is_seen_once(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.command(line))).containsExactly(MEDIUM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node server.js --host 127.0.0.1",
        "node server.js --host localhost",
        "node server.js --host ::1",
        "node server.js --host 10.0.0.0",
        "node server.js --host 0.0.0.10",
        "node server.js --host ${HOST}",
        "node server.js --listen 127.0.0.1:8080",
        "node server.js --listen 8080",
        "node server.js --db-host 0.0.0.0",
        "node server.js --url http://0.0.0.0:8000/sse",
        "node server.js --server-host-url http://0.0.0.0:8000",
        "node server.js --allowed-hosts *",
        "node server.js --allowed-hosts 0.0.0.0",
        "node server.js --cors-origin *",
        "node server.js --trusted-host *",
        "node server.js --version 0.0.0",
        "node server.js --exclude 0.0.0.0",
        "npx mcp-remote http://0.0.0.0:8000/sse",
        "nc 0.0.0.0 8811",
        "docker run -p 8080:8080 acme/mcp",
        "docker run -p 127.0.0.1:8080:8080 acme/mcp",
        "docker run -p 8080:8080 acme/mcp --host 0.0.0.0",
        "docker run -e HOST=0.0.0.0 acme/mcp",
        "docker run node:22 npx acme-mcp --host 0.0.0.0",
        "sh -c docker\trun\t-e\tHOST=0.0.0.0\tacme/mcp",
        "sh -c echo\tHOST=0.0.0.0"
      })
  void one_interface_another_address_or_a_containers_own_is_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "HOST,0.0.0.0",
    "HOST,::",
    "HOST,*",
    "MCP_HOST,0.0.0.0",
    "FASTMCP_HOST,0.0.0.0",
    "SERVER_HOST,0.0.0.0",
    "HOSTNAME,0.0.0.0",
    "BIND_ADDRESS,0.0.0.0",
    "BIND,0.0.0.0:8080",
    "LISTEN,[::]:8080",
    "LISTEN_ADDR,http://0.0.0.0:8080",
    "ASPNETCORE_URLS,http://+:5000",
    "JUPYTER_IP,0.0.0.0"
  })
  void a_variable_that_specifies_it_is_seen(String name, String value) {
    assertThat(TestConfigs.severities(detector, TestConfigs.env(name, value)))
        .containsExactly(MEDIUM);
  }

  @ParameterizedTest
  @CsvSource({
    "HOST,127.0.0.1",
    "HOST,${HOST}",
    "HOST,''",
    "OLLAMA_HOST,0.0.0.0",
    "OLLAMA_HOST,http://0.0.0.0:11434",
    "POSTGRES_HOST,0.0.0.0",
    "DB_HOST,0.0.0.0",
    "QDRANT_HOST,0.0.0.0",
    "API_URL,http://0.0.0.0:8000",
    "HOST_URL,http://0.0.0.0:8000",
    "ALLOWED_HOSTS,*",
    "CORS_ORIGIN,*",
    "NO_PROXY,0.0.0.0",
    "VERSION,0.0.0.0",
    "LOCALHOST_ONLY,0.0.0.0"
  })
  void a_variable_of_what_is_called_or_allowed_is_not(String name, String value) {
    assertThat(detector.detect(TestConfigs.env(name, value))).isEmpty();
  }

  @Test
  void the_address_of_a_remote_server_is_not() {
    assertThat(detector.detect(TestConfigs.url("http://0.0.0.0:8000/mcp"))).isEmpty();
  }

  @Test
  void a_variable_that_is_passed_into_a_container_is_not() {
    var subject =
        TestConfigs.server(
            "{\"command\": \"docker\", \"args\": [\"run\", \"-e\", \"HOST\", \"acme/mcp\"],"
                + " \"env\": {\"HOST\": \"0.0.0.0\"}}");

    assertThat(detector.detect(subject)).isEmpty();
  }

  @Test
  void reports_what_was_written_and_where() {
    var detection = detector.detect(TestConfigs.command("node server.js --host 0.0.0.0")).get(0);

    assertThat(detection.location().pointer()).isEqualTo("/mcpServers/probe/args/2");
    assertThat(detection.detail()).startsWith("`--host=0.0.0.0` exposes the server");
  }
}
