package io.svc.server.discovery.platform;

import io.svc.rules.WordBlock;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** By what the work of a model is known: the names of products, and the hosts that serve them. */
final class AiSigns {
  /** A product that does nothing else. */
  private static final double PRODUCT = 0.9;

  /** A word that could be used of other things. */
  private static final double WORD = 0.6;

  /** A request that goes where models are served. */
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
      WordBlock.list(
          """
          api.openai.com openai.azure.com api.anthropic.com generativelanguage.googleapis.com
          aiplatform.googleapis.com api.mistral.ai api.cohere.com api.cohere.ai api.groq.com
          api.deepseek.com api.perplexity.ai api.x.ai openrouter.ai api.replicate.com
          huggingface.co""");

  private AiSigns() {}

  /** How surely a name is that of something that a model works in; empty for no sign of it. */
  static OptionalDouble ofName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (PRODUCTS.matcher(lower).find()) {
      return OptionalDouble.of(PRODUCT);
    }
    return WORDS.matcher(lower).find() ? OptionalDouble.of(WORD) : OptionalDouble.empty();
  }

  /** How surely a model is at work behind a host; empty for no sign of it. */
  static OptionalDouble ofHost(String host) {
    boolean isKnown =
        HOSTS.stream().anyMatch(known -> host.equals(known) || host.endsWith("." + known))
            || host.startsWith("bedrock-runtime.");
    return isKnown ? OptionalDouble.of(HOST) : OptionalDouble.empty();
  }
}
