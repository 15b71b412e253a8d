package io.svc.server.http;

import io.javalin.http.HandlerType;
import io.svc.server.db.ListColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The table of routes. Features add their routes to it. */
public final class Api {
  private static final List<HandlerType> PASSED_ON =
      List.of(
          HandlerType.GET,
          HandlerType.POST,
          HandlerType.PUT,
          HandlerType.PATCH,
          HandlerType.DELETE,
          HandlerType.OPTIONS);

  private final List<Route> routes = new ArrayList<>();

  /**
   * A route.
   *
   * @param path with parameters in braces
   * @param columns the columns of a list
   */
  public record Route(
      HandlerType method,
      String path,
      RouteAccess access,
      Endpoint endpoint,
      Optional<ListColumns> columns) {}

  public void get(String path, RouteAccess access, Endpoint endpoint) {
    add(HandlerType.GET, path, access, endpoint);
  }

  /** Adds a list, which can be sorted by its columns and downloaded as CSV. */
  public void list(
      String path, RouteAccess access, ListColumns columns, ListRequest.Endpoint endpoint) {
    routes.add(
        new Route(
            HandlerType.GET,
            path,
            access,
            call -> ListRequest.respond(call, columns, endpoint),
            Optional.of(columns)));
  }

  private void add(HandlerType method, String path, RouteAccess access, Endpoint endpoint) {
    routes.add(new Route(method, path, access, endpoint, Optional.empty()));
  }

  public void post(String path, RouteAccess access, Endpoint endpoint) {
    add(HandlerType.POST, path, access, endpoint);
  }

  public void put(String path, RouteAccess access, Endpoint endpoint) {
    add(HandlerType.PUT, path, access, endpoint);
  }

  public void patch(String path, RouteAccess access, Endpoint endpoint) {
    add(HandlerType.PATCH, path, access, endpoint);
  }

  /** Adds a route that deletes something. It has no body; one with fields is rejected. */
  public void delete(String path, RouteAccess access, Endpoint endpoint) {
    add(HandlerType.DELETE, path, access, withoutBody(endpoint));
  }

  /** Adds an action without parameters in a body; a body with fields is rejected. */
  public void postWithoutBody(String path, RouteAccess access, Endpoint endpoint) {
    add(HandlerType.POST, path, access, withoutBody(endpoint));
  }

  private static Endpoint withoutBody(Endpoint endpoint) {
    return call -> {
      call.noBody();
      endpoint.answer(call);
    };
  }

  /**
   * Adds a route for every method that can be forwarded. TRACE is excluded because it would reveal
   * added headers to the caller, and CONNECT is excluded too. GET includes HEAD.
   */
  public void any(String path, RouteAccess access, Endpoint endpoint) {
    for (HandlerType method : PASSED_ON) {
      add(method, path, access, endpoint);
    }
  }

  /** All routes, in order of declaration. */
  public List<Route> routes() {
    return List.copyOf(routes);
  }

  /** The handler of a route. */
  @FunctionalInterface
  public interface Endpoint {
    /** Responds to a call, or throws an {@link ApiException}. */
    void answer(Call call);
  }
}
