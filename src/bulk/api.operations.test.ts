import { afterAll, beforeAll, expect, test } from "vitest";
import { createNamedContact } from "../areas/cases/parties/fixtures.ts";
import { canBeBulkItem } from "../contract/operation.ts";
import { takesBody } from "../rpc/declarations.ts";
import { subjects } from "../testing/conformance/subject.ts";
import { isFullExtent } from "../testing/harness/extent.ts";
import { startOwnServer, type TestServer } from "../testing/harness/server.ts";
import { createTenant } from "../testing/harness/tenant.ts";
import { openBulk } from "./fixtures.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server.close(1_000));

const eligible = subjects.filter(({ declaration: { meta } }) => canBeBulkItem(meta));
/** Of one record, of several, and such as read what was recorded. `npm run test:full` tries all. */
const ordinary = new Set(["clients.update", "notes.update", "cases.create", "deadlines.extend", "leads.convert"]);

/**
 * Between others, so that it shares their transaction or has one of its own after theirs; and again, so that it is
 * replayed.
 */
test.each(
  eligible
    .filter(({ declaration }) => isFullExtent || ordinary.has(declaration.name))
    .map((subject) => ({ label: subject.label, subject })),
)("as an item between others: $label", async ({ subject: { declaration, arrange } }) => {
  const tenant = await createTenant(server.services.database);
  const bulk = openBulk(server, tenant);
  const contactId = await createNamedContact(tenant, "Mercy General");
  const { pathValues, query = {}, body, revision } = await arrange(tenant);
  const path = declaration.meta.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pathValues[name] ?? ""),
  );
  const item = {
    method: declaration.meta.method,
    path,
    query,
    ...(takesBody(declaration) && { body: body ?? {} }),
    ...(declaration.meta.ifMatch === "required" && { ifMatch: `"${revision ?? 1}"` }),
    idempotencyKey: "the item",
  };
  const addNote = (idempotencyKey: string) => ({
    method: "POST",
    path: `/contacts/${contactId}/notes`,
    body: { type: "general", body: idempotencyKey },
    idempotencyKey,
  });
  const { id } = await bulk.create([addNote("before"), item, addNote("behind")]);
  await bulk.run(id);
  const { results } = await bulk.read(id);
  expect(results.map(({ status, code, error }) => [status, code, error])).toEqual(
    Array.from({ length: 3 }, () => ["succeeded", null, null]),
  );
  const events = await tenant.inside((transaction) =>
    transaction.selectFrom("Event").select("eventType").where("correlationId", "=", id).orderBy("number").execute(),
  );
  const types = events.map(({ eventType }) => eventType);
  const { emits = [], mayEmit = [] } = declaration.meta;
  expect([types.at(0), types.at(-2), types.at(-1)]).toEqual(["note.created", "note.created", "bulk_job.completed"]);
  for (const type of types.slice(1, -2)) expect([...emits, ...mayEmit]).toContain(type);
  const again = await bulk.create([item]);
  await bulk.run(again.id);
  const [replay] = (await bulk.read(again.id)).results;
  expect([replay?.isReplay, replay?.resourceId]).toEqual([true, results[1]?.resourceId]);
});
