package io.svc.server.discovery.platform;

import io.svc.rules.WordListParser;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** Recognizes the use of models by names of products and their hosts. */
final class AiUsageIndicators {
  /** Confidence for the name of an AI product. */
  private static final double PRODUCT = 0.9;

  /** Confidence for a word that has other meanings. */
  private static final double WORD = 0.6;

  /** Confidence for a request to a host that serves models. */
  private static final double HOST = 0.75;

  private static final Pattern PRODUCTS =
      Pattern.compile(
          "openai|chatgpt|gpt-?[345o]|anthropic|claude|gemini|vertexai|vertex-ai|mistral|cohere"
              + "|huggingface|hugging-face|ollama|groq|deepseek|perplexity|bedrock|langchain"
              + "|aibuilder|ai-builder|copilotstudio|openrouter|replicate|stabilityai|elevenlabs"
              + "|xai-grok|cognitiveservices");

  private static final Pattern WORDS =
      Pattern.compile("(^|[^a-z])(ai|llm|gpt|agent|copilot)([^a-z]|$)");

  private static final List<String> HOSTS =
      WordListParser.list(
          """
          api.openai.com openai.azure.com api.anthropic.com generativelanguage.googleapis.com
          aiplatform.googleapis.com api.mistral.ai api.cohere.com api.cohere.ai api.groq.com
          api.deepseek.com api.perplexity.ai api.x.ai openrouter.ai api.replicate.com
          huggingface.co""");

  private AiUsageIndicators() {}

  /** Returns the confidence that a name indicates the use of a model; empty for none. */
  static OptionalDouble ofName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (PRODUCTS.matcher(lower).find()) {
      return OptionalDouble.of(PRODUCT);
    }
    return WORDS.matcher(lower).find() ? OptionalDouble.of(WORD) : OptionalDouble.empty();
  }

  /** Returns the confidence that a host serves models; empty for none. */
  static OptionalDouble ofHost(String host) {
    boolean isKnown =
        HOSTS.stream()
                .anyMatch(knownHost -> host.equals(knownHost) || host.endsWith("." + knownHost))
            || host.startsWith("bedrock-runtime.");
    return isKnown ? OptionalDouble.of(HOST) : OptionalDouble.empty();
  }
}
