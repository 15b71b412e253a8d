package io.svc.server.demo;

import static java.util.Objects.requireNonNull;

/**
 * Somebody who works in the demo.
 *
 * @param login what to sign in with
 * @param role as the API names it
 */
public record Person(String login, String email, String name, String role, String password) {
  public Person {
    requireNonNull(login, "login is null");
    requireNonNull(email, "email is null");
    requireNonNull(name, "name is null");
    requireNonNull(role, "role is null");
    requireNonNull(password, "password is null");
  }

  /** The name by which scenes call him, such as {@code operator}. */
  String part() {
    return role.replace("role_", "");
  }

  @Override
  public String toString() {
    return "Person[" + login + "]";
  }
}
