import { addRoute, createRouter, findRoute } from "rou3";
import { basePath } from "../contract/base-path.ts";
import { AppError, notFound } from "../contract/error-codes.ts";
import type { Declaration } from "../rpc/declarations.ts";

/** The operations of one path, by method. */
type Methods = Map<string, Declaration>;
export type RouteTable = ReturnType<typeof createRouter<Methods>>;

export interface Route {
  declaration: Declaration;
  /** Values of the path's parameters, percent-decoded once. */
  pathValues: Record<string, string>;
}

/**
 * Builds the route table from the declarations, once at start.
 * @throws when two operations share method and path
 */
export function buildRouteTable(declarations: readonly Declaration[]): RouteTable {
  const paths = new Map<string, Methods>();
  for (const declaration of declarations) {
    const { method, path } = declaration.meta;
    const methods: Methods = paths.get(path) ?? new Map<string, Declaration>();
    if (methods.has(method)) throw new Error(`${method} ${path} is declared twice`);
    paths.set(path, methods.set(method, declaration));
  }
  const table = createRouter<Methods>();
  for (const [path, methods] of paths) addRoute(table, "", path.replaceAll(/\{(\w+)\}/g, ":$1"), methods);
  return table;
}

function listMethods(methods: Methods): string {
  const names = [...methods.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return [...names, "OPTIONS"].join(", ");
}

function findMethods(table: RouteTable, path: string): { methods: Methods; values: Record<string, string> } {
  // An address has one spelling: what a trailing or a doubled slash names does not exist.
  const spelled = path.startsWith(`${basePath}/`) && !path.endsWith("/") && !path.includes("//");
  const match = spelled ? findRoute(table, "", path.slice(basePath.length)) : undefined;
  if (match === undefined) throw notFound("Path");
  return { methods: match.data, values: match.params ?? {} };
}

/** The methods that a path answers, for OPTIONS. @throws NOT_FOUND for a path that names no operation */
export function listAllowed(table: RouteTable, path: string): string {
  return listMethods(findMethods(table, path).methods);
}

/**
 * Which operation a request means. HEAD means GET.
 * @param path the raw path of the request target, without query
 * @throws NOT_FOUND, METHOD_NOT_ALLOWED, or VALIDATION_FAILED for a parameter that is not percent-encoded UTF-8
 */
export function findOperation(table: RouteTable, method: string, path: string): Route {
  const { methods, values } = findMethods(table, path);
  const declaration = methods.get(method === "HEAD" ? "GET" : method);
  if (declaration === undefined) {
    throw new AppError("METHOD_NOT_ALLOWED", "This path does not answer this method", { Allow: listMethods(methods) });
  }
  return { declaration, pathValues: decodeValues(values) };
}

function decodeValues(values: Record<string, string>): Record<string, string> {
  const decoded = Object.entries(values).map(([name, value]) => {
    try {
      return [name, decodeURIComponent(value)];
    } catch {
      throw new AppError("VALIDATION_FAILED", `${name}: must be percent-encoded UTF-8`);
    }
  });
  return Object.fromEntries(decoded) as Record<string, string>;
}
