import { readAuditEntries, readEvents } from "../harness/traces.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Reply } from "../harness/requests/send.ts";
import { expectSuccess, openSubjectHarness, type Subject, type SubjectHarness } from "./subject.ts";
import type { TestServer } from "../harness/server.ts";

/** What rows share of an operation, on one server: the files of a worker have one server (`startTestServer`), so they share it too. */
interface Stages {
  /** Arranged; nothing has been sent to it that changes anything. */
  arranged: Map<Subject, Promise<SubjectHarness>>;
  /** Arranged for the one success. */
  forSuccess: Map<Subject, Promise<SubjectHarness>>;
}

const byServer = new WeakMap<TestServer["services"], Stages>();

function stagesOf({ services }: TestServer): Stages {
  const stages = byServer.get(services) ?? { arranged: new Map(), forSuccess: new Map() };
  byServer.set(services, stages);
  return stages;
}

function openOnce(stages: Map<Subject, Promise<SubjectHarness>>, server: TestServer, subject: Subject): Promise<SubjectHarness> {
  const harness = stages.get(subject) ?? openSubjectHarness(server, subject);
  stages.set(subject, harness);
  return harness;
}

/** The operation's organization and request for rows that change nothing there. */
export function openShared(server: TestServer, subject: Subject): Promise<SubjectHarness> {
  const { arranged, forSuccess } = stagesOf(server);
  return forSuccess.get(subject) ?? openOnce(arranged, server, subject);
}

/** The operation's organization and request for its one success. What is arranged expires (leases do), so it is arranged when the first row needs it. */
export function openForSuccess(server: TestServer, subject: Subject): Promise<SubjectHarness> {
  return openOnce(stagesOf(server).forSuccess, server, subject);
}

/** One success of an operation, and what it left behind: several rows look at it. */
export interface Success {
  reply: Reply;
  /** The number of events before it. */
  before: number;
  events: Row<"Event">[];
  entries: Row<"AuditEntry">[];
}

const successes = new WeakMap<SubjectHarness, Promise<Success>>();

/** Its request ID and its idempotency key. */
export const successId = "conformance-success";

async function succeed({ call, tenant }: SubjectHarness): Promise<Success> {
  const before = (await readEvents(tenant)).length;
  const reply = expectSuccess(await call({ headers: { "X-Request-Id": successId }, idempotencyKey: successId }));
  const events = (await readEvents(tenant)).slice(before);
  const entries = (await readAuditEntries(tenant)).filter((entry) => entry.requestId === successId);
  return { reply, before, events, entries };
}

/** The one success of the operation on this stage. */
export function readSuccess(harness: SubjectHarness): Promise<Success> {
  const success = successes.get(harness) ?? succeed(harness);
  successes.set(harness, success);
  return success;
}
