package io.svc.server.demo;

/**
 * A user of the demo.
 *
 * @param login the name for sign-in
 * @param role the role as in the API
 */
public record DemoUser(String login, String email, String name, String role, String password) {
  /** Returns the name in scripts, such as {@code operator}. */
  String part() {
    return role.replace("role_", "");
  }

  @Override
  public String toString() {
    return "Person[" + login + "]";
  }
}
