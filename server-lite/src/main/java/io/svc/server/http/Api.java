package io.svc.server.http;

import static java.util.Objects.requireNonNull;

import io.javalin.http.HandlerType;
import java.util.ArrayList;
import java.util.List;

/** The table of routes, which features fill. */
public final class Api {
  private final List<Route> routes = new ArrayList<>();

  /**
   * One line of the table.
   *
   * @param path with parameters in braces
   */
  public record Route(HandlerType method, String path, Access access, Endpoint endpoint) {
    public Route {
      requireNonNull(method, "method is null");
      requireNonNull(path, "path is null");
      requireNonNull(access, "access is null");
      requireNonNull(endpoint, "endpoint is null");
    }
  }

  public void get(String path, Access access, Endpoint endpoint) {
    routes.add(new Route(HandlerType.GET, path, access, endpoint));
  }

  public void post(String path, Access access, Endpoint endpoint) {
    routes.add(new Route(HandlerType.POST, path, access, endpoint));
  }

  public void put(String path, Access access, Endpoint endpoint) {
    routes.add(new Route(HandlerType.PUT, path, access, endpoint));
  }

  public void patch(String path, Access access, Endpoint endpoint) {
    routes.add(new Route(HandlerType.PATCH, path, access, endpoint));
  }

  public void delete(String path, Access access, Endpoint endpoint) {
    routes.add(new Route(HandlerType.DELETE, path, access, endpoint));
  }

  /** All routes, in the order in which they were declared. */
  public List<Route> routes() {
    return List.copyOf(routes);
  }
}
