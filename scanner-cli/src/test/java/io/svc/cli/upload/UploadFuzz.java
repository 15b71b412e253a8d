package io.svc.cli.upload;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** What the command is told about the service, and what the service answers. */
public final class UploadFuzz {
  private static final ServiceAddress SERVICE = ServiceAddress.of("https://svc.example/x", false);

  private UploadFuzz() {}

  /** An answer of anybody: its words are for people, and its page is one of the service. */
  public static void answer(String body) {
    UploadResponse answer = UploadResponse.of(403, body);
    require(answer.problem().startsWith("403"), "the status is missing");
    require(answer.problem().length() < 1_000 + answer.field("code").length(), "a long story");
    UploadReceipt receipt = UploadReceipt.of("rep_1", answer, SERVICE);
    receipt
        .page()
        .ifPresent(
            page -> require(page.startsWith("https://svc.example/x/"), "another page: " + page));
    receipt.findings().ifPresent(Integer::parseInt);
    receipt.newFindings().ifPresent(Integer::parseInt);
  }

  /** The first line is an address, the second a proxy, the third what it is not asked for. */
  public static void address(String text) {
    String[] lines = text.split("\n", 3);
    ServiceAddress service;
    try {
      service = ServiceAddress.of(lines[0], false);
    } catch (UploadException e) {
      require(!e.getMessage().isBlank(), "a refusal without words");
      return;
    }
    URI upload = service.upload();
    require(upload.getHost().equals(service.base().getHost()), "another host: " + upload);
    require(upload.getPort() <= 65_535, "no port: " + upload);
    require(upload.getRawUserInfo() == null && upload.getRawQuery() == null, "more: " + upload);
    require(
        !"http".equalsIgnoreCase(upload.getScheme())
            || upload.getHost().matches("(?i)localhost|\\[::1]|127\\..*"),
        "a key is sent in the open: " + upload);
    Map<String, String> environment =
        Map.of("ALL_PROXY", line(lines, 1), "NO_PROXY", line(lines, 2));
    try {
      ProxyRules rules = ProxyRules.of(environment);
      Optional<URI> proxy = rules.proxyOf(upload);
      rules.authorization(upload);
      require(rules.select(upload).size() == 1, "no way");
      require(proxy.isEmpty() || proxy.get().getHost() != null, "a proxy without a host");
    } catch (UploadException e) {
      String password = line(lines, 1).replaceFirst(".*:", "").replaceFirst("@.*", "");
      require(password.length() < 12 || !e.getMessage().contains(password), "a password is shown");
    }
  }

  private static String line(String[] lines, int index) {
    return index < lines.length ? lines[index] : "";
  }

  private static void require(boolean passes, String otherwise) {
    if (!passes) {
      throw new AssertionError(otherwise);
    }
  }
}
