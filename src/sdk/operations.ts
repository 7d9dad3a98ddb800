import { operationTable } from "./operations.generated.ts";

/** One operation, as a line of the generated table says it. */
export interface Operation {
  /** `clients.update` */
  name: string;
  method: string;
  /** With parameters in braces. */
  path: string;
  parameters: readonly string[];
  /** The argument after the path's parameters. */
  takes: "query" | "body" | null;
  /** Members of the body's argument that are sent in the query. */
  inQuery: readonly string[];
  /** `key`: needs an idempotency key; `none`: a read; `ignored`: must be made safe otherwise. */
  idempotency: "key" | "none" | "ignored";
  /** Accepts a file. */
  upload: boolean;
  /** The list in a page; null for what has no pages. */
  items: string | null;
  /** Whether a feed: it ends with an empty page and always has a next cursor. */
  isFeed: boolean;
}

const idempotencies = { k: "key", i: "ignored", n: "none" } as const;

/** The first part of an operation's name as paths have it: `holiday-calendars`. */
export const nounOf = (name: string): string =>
  (name.split(".")[0] ?? "").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `name method path idempotency[q|b[:member,…]][u] [list[*]]`: see cli/sdk/write-table.ts. */
function parse(line: string): Operation {
  const [name = "", method = "", written = "", flags = "", list = ""] = line.split(" ");
  const path = written.replace("~", `/${nounOf(name)}`);
  const [letters = "", members = ""] = flags.split(":");
  const body = letters.includes("b") ? "body" : null;
  return {
    name,
    method,
    path,
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => parameter),
    takes: letters.includes("q") ? "query" : body,
    inQuery: members === "" ? [] : members.split(","),
    idempotency: idempotencies[letters[0] as keyof typeof idempotencies],
    upload: letters.includes("u"),
    items: list === "" ? null : list.replace("*", ""),
    isFeed: list.endsWith("*"),
  };
}

export const operations: readonly Operation[] = operationTable.trim().split("\n").map(parse);

/** @throws Error for a name that no operation has */
export function operationNamed(name: string): Operation {
  const found = operations.find((operation) => operation.name === name);
  if (found === undefined) throw new Error(`There is no operation ${name}`);
  return found;
}

/** The operation that serves a path below /api/v1. */
export function findOperation(method: string, path: string): Operation | undefined {
  const depth = (text: string) => text.replace(/[^{]/g, "").length;
  const fitting = operations.filter(
    (operation) =>
      operation.method === method && new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  // A path without parameters is served before one with: /invoices/aging is not an invoice.
  return fitting.reduce<Operation | undefined>(
    (best, each) => (best === undefined || depth(each.path) < depth(best.path) ? each : best),
    undefined,
  );
}
