package io.svc.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.http.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** The users of the demo: the first one sets it up and invites the others. */
final class DemoUsers {
  /** Not a real address: the domain is reserved for documentation. */
  private static final String DOMAIN = "@demo.example";

  private DemoUsers() {}

  static List<DemoUser> users(Supplier<String> passwords) {
    List<DemoUser> users = new ArrayList<>();
    users.add(
        new DemoUser(
            "demo-admin",
            "ada.admin" + DOMAIN,
            "Ada Admin",
            Role.ADMIN.toString(),
            passwords.get()));
    users.add(invited("Olga", Role.OPERATOR, passwords.get()));
    users.add(invited("Anton", Role.APPROVER, passwords.get()));
    users.add(invited("Aiko", Role.AUDITOR, passwords.get()));
    users.add(invited("Vera", Role.VIEWER, passwords.get()));
    return users;
  }

  private static DemoUser invited(String name, Role role, String password) {
    String part = role.toString().replace("role_", "");
    String surname = part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1);
    String email = name.toLowerCase(Locale.ROOT) + "." + part + DOMAIN;
    return new DemoUser(email, email, name + " " + surname, role.toString(), password);
  }

  static void enter(DemoEnvironment stage, List<DemoUser> users) {
    DemoUser first = users.get(0);
    DemoClient admin = stage.visitor();
    stage.call(
        admin,
        "POST",
        "/api/auth/login",
        Demo.object().put("username", first.login()).put("password", first.password()),
        200);
    stage.enter(first.part(), admin);
    ObjectNode setup = Demo.object().put("organizationName", Demo.WORKSPACE);
    setup.put("industry", "Software").put("size", "51-200").put("timezone", "Europe/Stockholm");
    stage.call(admin, "POST", "/api/auth/setup", setup, 0);
    users.subList(1, users.size()).forEach(user -> invite(stage, admin, user));
  }

  private static void invite(DemoEnvironment stage, DemoClient admin, DemoUser user) {
    ObjectNode invitation = Demo.object().put("email", user.email()).put("role", user.role());
    JsonNode sent = stage.call(admin, "POST", "/api/admin/invite", invitation, 0);
    String url = sent.path("inviteUrl").asText();
    ObjectNode acceptance =
        Demo.object()
            .put("token", url.substring(url.indexOf("token=") + "token=".length()))
            .put("name", user.name())
            .put("password", user.password());
    DemoClient actor = stage.visitor();
    stage.call(actor, "POST", "/api/auth/accept-invite", acceptance, 0);
    stage.enter(user.part(), actor);
    stage.define("user." + user.part(), user.email());
  }
}
