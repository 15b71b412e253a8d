package io.svc.server.demo;

/**
 * Somebody who works in the demo.
 *
 * @param login what to sign in with
 * @param role as the API names it
 */
public record DemoUser(String login, String email, String name, String role, String password) {
  /** The name by which scenes call him, such as {@code operator}. */
  String part() {
    return role.replace("role_", "");
  }

  @Override
  public String toString() {
    return "Person[" + login + "]";
  }
}
