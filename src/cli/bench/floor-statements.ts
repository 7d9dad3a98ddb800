import { Client } from "pg";
import { connectionOptions } from "../../platform/database/connections/connection-pool.ts";
import { withServerOptions } from "../../platform/database/connections/connection-url.ts";
import { recordStatements, type Statement } from "./lists/plans.ts";
import { answerAccessor, tryRequest, type MeasuredRequests } from "./requests.ts";
import type { BenchSetup } from "./stage.ts";

/** What the floors send to PostgreSQL. Of the values `@` becomes the ID in the request, `#` the value in its body. */
export type FloorStatements = Record<
  "case" | "feed" | "list" | "update" | "updateAndRecords" | "folderAndRecords" | "taskAndRecords" | "answerAndRecords",
  Statement
>;

/** The rows that a mutation leaves beside its record, as JSON: an event, an audit entry and a stored response. */
export type LeftRows = readonly [event: string, auditEntry: string, storedResponse: string];

const newestRows = [
  '"Event" t WHERE "organizationId" = $1 ORDER BY number',
  '"AuditEntry" t WHERE "organizationId" = $1 ORDER BY id',
  '"IdempotencyRecord" t WHERE "organizationId" = $1 ORDER BY "createdAt"',
];

/** Sends one mutation and reads what it left. */
export async function readLeftRows(
  setup: BenchSetup,
  baseUrl: string,
  request: MeasuredRequests["patchClient"],
): Promise<LeftRows> {
  await tryRequest(baseUrl, request);
  const client = new Client({ connectionString: setup.ownerUrl });
  await client.connect();
  try {
    const left: string[] = [];
    for (const from of newestRows) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT to_jsonb(t)::text AS row FROM ${from} DESC LIMIT 1`,
        [setup.organizationId],
      );
      left.push(rows[0]?.row ?? "{}");
    }
    const [event = "", auditEntry = "", storedResponse = ""] = left;
    return [event, auditEntry, storedResponse];
  } finally {
    await client.end();
  }
}

const update = `UPDATE "Client" SET phone = $3, "phoneE164" = NULL, revision = revision + 1 WHERE "organizationId" = $1 AND id = $2 RETURNING *`;
const insertTask = `INSERT INTO "Task" ("organizationId", id, "caseId", title, "createdBy") SELECT $1, 'task_' || n.id, $2, $3, a.actor FROM numbered n, jsonb_populate_record(NULL::"Event", $4::jsonb) a RETURNING *`;
const updateAnswer = `UPDATE "IntakeAnswer" SET value = $3, "answeredAt" = now(), revision = revision + 1 WHERE "organizationId" = $1 AND "caseId" = $2 AND accessor = '${answerAccessor}' RETURNING *`;
const insertFolder = `INSERT INTO "Folder" ("organizationId", id, "caseId", name, "nameKey", depth) SELECT $1, 'fld_' || n.id, $2, $3, lower($3), 1 FROM numbered n RETURNING *`;

/** A change with an event, an audit entry and a stored response, in one statement. IDs rise, as Caseport's do. */
const withRecords = (change: string) => `
  WITH numbered AS (
    INSERT INTO "EventCounter" ("organizationId", last) VALUES ($1, 1)
    ON CONFLICT ("organizationId") DO UPDATE SET last = "EventCounter".last + 1 RETURNING last, lpad(to_hex(last), 26, '0') AS id
  ), changed AS (${change}), logged AS (
    INSERT INTO "Event" ("organizationId", number, id, entity, "entityId", "eventType", "occurredAt", actor, payload, diff, "relatedIds", "correlationId", metadata)
    SELECT $1, n.last, 'evt_' || n.id, e.entity, $2, e."eventType", now(), e.actor, e.payload, e.diff, e."relatedIds", e."correlationId", e.metadata
    FROM numbered n, jsonb_populate_record(NULL::"Event", $4::jsonb) e
  ), audited AS (
    INSERT INTO "AuditEntry" ("organizationId", id, action, "actorType", "actorId", "actorName", "onBehalfOfAttorneyId", entity, "entityId", "relatedIds", changes, "requestId", address)
    SELECT $1, 'aud_' || n.id, a.action, a."actorType", a."actorId", a."actorName", a."onBehalfOfAttorneyId", a.entity, $2, a."relatedIds", a.changes, a."requestId", a.address
    FROM numbered n, jsonb_populate_record(NULL::"AuditEntry", $5::jsonb) a
  ), stored AS (
    INSERT INTO "IdempotencyRecord" ("organizationId", "keyId", "idempotencyKey", fingerprint, status, body, etag, location, "readingRights", "requestId", "expiresAt")
    SELECT $1, r."keyId", gen_random_uuid()::text, r.fingerprint, r.status, r.body, r.etag, r.location, r."readingRights", r."requestId", r."expiresAt"
    FROM jsonb_populate_record(NULL::"IdempotencyRecord", $6::jsonb) r
  )
  SELECT * FROM changed`;

/**
 * Reads are recorded from Caseport, so that the floors' statements stay those of the stores. They run as the owner,
 * without row-level security.
 */
export async function findFloorStatements(
  setup: BenchSetup,
  { getCase, feedPages, casePages }: MeasuredRequests,
  left: Record<"client" | "folder" | "task" | "answer", LeftRows>,
): Promise<FloorStatements> {
  const caseId = `case_${"1".padStart(26, "0")}`;
  const middle = { feed: feedPages[feedPages.length >> 1], list: casePages[casePages.length >> 1] };
  const targets = [getCase.path.replace("@", caseId.slice(-26)), middle.feed?.path ?? "", middle.list?.path ?? ""];
  const recorded = await recordStatements(setup, setup.secret, targets, /FROM.*"(Case|Event)"/s);
  const read = (index: number, position: unknown): Statement => {
    const [text, values] = recorded[index] ?? ["", []];
    if (!values.includes(position))
      throw new Error(`GET ${targets[index]}: its statement has no parameter ${String(position)}.`);
    return [unwrap(text), values.map((value) => (value === position ? "@" : value))];
  };
  const { organizationId } = setup;
  return {
    case: read(0, caseId),
    feed: read(1, middle.feed?.position),
    list: read(2, middle.list?.position),
    update: [update, [organizationId, "@", "#"]],
    updateAndRecords: [withRecords(update), [organizationId, "@", "#", ...left.client]],
    folderAndRecords: [withRecords(insertFolder), [organizationId, "@", "#", ...left.folder]],
    taskAndRecords: [withRecords(insertTask), [organizationId, "@", "#", ...left.task]],
    answerAndRecords: [withRecords(updateAnswer), [organizationId, "@", "#", ...left.answer]],
  };
}

/** The statement of which selectAsText reads the declared members as JSON text: a plain handler reads its rows. */
const unwrap = (text: string) => /^\/\* json .*? \*\/ SELECT .*? FROM \((.*)\) r$/s.exec(text)?.[1] ?? text;

export function floorEnvironment({ ownerUrl }: BenchSetup, statements: FloorStatements): Record<string, string> {
  return {
    BENCH_DATABASE_URL: withServerOptions(ownerUrl, connectionOptions),
    BENCH_STATEMENTS: JSON.stringify(statements),
  };
}
