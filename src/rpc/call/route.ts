import { addRoute, createRouter, findAllRoutes } from "rou3";
import { basePath } from "../../contract/base-path.ts";
import { AppError, notFound } from "../../contract/errors/error-codes.ts";
import { messages } from "../../contract/messages.ts";
import type { Declaration } from "../../rpc/declarations.ts";

/** Splits a request target into path and query, without the `?`. */
export function splitTarget(target = "/"): [path: string, query: string] {
  const mark = target.indexOf("?");
  return mark === -1 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}

export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

/** @param allow the methods that the path supports */
export function methodNotAllowed(allow: string): AppError {
  return new AppError("METHOD_NOT_ALLOWED", messages.methodNotSupported, { headers: { Allow: allow } });
}

type Methods = Map<string, Declaration>;
export type RouteTable = ReturnType<typeof createRouter<Methods>>;

export interface Route {
  declaration: Declaration;
  pathValues: Record<string, string>;
}

/**
 * Builds the route table from the declarations, once at start.
 *
 * @throws when two operations share method and path, or one declares an idempotency that is not served
 */
export function buildRouteTable(declarations: readonly Declaration[]): RouteTable {
  const paths = new Map<string, Methods>();
  for (const declaration of declarations) {
    const { method, path } = declaration.meta;
    assertServed(declaration);
    const methods: Methods = paths.get(path) ?? new Map<string, Declaration>();
    if (methods.has(method)) throw new Error(`${method} ${path} is declared twice`);
    paths.set(path, methods.set(method, declaration));
  }
  const table = createRouter<Methods>();
  for (const [path, methods] of paths) addRoute(table, "", path.replaceAll(/\{(\w+)\}/g, ":$1"), methods);
  return table;
}

/** Checks at start that queries declare no idempotency and mutations declare one. */
function assertServed({ name, kind, meta }: Declaration): void {
  if ((meta.idempotency === "none") !== (kind === "query"))
    throw new Error(`${name}: a ${kind} with idempotency "${meta.idempotency}" is not served`);
}

function listMethods(matches: readonly Match[]): string {
  const names = matches
    .flatMap(({ methods }) => [...methods.keys()])
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return [...new Set(names), "OPTIONS"].join(", ");
}

interface Match {
  methods: Methods;
  values: Record<string, string>;
}

/**
 * The routes that match a path, the most literal first: `/survey-details/history` is a path of its own for GET, and an
 * accessor for PUT.
 *
 * @throws NOT_FOUND if none matches
 */
function findMatches(table: RouteTable, path: string): Match[] {
  // A URL has one spelling: a path with a trailing or double slash does not exist.
  const spelled = path.startsWith(`${basePath}/`) && !path.endsWith("/") && !path.includes("//");
  const matches = spelled ? findAllRoutes(table, "", path.slice(basePath.length)) : [];
  if (matches.length === 0) throw notFound("Path", "unknown_path");
  return matches.map(({ data, params }) => ({ methods: data, values: params ?? {} })).toReversed();
}

/**
 * The methods that a path supports, for OPTIONS.
 *
 * @throws NOT_FOUND for a path without an operation
 */
export function listAllowed(table: RouteTable, path: string): string {
  return listMethods(findMatches(table, path));
}

/**
 * Finds the operation of a request. HEAD is treated as GET.
 *
 * @param path the raw path of the request target, without query
 * @throws NOT_FOUND, METHOD_NOT_ALLOWED, or VALIDATION_FAILED for a parameter that is not percent-encoded UTF-8
 */
export function findOperation(table: RouteTable, method: string, path: string): Route {
  const matches = findMatches(table, path);
  for (const { methods, values } of matches) {
    const declaration = methods.get(method === "HEAD" ? "GET" : method);
    if (declaration !== undefined) return { declaration, pathValues: decodeValues(values) };
  }
  throw methodNotAllowed(listMethods(matches));
}

function decodeValues(values: Record<string, string>): Record<string, string> {
  const decoded = Object.entries(values).map(([name, value]) => {
    try {
      return [name, decodeURIComponent(value)];
    } catch {
      throw new AppError("VALIDATION_FAILED", `${name}: must be percent-encoded UTF-8`, {
        errorReason: "malformed_path",
      });
    }
  });
  return Object.fromEntries(decoded) as Record<string, string>;
}
