// Global types for the JSDoc comments of the dashboard. DashboardLintTest generates ./openapi.
import type { components, paths } from "./openapi";

/** "/api/alerts/{id}" and `/api/alerts/${id}?limit=1` are both "/api/alerts/*". */
type Shape<Path extends string> = Path extends `${infer Before}?${string}`
  ? Shape<Before>
  : Path extends `${infer Head}/${infer Tail}`
    ? `${Segment<Head>}/${Shape<Tail>}`
    : Segment<Path>;
type Segment<Text extends string> = "any" extends Text ? "*" : Text extends `{${string}}` ? "*" : Text;
type Literal<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path;
type Shapes = { [Path in keyof paths as Shape<Path>]: paths[Path] };
type Item<Path extends string> =
  Literal<Path> extends keyof paths
    ? paths[Literal<Path>]
    : Shape<Path> extends keyof Shapes
      ? Shapes[Shape<Path>]
      : never;
type Operation<Method extends string, Path extends string> = Item<Path>[Lowercase<Method> & keyof Item<Path>];
type Content<Responses> = Responses extends { content: { "application/json": infer Body } } ? Body : undefined;

/** Whether a path starts with a variable, so that its operation is unknown. */
type IsDynamic<Path extends string> = Shape<Path> extends "*" | `*${string}` ? true : false;

/** The parameters in a query: "a" | "b" of "a=1&b=2". */
type Names<Query extends string> = Query extends `${infer Name}=${string}&${infer Rest}`
  ? Name | Names<Rest>
  : Query extends `${infer Name}=${string}`
    ? Name
    : never;
type QueryOf<Path extends string> =
  Operation<"GET", Path> extends { parameters: { query?: infer Query } } ? keyof NonNullable<Query> : never;

/** Whether an operation has the parameters in a path. */
type HasQuery<Path extends string> = Path extends `${string}?${infer Query}`
  ? Names<Query> extends QueryOf<Path>
    ? true
    : false
  : true;

declare global {
  /** A schema of the OpenAPI document. */
  type Api<Name extends keyof components["schemas"]> = components["schemas"][Name];

  /**
   * The response to a request: any for a path that does not start with a literal, never for an unknown path or
   * parameter.
   */
  type Answer<Method extends string, Path extends string> =
    IsDynamic<Path> extends true
      ? any
      : HasQuery<Path> extends true
        ? Operation<Method, Path> extends { responses: infer Responses }
          ? Content<Responses[keyof Responses & (200 | 201 | 202)]>
          : never
        : never;

  /** The body of a request. */
  type RequestBody<Method extends string, Path extends string> =
    IsDynamic<Path> extends true
      ? any
      : Operation<Method, Path> extends { requestBody?: infer Body }
        ? Content<Body>
        : undefined;

  /** The query parameters of a GET. */
  type QueryParameters<Path extends string> =
    IsDynamic<Path> extends true ? Record<string, any> : { [Name in QueryOf<Path>]?: any };

  /** The class in api.js. */
  type ApiError = import("./web/api.js").ApiError;

  /** The result of useQuery. */
  type Query<Data> = {
    data?: Data;
    error: ApiError | null;
    loading: boolean;
    reload: (background?: boolean) => unknown;
  };

  /** The columns of a DataTable whose rows are sorted by an operation. */
  type Columns<Row, Path extends keyof paths = never> = {
    key: string;
    label: string;
    cell: (row: Row) => unknown;
    className?: string;
    detail?: (row: Row) => unknown;
    hidden?: boolean;
    main?: boolean;
    sort?: paths[Path] extends { get: { parameters: { query?: { sort?: infer Sort } } } } ? Sort : never;
  }[];

  /** The properties of a component: its own, those with a usual name, and others of any type. */
  type Props<Own = {}> = Own & Omit<UsualProps, keyof Own> & { [name: string]: any };

  interface UsualProps {
    agent: Api<"Agent">;
    alert: Api<"AlertResponse">["alert"];
    approval: Api<"ApprovalResponse">["approval"];
    asset: Api<"DiscoveredAsset">;
    checklist: Api<"LifecycleChecklistResponse">["checklist"];
    claim: Api<"Claim">;
    finding: Api<"TrackedFinding">;
    impact: Api<"RolloutImpact">;
    incident: Api<"Incident">;
    job: Api<"ReplayJob">;
    killSwitch: Api<"KillSwitchState">;
    overview: Api<"OperationalOverviewResponse">["overview"];
    policy: Api<"PolicyDetail">;
    promotion: NonNullable<Api<"LifecyclePromotion">>;
    review: Api<"IncidentReview">;
    rollout: Api<"Rollout">;
    rule: Api<"AlertRule">;
    server: Api<"McpServerDetail">;
    session: Api<"SessionDetail">;
    stats: Api<"DetectionStats">;
    template: Api<"PolicyTemplate">;
    tenant: Api<"Tenant">;
    waiver: Api<"LifecycleChecklistResponse">["checklist"]["waivers"][number];
  }
}
