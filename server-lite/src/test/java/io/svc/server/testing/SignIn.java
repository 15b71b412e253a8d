package io.svc.server.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A browser that goes through the pages of the provider: signs in, and consents. */
final class SignIn {
  private static final Pattern FORM = Pattern.compile("<form[^>]*action=\"([^\"]+)\"");
  private static final Pattern PROMPT = Pattern.compile("name=\"prompt\" value=\"(\\w+)\"");
  private static final int MAX_STEPS = 20;

  private final HttpClient http =
      HttpClient.newBuilder()
          .cookieHandler(new CookieManager())
          .followRedirects(Redirect.NEVER)
          .build();
  private final URI start;
  private final String login;

  SignIn(URI start, String login) {
    this.start = start;
    this.login = login;
  }

  /** The first address outside the provider, which is not visited. */
  URI callback() {
    HttpRequest request = HttpRequest.newBuilder(start).build();
    for (int step = 0; step < MAX_STEPS; step++) {
      HttpResponse<String> page = send(request);
      Optional<URI> next = page.headers().firstValue("Location").map(page.uri()::resolve);
      if (next.isEmpty()) {
        request = filledIn(page);
      } else if (next.get().getAuthority().equals(start.getAuthority())) {
        request = HttpRequest.newBuilder(next.get()).build();
      } else {
        return next.get();
      }
    }
    throw new IllegalStateException("The provider's pages have no end");
  }

  private HttpRequest filledIn(HttpResponse<String> page) {
    Matcher form = FORM.matcher(page.body());
    Matcher prompt = PROMPT.matcher(page.body());
    if (page.statusCode() != 200 || !form.find() || !prompt.find()) {
      throw new IllegalStateException(
          "Expected a form, not " + page.statusCode() + ":\n" + page.body());
    }
    String name = URLEncoder.encode(login, StandardCharsets.UTF_8);
    String fields = "prompt=" + prompt.group(1) + "&login=" + name + "&password=any";
    return HttpRequest.newBuilder(page.uri().resolve(form.group(1)))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(BodyPublishers.ofString(fields))
        .build();
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
