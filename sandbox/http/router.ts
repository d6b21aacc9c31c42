import type { ServiceResponse, AgentContext, RequestContext } from './exchange.ts';

/** How the description shows an operation: controller, query and header parameters, models. */
export interface Description {
  tag: string;
  query?: string[];
  consent?: boolean;
  body?: string;
  result: string;
}

/** A business operation needs a valid token and answers in the envelope. Other routes decide for themselves. */
export type Route = { operation: string; method: string; path: string } & (
  | { business: true; payload: boolean; described: Description | undefined; handle: (context: AgentContext) => ServiceResponse }
  | { business: false; handle: (context: RequestContext) => ServiceResponse }
);

export interface Match {
  /** Undefined when the path is known but the method is not. */
  route: Route | undefined;
  siblings: Route[];
  params: Record<string, string>;
}

interface Template {
  segments: string[];
  routes: Route[];
}

export type Router = (method: string, path: string) => Match | undefined;

const isVariable = (segment: string): boolean => segment.startsWith('{');

/** Literal paths win over templates: `/balance/agent` is OP-15, `/balance/{senderId}` is OP-14. */
export function createRouter(routes: Route[]): Router {
  const byPath = Map.groupBy(routes, (route) => route.path);
  const templates = [...byPath]
    .map(([path, group]): Template => ({ segments: path.split('/'), routes: group }))
    .filter(({ segments }) => segments.some(isVariable))
    .sort((one, other) => countVariables(one) - countVariables(other));
  return (method, path) => {
    const literal = path.includes('{') ? undefined : byPath.get(path);
    if (literal !== undefined) return buildMatch(method, literal, {});
    const segments = path.split('/');
    const template = templates.find((candidate) => matchesTemplate(candidate.segments, segments));
    return template && buildMatch(method, template.routes, readPathParams(template.segments, segments));
  };
}

const countVariables = (template: Template): number => template.segments.filter(isVariable).length;

const buildMatch = (method: string, siblings: Route[], params: Record<string, string>): Match => ({
  route: siblings.find((route) => route.method === method),
  siblings,
  params,
});

export const matchesTemplate = (template: string[], segments: string[]): boolean =>
  template.length === segments.length && template.every((part, at) => (isVariable(part) ? segments[at] !== '' : segments[at] === part));

const readPathParams = (template: string[], segments: string[]): Record<string, string> =>
  Object.fromEntries(template.flatMap((part, at) => (isVariable(part) ? [[part.slice(1, -1), decodeSegment(segments[at] ?? '')]] : [])));

// A segment that cannot be decoded stays as it is, and is then simply an unknown value.
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
