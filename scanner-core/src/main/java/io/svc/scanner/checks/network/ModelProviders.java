package io.svc.scanner.checks.network;

import io.svc.rules.WordListParser;
import io.svc.scanner.address.UrlHost;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The providers of language models, the names of the settings for another base URL in their
 * libraries and in clients, and their hosts. Addresses that every user must configure are omitted:
 * GitHub and GitLab (self-hosted by companies), Ollama and LiteLLM (no public host), and storage
 * and databases.
 */
final class ModelProviders {
  private static final Set<String> AZURE =
      Set.of(
          "openai.azure.com",
          "openai.azure.us",
          "cognitiveservices.azure.com",
          "cognitiveservices.azure.us",
          "services.ai.azure.com",
          "models.ai.azure.com",
          "inference.ai.azure.com");

  private static final ModelProvider BEDROCK =
      new ModelProvider(ModelProvider.BEDROCK, List.of("BEDROCK", "BEDROCK_RUNTIME"), Set.of());

  private static final List<ModelProvider> ALL =
      List.of(
          new ModelProvider(
              "Anthropic",
              List.of("ANTHROPIC", "CLAUDE", "CLAUDE_CODE"),
              Set.of("anthropic.com", "claude.com", "claude.ai")),
          // Azure serves OpenAI's models by contract, with the same library.
          new ModelProvider(
              "OpenAI",
              List.of("OPENAI", "CHATGPT"),
              Set.of(
                  "openai.com",
                  "chatgpt.com",
                  "openai.azure.com",
                  "openai.azure.us",
                  "cognitiveservices.azure.com",
                  "services.ai.azure.com")),
          new ModelProvider(
              "Azure",
              List.of(
                  "AZURE_OPENAI",
                  "AZURE_AI",
                  "AZURE_AI_INFERENCE",
                  "AZURE_AI_FOUNDRY",
                  "ANTHROPIC_FOUNDRY"),
              AZURE),
          BEDROCK,
          // The name is also the name of a cryptocurrency exchange.
          new ModelProvider(
              "Google",
              WordListParser.list(
                  """
                  GEMINI GOOGLE_AI GOOGLE_GENAI GOOGLE_GENERATIVE_AI VERTEX VERTEXAI VERTEX_AI
                  CODE_ASSIST"""),
              Set.of("googleapis.com", "gemini.com")),
          new ModelProvider(
              "Mistral", List.of("MISTRAL", "MISTRALAI", "CODESTRAL"), Set.of("mistral.ai")),
          new ModelProvider("Groq", List.of("GROQ"), Set.of("groq.com")),
          new ModelProvider("Cohere", List.of("COHERE"), Set.of("cohere.com", "cohere.ai")),
          new ModelProvider("DeepSeek", List.of("DEEPSEEK"), Set.of("deepseek.com")),
          new ModelProvider(
              "OpenRouter", List.of("OPENROUTER", "OPEN_ROUTER"), Set.of("openrouter.ai")),
          new ModelProvider("xAI", List.of("XAI", "GROK"), Set.of("x.ai")),
          new ModelProvider("Perplexity", List.of("PERPLEXITY", "PPLX"), Set.of("perplexity.ai")),
          new ModelProvider(
              "Together", List.of("TOGETHER", "TOGETHERAI"), Set.of("together.ai", "together.xyz")),
          new ModelProvider("Fireworks", List.of("FIREWORKS"), Set.of("fireworks.ai")),
          new ModelProvider(
              "Moonshot",
              List.of("MOONSHOT", "KIMI"),
              Set.of("moonshot.ai", "moonshot.cn", "kimi.com")),
          new ModelProvider(
              "Zhipu", List.of("ZHIPU", "ZHIPUAI", "ZAI"), Set.of("bigmodel.cn", "z.ai")),
          new ModelProvider(
              "Alibaba",
              List.of("DASHSCOPE"),
              Set.of(
                  "dashscope.aliyuncs.com",
                  "dashscope-intl.aliyuncs.com",
                  "dashscope-us.aliyuncs.com")),
          new ModelProvider(
              "Hugging Face", List.of("HF", "HUGGINGFACE"), Set.of("huggingface.co", "hf.co")));

  /** Public gateways to many models, and services that support another provider's protocol. */
  private static final Set<String> GATEWAYS =
      WordListParser.set(
          """
          gateway.ai.cloudflare.com ai-gateway.vercel.sh api.portkey.ai helicone.ai
          githubcopilot.com models.github.ai integrate.api.nvidia.com cerebras.ai sambanova.ai
          deepinfra.com siliconflow.cn siliconflow.com novita.ai minimax.io minimaxi.com
          ark.cn-beijing.volces.com stepfun.com hf-mirror.com""");

  /** Suffixes of the variables' names, longest first. */
  private static final List<String> ENDINGS =
      WordListParser.list(
          """
          _API_BASE_URL _API_ENDPOINT _API_HOST _API_BASE _API_URL _BASE_URL _BASEURL _ENDPOINT
          _HOST _URL""");

  /** The last letters of the endings, which exclude most names at low cost. */
  private static final String LAST_LETTERS = lastLetters();

  private static final String BEDROCK_PREFIX = "AWS_ENDPOINT_URL_BEDROCK";

  private static final int LONGEST_NAME = 80;

  private static final Map<String, ModelProvider> BY_NAME = new HashMap<>();

  static {
    for (ModelProvider provider : ALL) {
      for (String name : provider.names()) {
        BY_NAME.put(name, provider);
      }
    }
  }

  private ModelProviders() {}

  /** Returns the provider whose base URL a variable or an option sets, if any. */
  static Optional<ModelProvider> ofName(String name) {
    if (name.length() > LONGEST_NAME || !mayBeBaseUrl(name)) {
      return Optional.empty();
    }
    String upper = inCapitals(name);
    for (String ending : ENDINGS) {
      if (upper.endsWith(ending)) {
        return ofHead(upper.substring(0, upper.length() - ending.length()));
      }
    }
    // Amazon's libraries have the service at the end of the name.
    return upper.startsWith(BEDROCK_PREFIX) ? Optional.of(BEDROCK) : Optional.empty();
  }

  private static boolean mayBeBaseUrl(String name) {
    int last = name.length() - 1;
    return (last >= 0 && LAST_LETTERS.indexOf(Character.toUpperCase(name.charAt(last))) >= 0)
        || name.regionMatches(true, 0, BEDROCK_PREFIX, 0, 3);
  }

  private static String lastLetters() {
    StringBuilder letters = new StringBuilder();
    for (String ending : ENDINGS) {
      letters.append(ending.charAt(ending.length() - 1));
    }
    return letters.toString();
  }

  /** Converts {@code openai-base-url} and {@code openaiBaseUrl} to {@code OPENAI_BASE_URL}. */
  private static String inCapitals(String name) {
    StringBuilder capitals = new StringBuilder(name.length() + 2);
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (i > 0 && Character.isUpperCase(c) && Character.isLowerCase(name.charAt(i - 1))) {
        capitals.append('_');
      }
      capitals.append(c == '-' || c == '.' ? '_' : c);
    }
    return capitals.toString().toUpperCase(Locale.ROOT);
  }

  /**
   * Returns the provider of a name's first part, which may start with the name of a program: {@code
   * GRAPHITI_OPENAI} is OpenAI.
   */
  private static Optional<ModelProvider> ofHead(String head) {
    int start = 0;
    do {
      ModelProvider provider = BY_NAME.get(head.substring(start));
      if (provider != null) {
        return Optional.of(provider);
      }
      start = head.indexOf('_', start) + 1;
    } while (start > 0);
    // Cohere's library uses an abbreviation, which is unambiguous only as the complete name.
    return head.equals("CO") ? Optional.ofNullable(BY_NAME.get("COHERE")) : Optional.empty();
  }

  /** Returns whether a host belongs to a well-known provider or gateway. */
  static boolean isWellKnown(UrlHost host) {
    for (ModelProvider provider : ALL) {
      if (provider.owns(host)) {
        return true;
      }
    }
    return host.isIn(GATEWAYS);
  }
}
