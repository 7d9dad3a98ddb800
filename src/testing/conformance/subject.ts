import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { expect } from "vitest";
import { apiRouter } from "../../composition/router.ts";
import { AppError, errorStatus, forbiddenMessage, type ErrorCode } from "../../contract/errors/error-codes.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { scopeCatalog } from "../../contract/scopes.ts";
import { readInput } from "../../rpc/call/read-input.ts";
import { buildRouteTable, findOperation, splitTarget } from "../../rpc/call/route.ts";
import { listReasons } from "../../contract/errors/error-reasons.ts";
import { listReasonsOf } from "../../openapi/describe-reasons.ts";
import { listRejections } from "../../openapi/describe-responses.ts";
import { takesBody, readDeclarations, type Declaration } from "../../rpc/declarations.ts";
import { includesValuesInAudit } from "../../rpc/unit-of-work.ts";
import { anyRevision, type ExampleRequest } from "../harness/requests/example-request.ts";
import { scenarios, type ArrangeRequest } from "../harness/requests/example-requests.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import type { TestServer } from "../harness/server.ts";
import { send, type RawRequest, type Reply } from "../harness/requests/send.ts";

/** An operation in the conformance table. */
export interface Subject {
  /** `PATCH /clients/{clientId}`: how its rows begin. */
  label: string;
  declaration: Declaration;
  arrange: ArrangeRequest;
  /** The error codes and reasons that its callers have met so far, `404 NOT_FOUND not_found`. */
  rejectionsSeen: Set<string>;
}

export const subjects: readonly Subject[] = readDeclarations(apiRouter).map((declaration) => {
  const arrange = (scenarios as Record<string, ArrangeRequest>)[declaration.name];
  if (arrange === undefined) throw new Error(`${declaration.name} has no scenario`);
  return {
    label: `${declaration.meta.method} ${declaration.meta.path}`,
    declaration,
    arrange,
    rejectionsSeen: new Set(),
  };
});

/** Changes to the example request. */
export interface Changes {
  arranged?: ExampleRequest;
  method?: string;
  /** null: no key at all. */
  secret?: string | null;
  /** null: no such header. A new one for each call when left out. */
  idempotencyKey?: string | null;
  pathValues?: Record<string, string>;
  /** The target below /api/v1, query included. */
  target?: string;
  /** Appended to the query. */
  search?: string;
  body?: unknown;
  /** The body as it is sent, byte for byte. */
  bytes?: string | Buffer;
  chunked?: boolean;
  headers?: Record<string, string | string[]>;
}

/** A server and its database, in which tests create records. */
export interface SubjectServer {
  readonly baseUrl: string;
  services: { database: TestTenant["database"] };
}

/** An operation under test, with an organization of its own and a request that succeeds. */
export interface SubjectHarness<Server extends SubjectServer = TestServer> {
  server: Server;
  subject: Subject;
  declaration: Declaration;
  tenant: TestTenant;
  arranged: ExampleRequest;
  /** Sends the example request, with changes. */
  call(changes?: Changes): Promise<Reply>;
  /** Another request of the same kind, with records of its own. */
  arrangeAnother(tenant?: TestTenant): Promise<ExampleRequest>;
}

/** @param given a shared organization; default: a new one */
export async function openSubjectHarness<Server extends SubjectServer>(
  server: Server,
  subject: Subject,
  given?: TestTenant,
): Promise<SubjectHarness<Server>> {
  const tenant = given ?? (await createTenant(server.services.database));
  const arranged = await subject.arrange(tenant);
  known.set(subject, { tenant, arranged });
  return createHarness(server, subject, { tenant, arranged });
}

type Example = Pick<SubjectHarness, "tenant" | "arranged">;

/** The last example of each operation that a file of this worker arranged. */
const known = new Map<Subject, Example>();

/**
 * A harness for rows that do not get as far as the records of their request: those of any earlier row, also of another
 * file, whose records may be gone. Its key is not known to the server.
 */
export async function openWithoutRecords(server: TestServer, subject: Subject): Promise<SubjectHarness> {
  const { tenant, arranged } = known.get(subject) ?? (await openSubjectHarness(server, subject));
  const { giveTo: _, ...request } = arranged;
  return createHarness(server, subject, { tenant, arranged: request });
}

function createHarness<Server extends SubjectServer>(
  server: Server,
  subject: Subject,
  { tenant, arranged }: Example,
): SubjectHarness<Server> {
  const { declaration } = subject;
  return {
    server,
    subject,
    declaration,
    tenant,
    arranged,
    call: async (changes = {}) => {
      const example = changes.arranged ?? arranged;
      if (changes.secret !== undefined && changes.secret !== null && changes.secret !== tenant.secret)
        await example.giveTo?.(changes.secret);
      const reply = await send(server.baseUrl, writeRequest(declaration, tenant, example, changes));
      checkEnvelope(reply);
      if (typeof reply.body["code"] === "string")
        subject.rejectionsSeen.add(nameRejection(reply.status, reply.body["code"], reply.headers["x-error-reason"]));
      return reply;
    },
    arrangeAnother: (other = tenant) => subject.arrange(other),
  };
}

/**
 * The same harness without a server: a call runs only the functions that find the route and read the input, and returns
 * their rejection.
 *
 * @throws if they accept the request
 */
export function readOffline(harness: SubjectHarness): SubjectHarness {
  const { declaration, tenant, arranged, subject } = harness;
  return {
    ...harness,
    call: async (changes = {}) => {
      const {
        method,
        target,
        headers,
        body = "",
      } = writeRequest(declaration, tenant, changes.arranged ?? arranged, changes);
      const rejection = findRejection(method, target, headers, Buffer.from(body));
      subject.rejectionsSeen.add(nameRejection(rejection.status, rejection.code, rejection.errorReason));
      const reply = { success: false, error: rejection.message, code: rejection.code };
      const own = Object.entries(rejection.headers).map(([name, value]) => [name.toLowerCase(), value]);
      return Promise.resolve({
        status: rejection.status,
        headers: Object.fromEntries(own) as Reply["headers"],
        text: JSON.stringify(reply),
        body: reply,
      });
    },
  };
}

function nameRejection(status: number, code: string, reason: string | string[] | undefined): string {
  return `${status} ${code} ${String(reason)}`;
}

const routes = buildRouteTable(subjects.map(({ declaration }) => declaration));

function findRejection(method: string, target: string, headers: RawRequest["headers"], body: Buffer): AppError {
  const [path, search] = splitTarget(target);
  const received = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  ) as IncomingHttpHeaders;
  try {
    readInput(findOperation(routes, method, path), {
      query: search,
      body,
      ifMatch: received["if-match"],
      idempotencyKey: received["x-idempotency-key"],
    });
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error(`${method} ${target} is taken`);
}

/** The types of the events that one success of the example request emits, in their order. */
export function listEmitted({ declaration, arranged }: Pick<SubjectHarness, "declaration" | "arranged">): EventType[] {
  return [
    ...(arranged.emitsBefore ?? []),
    ...(declaration.meta.emits ?? []),
    ...(arranged.alsoEmits ?? []),
  ] as EventType[];
}

/** How many events one success of the example request emits. */
export function countEmitted({ declaration, arranged }: Pick<SubjectHarness, "declaration" | "arranged">): number {
  return listEmitted({ declaration, arranged }).length;
}

export function isMutation({ kind }: Declaration): boolean {
  return kind === "mutation";
}

/** Whether the body has members at all: a POST without any takes `{}` or nothing. */
export function hasBodyMembers(declaration: Declaration): boolean {
  return (
    takesBody(declaration) &&
    Object.keys(declaration.input.shape).some((name) => !declaration.pathParameters.includes(name))
  );
}

/**
 * Whether what it changes is the organization's own (keys, members) rather than a record of a case: no PHI, and no case
 * to point to.
 */
export function isOwnRecord({ meta }: Declaration): boolean {
  return (meta.emits ?? meta.mayEmit ?? []).some((type) => includesValuesInAudit(type));
}

export function needsAttorney({ meta }: Declaration): boolean {
  return meta.scope !== null && scopeCatalog.get(meta.scope)?.needsActingAttorney === true;
}

/** The example request with changes, as it goes over the wire. */
function writeRequest(
  declaration: Declaration,
  tenant: TestTenant,
  given: ExampleRequest,
  changes: Changes,
): RawRequest {
  const bytes = chooseBytes(declaration, given, changes);
  return {
    method: changes.method ?? declaration.meta.method,
    target: `/api/v1${changes.target ?? writeTarget(declaration, given, changes)}`,
    headers: writeHeaders(declaration, tenant, changes, bytes !== undefined),
    body: bytes,
    chunked: changes.chunked ?? false,
  };
}

function chooseBytes(
  declaration: Declaration,
  given: ExampleRequest,
  { bytes, body }: Changes,
): string | Buffer | undefined {
  if (bytes !== undefined) return bytes;
  if (body !== undefined) return JSON.stringify(body);
  return takesBody(declaration) ? JSON.stringify(given.body ?? {}) : undefined;
}

/** The operation's path below /api/v1 with values in place, and its query. */
export function writeTarget({ meta }: Declaration, given: ExampleRequest, changes: Changes = {}): string {
  const values = { ...given.pathValues, ...changes.pathValues };
  const path = meta.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const query = [new URLSearchParams(given.query).toString(), changes.search ?? ""]
    .filter((part) => part !== "")
    .join("&");
  return query === "" ? path : `${path}?${query}`;
}

function writeHeaders(
  { meta }: Declaration,
  tenant: TestTenant,
  changes: Changes,
  hasBody: boolean,
): Record<string, string | string[]> {
  const secret = changes.secret === undefined ? tenant.secret : changes.secret;
  const idempotencyKey = changes.idempotencyKey === undefined ? randomUUID() : changes.idempotencyKey;
  return {
    ...(secret !== null && { "x-api-key": secret }),
    ...(meta.idempotency === "required" && idempotencyKey !== null && { "X-Idempotency-Key": idempotencyKey }),
    ...(hasBody && { "Content-Type": "application/json" }),
    // Any revision matches where If-Match is required; tests of revisions send their own.
    ...(meta.ifMatch === "required" && { "If-Match": anyRevision }),
    ...changes.headers,
  };
}

/** What holds for every response under /api/v1, whatever was requested. */
function checkEnvelope({ status, headers, body, text }: Reply): void {
  expect(status, text).not.toBe(500);
  expect(headers["x-request-id"]).toMatch(/^\S{1,128}$/);
  // What has an ETag is not to be compressed on its way, which would weaken the ETag.
  expect(headers["cache-control"]).toBe(headers.etag === undefined ? "no-store" : "no-store, no-transform");
  expect(headers["www-authenticate"]?.startsWith('ApiKey realm="Caseport", header="x-api-key"')).toBe(
    status === 401 || undefined,
  );
  if (text !== "") expect(headers["content-type"]).toBe("application/json");
  if (status < 400 || text === "") return;
  expect(Object.keys(body)).toEqual(["success", "error", "code"]);
  expect(body).toEqual({ success: false, error: expect.any(String), code: expect.any(String) });
  expect(status >= 500 ? 500 : status).toBe(errorStatus[body["code"] as ErrorCode]);
  expect(listReasons(body["code"] as ErrorCode), text).toContain(headers["x-error-reason"]);
}

/** The rejections that the OpenAPI document declares for the operation, and those of a path or method that has none. */
export function listDeclaredRejections(declaration: Declaration): Set<string> {
  const described = [...listRejections(declaration)].flatMap(([status, codes]) =>
    codes.flatMap((code) =>
      listReasonsOf(declaration, status, [code]).map((reason) => nameRejection(status, code, reason)),
    ),
  );
  return new Set([
    ...described,
    "405 METHOD_NOT_ALLOWED method_not_allowed",
    "404 NOT_FOUND unknown_path",
    "400 VALIDATION_FAILED malformed_path",
  ]);
}

/** The value at a path of a response: `client.revision`. */
export function readPath(body: object, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], body);
}

/** Asserts a success; the failure message includes the response. */
export function expectSuccess(reply: Reply): Reply {
  expect(reply.text).toMatch(/^\{"success":true/);
  expect(reply.status).toBeLessThan(300);
  return reply;
}

/** Asserts a rejection by its code, and by what its message holds. */
export function expectRejection(reply: Reply, code: ErrorCode, message?: string | RegExp): Reply {
  expect(reply.body, reply.text).toMatchObject({ success: false, code });
  expect(reply.status).toBe(errorStatus[code]);
  if (code === "FORBIDDEN") expect(reply.body["error"]).toBe(forbiddenMessage);
  if (message !== undefined) expect(reply.body["error"]).toMatch(message);
  return reply;
}
