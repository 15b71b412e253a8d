// The hooks of Preact. A state or a field of it that starts as null, undefined or [] has any type.
export * from "./node_modules/preact/hooks/src/index.d.ts";
type Start<State> = State extends null | undefined | never[]
  ? any
  : State extends Set<any> | Map<any, any> | string | number | boolean
    ? State
    : { [Name in keyof State]: State[Name] extends null | undefined | never[] ? any : State[Name] };
export function useState<State>(
  initial: State | (() => State),
): [Start<State>, (value: Start<State> | ((before: Start<State>) => Start<State>)) => void];
export function useRef<Value>(initial: Value): { current: Start<Value> };
