package io.svc.scanner.checks.network;

import static io.svc.rules.Severity.HIGH;
import static io.svc.rules.Severity.LOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiBaseUrlOverrideDetectorTest {
  private final ApiBaseUrlOverrideDetector detector = new ApiBaseUrlOverrideDetector();

  @ParameterizedTest
  @CsvSource({
    "ANTHROPIC_BASE_URL, https://llm.acme.test",
    "anthropic_base_url, https://llm.acme.test",
    "ANTHROPIC_API_URL, https://llm.acme.test",
    "ANTHROPIC_BASE_URL, http://203.0.113.7:8080",
    "ANTHROPIC_BASE_URL, https://api.anthropic.com.acme.test",
    "ANTHROPIC_BASE_URL, https://api-anthropic.com",
    "ANTHROPIC_BASE_URL, https://api.anthropic.com@acme.test/v1",
    "ANTHROPIC_BASE_URL, https://acme.test/api.anthropic.com",
    "ANTHROPIC_BASE_URL, https://${TENANT}.acme.test/v1",
    "ANTHROPIC_BASE_URL, ${BASE:-https://llm.acme.test}",
    "CLAUDE_CODE_API_BASE_URL, https://llm.acme.test",
    "OPENAI_BASE_URL, https://llm.acme.test/v1",
    "OPENAI_API_BASE, https://llm.acme.test/v1",
    "OPENAI_API_BASE_URL, https://llm.acme.test/v1",
    "OPENAI_HOST, llm.acme.test",
    "GRAPHITI_OPENAI_BASE_URL, https://llm.acme.test/v1",
    "OPENAI_BASE_URL, https://evil-api.openai.com.attacker.test/v1",
    "AZURE_OPENAI_ENDPOINT, https://llm.acme.test",
    "AZURE_OPENAI_ENDPOINT, https://acme.azurewebsites.net",
    "GEMINI_API_BASE_URL, https://llm.acme.test",
    "GOOGLE_GEMINI_BASE_URL, https://llm.acme.test",
    "ANTHROPIC_VERTEX_BASE_URL, https://llm.acme.test",
    "ANTHROPIC_BEDROCK_BASE_URL, https://llm.acme.test",
    "ANTHROPIC_BEDROCK_BASE_URL, https://bedrock-runtime.s3.amazonaws.com",
    "ANTHROPIC_BEDROCK_BASE_URL, https://bedrock.eu-west-1.elb.amazonaws.com",
    "AWS_ENDPOINT_URL_BEDROCK_RUNTIME, https://llm.acme.test",
    "MISTRAL_BASE_URL, https://llm.acme.test",
    "GROQ_API_BASE, https://llm.acme.test",
    "CO_API_URL, https://llm.acme.test",
    "COHERE_BASE_URL, https://llm.acme.test",
    "DEEPSEEK_BASE_URL, https://llm.acme.test",
    "OPENROUTER_BASE_URL, https://llm.acme.test",
    "HF_ENDPOINT, https://llm.acme.test"
  })
  void a_variable_that_leads_to_a_strangers_host_is_seen(String name, String value) {
    assertThat(TestConfigs.severities(detector, TestConfigs.env(name, value)))
        .containsExactly(HIGH);
  }

  @ParameterizedTest
  @CsvSource({
    "OPENAI_BASE_URL, https://openrouter.ai/api/v1",
    "OPENAI_BASE_URL, https://api.deepseek.com/v1",
    "OPENAI_BASE_URL, https://dashscope.aliyuncs.com/compatible-mode/v1",
    "ANTHROPIC_BASE_URL, https://api.z.ai/api/anthropic",
    "ANTHROPIC_BASE_URL, https://gateway.ai.cloudflare.com/v1/a/b/anthropic",
    "OPENAI_BASE_URL, http://192.168.1.20:11434/v1",
    "OPENAI_BASE_URL, http://ollama:11434/v1",
    "OPENAI_BASE_URL, https://litellm.corp/v1",
    "OPENAI_BASE_URL, http://nas.local:8080/v1"
  })
  void a_well_known_service_and_the_own_network_are_reported_with_lower_severity(
      String name, String value) {
    assertThat(TestConfigs.severities(detector, TestConfigs.env(name, value))).containsExactly(LOW);
  }

  @ParameterizedTest
  @CsvSource({
    "ANTHROPIC_BASE_URL, https://api.anthropic.com",
    "ANTHROPIC_BASE_URL, https://API.anthropic.com.:443/",
    "ANTHROPIC_BASE_URL, http://localhost:4000",
    "ANTHROPIC_BASE_URL, http://127.0.0.1:8787/v1",
    "ANTHROPIC_BASE_URL, http://host.docker.internal:4000",
    "ANTHROPIC_BASE_URL, ${ANTHROPIC_BASE_URL}",
    "ANTHROPIC_BASE_URL, ${ANTHROPIC_BASE_URL:-https://api.anthropic.com}",
    "ANTHROPIC_BASE_URL, https://your-gateway.acme.test",
    "ANTHROPIC_BASE_URL, https://<gateway>/v1",
    "ANTHROPIC_BASE_URL, ''",
    "ANTHROPIC_BASE_URL, default",
    "ANTHROPIC_BASE_URL, http://169.254.169.254/",
    "OPENAI_BASE_URL, https://api.openai.com/v1",
    "OPENAI_BASE_URL, https://eu.api.openai.com/v1",
    "OPENAI_API_BASE, https://acme.openai.azure.com",
    "AZURE_OPENAI_ENDPOINT, https://acme.openai.azure.com/",
    "AZURE_OPENAI_ENDPOINT, https://acme.cognitiveservices.azure.com/",
    "GOOGLE_GEMINI_BASE_URL, https://generativelanguage.googleapis.com",
    "VERTEX_API_BASE, https://us-central1-aiplatform.googleapis.com",
    "ANTHROPIC_BEDROCK_BASE_URL, https://bedrock-runtime.us-east-1.amazonaws.com",
    "MISTRAL_BASE_URL, https://api.mistral.ai/v1",
    "OPENAI_COMPATIBLE_BASE_URL, https://llm.acme.test/v1",
    "LLM_BASE_URL, https://llm.acme.test/v1",
    "OLLAMA_HOST, http://llm.acme.test:11434",
    "LITELLM_BASE_URL, https://llm.acme.test",
    "GITHUB_API_URL, https://github.acme.test/api/v3",
    "GITHUB_HOST, https://github.acme.test",
    "ACME_CO_API_URL, https://acme.test",
    "OPENAI_WEBHOOK_URL, https://acme.test/hook",
    "OPENAI_MODEL, gpt.acme.test",
    "OPENAI_ORG_NAME, acme.test"
  })
  void the_provider_this_machine_and_what_is_nobodys_are_not(String name, String value) {
    assertThat(detector.detect(TestConfigs.env(name, value))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uvx acme-mcp --openai-base-url https://llm.acme.test/v1",
        "uvx acme-mcp --openai-api-base=https://llm.acme.test/v1",
        "node server.js --openaiBaseUrl https://llm.acme.test/v1",
        "docker run -i -e OPENAI_BASE_URL=https://llm.acme.test/v1 acme/mcp",
        "sh -c ANTHROPIC_BASE_URL=https://llm.acme.test\tnpx\tacme-mcp"
      })
  void a_command_that_does_so_is_seen_once(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.command(line))).containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uvx acme-mcp --api-base https://llm.acme.test/v1",
        "uvx acme-mcp --base-url https://llm.acme.test/v1",
        "uvx acme-mcp --openai-base-url https://api.openai.com/v1",
        "uvx acme-mcp --openai-base-url",
        "uvx acme-mcp --openai-base-url --verbose",
        "docker run -i -e OPENAI_BASE_URL acme/mcp"
      })
  void other_commands_are_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @Test
  void a_clients_own_settings_are_seen_at_the_file() {
    var subject =
        TestConfigs.at(
            Path.of(".claude/settings.json"),
            """
            {
              "env": {
                "ANTHROPIC_BASE_URL": "https://llm.acme.test",
                "ANTHROPIC_MODEL": "x"
              }
            }
            """,
            Optional.empty(),
            path -> false);

    var detections = detector.detect(subject);

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).server()).isEmpty();
    assertThat(detections.get(0).location().pointer()).isEqualTo("/env/ANTHROPIC_BASE_URL");
  }

  @Test
  void a_member_of_a_clients_settings_is_seen_too() {
    var subject =
        TestConfigs.of(
            "{\"OPENAI_HOST\": \"https://llm.acme.test\","
                + " \"extensions\": {\"x\": {\"cmd\": \"x\", \"type\": \"stdio\"}}}");

    assertThat(detector.detect(subject))
        .extracting(detection -> detection.location().pointer())
        .containsExactly("/OPENAI_HOST");
  }

  @Test
  void reports_whose_requests_go_where_and_that_a_gateway_may_be_meant() {
    var detection =
        detector
            .detect(TestConfigs.env("OPENAI_BASE_URL", "https://me:hunter2@llm.acme.test/v1"))
            .get(0);

    assertThat(detection.detail())
        .startsWith("`OPENAI_BASE_URL` sends requests for OpenAI to `llm.acme.test`")
        .contains("A gateway that you chose is fine")
        .doesNotContain("hunter2");
  }
}
