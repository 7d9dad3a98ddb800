/**
 * The kind of a failed statement. `away`: the server is restarting, stopped or overloaded; the response is 503.
 * `conflict`: the transaction can run again.
 */
export type DatabaseFailure = "away" | "conflict" | "other";

/**
 * SQLSTATE classes and codes. Source: PostgreSQL documentation, appendix A. 26000 is a statement that is not prepared:
 * an earlier one of the same connection was to prepare it, and failed while this one was on its way.
 */
const awayStates = /^(08|53|57P|57014|25P03|25P04|55P03|26000)/;
/** Serialization failure and deadlock. */
const conflictStates = new Set(["40001", "40P01"]);
const awaySystemCalls = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
]);
/** Of a connection to a UNIX socket: the server is restarting, or too many connect at once. Other calls mean a file. */
const awaySockets = new Set(["ENOENT", "EAGAIN"]);
/** pg's own errors have no code. */
const awayMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after|Connection ended|The server closed)/;

/** SQLSTATE, or the code of a system call. */
export function readCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

function isSocketAway(error: unknown, code: string): boolean {
  return awaySockets.has(code) && (error as NodeJS.ErrnoException).syscall === "connect";
}

/**
 * A migration changed the columns of a prepared statement ("cached plan must not change result type"); it succeeds once
 * it is prepared again.
 */
export function isStalePlan(error: unknown): boolean {
  return (
    readCode(error) === "0A000" &&
    typeof error === "object" &&
    error !== null &&
    "routine" in error &&
    error.routine === "RevalidateCachedQuery"
  );
}

/** Classifies an error that a statement, a connection attempt or a commit threw, also when another error wraps it. */
export function classifyFailure(error: unknown): DatabaseFailure {
  if (error instanceof Error && error.cause instanceof Error) return classifyFailure(error.cause);
  if (isStalePlan(error)) return "conflict";
  if (error instanceof AggregateError)
    return error.errors.some((inner) => classifyFailure(inner) === "away") ? "away" : "other";
  const code = readCode(error);
  if (code !== undefined && conflictStates.has(code)) return "conflict";
  if (code !== undefined && (awayStates.test(code) || awaySystemCalls.has(code) || isSocketAway(error, code)))
    return "away";
  return error instanceof Error && awayMessages.test(error.message) ? "away" : "other";
}

/**
 * An error that a cluster passes on from a node has the name in its message alone, that of an index with the number of
 * the shard.
 */
const namedConstraint = /constraint "(.+?)(?:_\d{6,})?"$/;

/** The constraint that a statement violated. */
export function readConstraint(error: Error): string | undefined {
  if ("constraint" in error && typeof error.constraint === "string") return error.constraint;
  return namedConstraint.exec(error.message)?.[1];
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (readCode(error) !== "23505" || !(error instanceof Error)) return false;
  const name = readConstraint(error);
  return name === constraint || isShortened(name, constraint);
}

/** With the number of its shard a long name has no place: a cluster shortens it, and adds a digest. */
function isShortened(name: string | undefined, constraint: string): boolean {
  const beginning = /^(.{30,})_[\da-f]{8}$/.exec(name ?? "")?.[1];
  return beginning !== undefined && constraint.startsWith(beginning);
}

export function isCheckViolation(error: unknown, name: RegExp): boolean {
  return readCode(error) === "23514" && error instanceof Error && name.test(readConstraint(error) ?? "");
}
