import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EventRecord } from "../../areas/events/schema.ts";
import type { RunningServer } from "../../http/server.ts";
import { deriveApplicationRole, prepareDatabase } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { applicationUrlOf, cloneDatabase } from "../database/clone-database.ts";
import { openDatabaseProbe, type DatabaseProbe } from "../database/database-probe.ts";
import { openApi, readBody } from "../harness/requests/api.ts";
import { startServerOn } from "../harness/server.ts";
import { createCase, createTenant, type TestTenant } from "../harness/tenant.ts";
import { createSubscription, receiverHost, startTestWorker } from "../harness/webhooks.ts";
import { startReceiver } from "../servers/receiver.ts";
import { findPgBouncerFault, startPgBouncer, type PgBouncer } from "../servers/pgbouncer.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

const fault = findPgBouncerFault();
if (fault !== null)
  process.stdout.write(`notice: ${fault}: PgBouncer is not tested (PGBOUNCER_PATH names the program, 1.21 or later)\n`);

/** Fewer connections than requests at once: a client gets another one in each transaction. */
const serverConnections = 3;
const organizations = 4;

describe.skipIf(fault !== null)("servers behind PgBouncer in transaction mode", () => {
  let pooler: PgBouncer;
  let ownerUrl = "";
  let pooledUrl = "";
  let database: Database;
  let probe: DatabaseProbe;
  let servers: RunningServer[];
  let firms: (TestTenant & { caseId: string; clientId: string })[];

  beforeAll(async () => {
    ownerUrl = await cloneDatabase();
    pooler = await startPgBouncer(
      [ownerUrl, applicationUrlOf(ownerUrl), deriveApplicationRole(ownerUrl).url],
      serverConnections,
    );
    pooledUrl = pooler.through(applicationUrlOf(ownerUrl));
    database = openDatabase(pooledUrl, { poolSize: 8, hooks });
    probe = openDatabaseProbe(ownerUrl);
    servers = await Promise.all(
      [0, 1].map(() => startServerOn(pooledUrl, { databasePoolSize: 8, rateLimitStore: "postgres" })),
    );
    firms = await Promise.all(
      Array.from({ length: organizations }, async () => {
        const firm = await createTenant(database);
        return { ...firm, ...(await createCase(firm)) };
      }),
    );
  });

  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close(1_000)));
    await database.close();
    await probe.close();
    await pooler.stop();
  });

  const addressOf = (turn: number) => ({ baseUrl: servers[turn % servers.length]?.addresses[0] ?? "" });

  test("the time zone is set, and it starts with an owner's URL when it knows the server's", async () => {
    const prepared = await prepareDatabase(pooler.through(ownerUrl), undefined, ownerUrl);
    expect(prepared).toEqual({
      applicationUrl: pooler.through(deriveApplicationRole(ownerUrl).url),
      directUrl: deriveApplicationRole(ownerUrl).url,
      ownerUrl,
      applied: [],
    });
  });

  test("reads and writes of four firms at once have one effect each, and each sees its own rows only", async () => {
    const names = await Promise.all(
      firms.flatMap((firm, at) =>
        Array.from({ length: 3 }, async (_, worker) => {
          const api = openApi(addressOf(worker), firm.secret);
          const own: string[] = [];
          for (let turn = 0; turn < 5; turn += 1) {
            const name = randomUUID();
            const key = { "X-Idempotency-Key": name };
            const created = await api.change("POST", `/cases/${firm.caseId}/folders`, { name }, key);
            expect([created.status, created.text]).toEqual([201, expect.any(String)]);
            const replayed = await openApi(addressOf(worker + 1), firm.secret).change(
              "POST",
              `/cases/${firm.caseId}/folders`,
              { name },
              key,
            );
            expect([replayed.text, replayed.headers["idempotent-replayed"]]).toEqual([created.text, "true"]);
            expect(
              (await api.change("PATCH", `/clients/${firm.clientId}`, { phone: `${worker}-${turn}` })).status,
            ).toBe(200);
            expect(readBody<{ case: { id: string } }>(await api.get(`/cases/${firm.caseId}`)).case.id).toBe(
              firm.caseId,
            );
            expect((await api.get(`/cases/${firms[(at + 1) % organizations]?.caseId ?? ""}`)).status).toBe(404);
            own.push(name);
          }
          return own;
        }),
      ),
    );
    const rows = await probe.rows(`SELECT name FROM "Folder" ORDER BY name`, []);
    expect(rows.map(({ name }) => name)).toEqual(names.flat().toSorted());
    expect(await probe.gaps()).toEqual([]);
  });

  test("a long poll is woken by the other server, although a pooler passes no notifications", async () => {
    const firm = await createTenant(database);
    const { caseId } = await createCase(firm);
    const page = openApi(addressOf(0), firm.secret).get("/events?wait=20");
    await expect.poll(() => servers[0]?.services.eventNotifier.countWaiting(), { interval: 5 }).toBe(1);
    const created = await openApi(addressOf(1), firm.secret).change("POST", `/cases/${caseId}/folders`, {
      name: "Bills",
    });
    const { events } = readBody<{ events: EventRecord[] }>(await page);
    expect(events.map(({ entityId }) => entityId)).toEqual([readBody<{ folder: { id: string } }>(created).folder.id]);
  });

  test("no statement fails after a migration added a column", async () => {
    const [firm] = firms;
    await probe.rows(`ALTER TABLE "Client" ADD COLUMN extra text`);
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        openApi(addressOf(turn), firm?.secret ?? "").change("PATCH", `/clients/${firm?.clientId ?? ""}`, {
          phone: `after ${turn}`,
        }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  });

  test("webhooks are delivered", async () => {
    const receiver = await startReceiver({ name: receiverHost });
    const firm = await createTenant(database);
    const { caseId } = await createCase(firm);
    await createSubscription(firm, { url: `https://${receiverHost}/hook` });
    const worker = await startTestWorker({ databaseUrl: pooledUrl, database, receiver });
    for (const name of ["a", "b", "c"])
      expect(
        (await openApi(addressOf(0), firm.secret).change("POST", `/cases/${caseId}/folders`, { name })).status,
      ).toBe(201);
    await expect.poll(() => receiver.requests.length, { interval: 20 }).toBe(3);
    await worker.stop();
    await receiver.close();
    expect(worker.lines.filter((line) => !line.includes("CASEPORT_DIRECT_DATABASE_URL"))).toEqual([]);
  });
});
