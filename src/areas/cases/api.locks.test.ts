import { sql } from "kysely";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Transaction } from "../../platform/database/database.ts";
import { openApi } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { waitForLock } from "../../testing/database/wait-for-lock.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { readEvents } from "../../testing/harness/traces.ts";
import { createInvoice } from "../billing/fixtures.ts";
import { invoiceExamples } from "../billing/invoices/examples.ts";
import { createFacility, createRetrievalRequest } from "../medical/fixtures.ts";
import { createNamedContact } from "./parties/fixtures.ts";
import { createAttorney } from "./transitions/fixtures.ts";
import { createTag } from "./tags/fixtures.ts";

/** Two at once: one transaction is held open here while a request waits for it. */
let server: TestServer;
let tenant: TestTenant;
let watcher: Client;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  watcher = await server.connectOwner();
});
afterAll(() => server.close(1000));

const call = (...[method, path, body]: Parameters<ReturnType<typeof openApi>["change"]>) =>
  openApi(server, tenant.secret).change(method, path, body);
const expectStatus = ({ status, text }: Reply, wanted: number) => expect(status, text).toBe(wanted);

async function countDeadlocks(): Promise<number> {
  const { rows } = await watcher.query<{ deadlocks: string }>(
    "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()",
  );
  return Number(rows[0]?.deadlocks);
}

/** Requests that begin, and wait, while a transaction of the firm has done something and is not committed. */
async function during(
  work: (transaction: Transaction) => Promise<unknown>,
  ...requests: (() => Promise<Reply>)[]
): Promise<Reply[]> {
  const replies = await tenant.inside(async (transaction) => {
    await work(transaction);
    const begun = requests.map((request) => request());
    await waitForLock(watcher, requests.length);
    return { begun };
  });
  return Promise.all(replies.begun);
}

const takeCaseLock = (caseId: string, lock: "SHARE" | "NO KEY UPDATE") => (transaction: Transaction) =>
  sql`SELECT FROM "Case" WHERE id = ${caseId} FOR ${lock === "SHARE" ? sql`SHARE` : sql`NO KEY UPDATE`}`.execute(
    transaction,
  );

const change = (caseId: string, values: object) => (transaction: Transaction) =>
  transaction.updateTable("Case").set(values).where("id", "=", caseId).execute();

describe("a write below a case waits for a concurrent change of the case", () => {
  const writes: [string, (caseId: string) => Promise<() => Promise<Reply>>][] = [
    [
      "an invoice",
      async (caseId) => () => call("POST", `/cases/${caseId}/invoices`, invoiceExamples["cases.invoices.create"].body),
    ],
    ["a folder", async (caseId) => () => call("POST", `/cases/${caseId}/folders`, { name: "Records" })],
    [
      "an intake answer",
      async (caseId) => () => call("PUT", `/cases/${caseId}/survey-details/fault`, { value: "yes" }),
    ],
    [
      "a party",
      async (caseId) => {
        const contactId = await createNamedContact(tenant, "Mercy");
        return () => call("POST", `/cases/${caseId}/parties`, { contactId, role: "witness", side: "neutral" });
      },
    ],
    [
      "a facility",
      async (caseId) => {
        const contactId = await createNamedContact(tenant, "Mercy");
        return () => call("POST", `/cases/${caseId}/medical-facilities`, { contactId, facilityType: "hospital" });
      },
    ],
  ];

  test.each(writes)("%s is rejected when the case is archived or deleted meanwhile", async (_, prepare) => {
    const { caseId } = await createCase(tenant);
    const write = await prepare(caseId);
    const [archived] = await during(change(caseId, { matterStatus: "archived", matterStage: "closed" }), write);
    expect(archived?.body).toMatchObject({ success: false, code: "INVALID_STATE_TRANSITION" });
    const other = (await createCase(tenant)).caseId;
    const [deleted] = await during(change(other, { deletedAt: new Date().toISOString() }), await prepare(other));
    expect(deleted?.body).toMatchObject({ success: false, code: "NOT_FOUND", error: "Case not found" });
  });

  test.each([writes[0], writes[4]].flatMap((each) => (each === undefined ? [] : [each])))(
    "%s gets the new client when the case's client is merged meanwhile",
    async (noun, prepare) => {
      const { caseId } = await createCase(tenant);
      const { clientId } = await createCase(tenant);
      const [reply] = await during(change(caseId, { plaintiffId: clientId }), await prepare(caseId));
      expect(reply?.status, reply?.text).toBe(201);
      const table = noun === "an invoice" ? "Invoice" : "MedicalFacility";
      const rows = await tenant.inside((transaction) =>
        transaction.selectFrom(table).select("clientId").where("caseId", "=", caseId).execute(),
      );
      expect(rows).toEqual([{ clientId }]);
    },
  );

  test("two writes below the same case do not block each other", async () => {
    const { caseId } = await createCase(tenant);
    await tenant.inside(async (transaction) => {
      await takeCaseLock(caseId, "SHARE")(transaction);
      expectStatus(await call("POST", `/cases/${caseId}/folders`, { name: "Records" }), 201);
    });
  });
});

describe("gates", () => {
  const close = (caseId: string) => () =>
    call("POST", `/cases/${caseId}/transitions`, { toStatus: "closed", reason: "Done" });
  const remove = (caseId: string) => () => call("DELETE", `/cases/${caseId}`);

  test.each([
    ["closed", close, "draft", /no_open_balance/],
    ["deleted", remove, "paid", /invoices that are not paid/],
  ])("a case is not %s while an invoice of it is being created", async (_, act, status, rejection) => {
    const { caseId, invoiceId } = await createInvoice(tenant, { status, totalCents: 0, subtotalCents: 0 });
    const [reply] = await during(async (transaction) => {
      await takeCaseLock(caseId, "SHARE")(transaction);
      await transaction.updateTable("Invoice").set({ status: "sent" }).where("id", "=", invoiceId).execute();
    }, act(caseId));
    expect(reply?.body).toMatchObject({ code: "INVALID_STATE_TRANSITION", error: expect.stringMatching(rejection) });
  });

  test("sending an invoice and creating or transitioning a retrieval request wait for a gate check", async () => {
    const { caseId, invoiceId } = await createInvoice(tenant);
    const request = await createRetrievalRequest(tenant, { status: "rejected" });
    const facility = await createFacility(tenant);
    const send = () => call("POST", `/invoices/${invoiceId}/transitions`, { status: "sent" });
    const move = () =>
      call("POST", `/retrieval-requests/${request.requestId}/transitions`, {
        toStatus: "cancelled",
        reason: "Given up",
      });
    const draft = () =>
      call("POST", `/cases/${facility.caseId}/retrieval-requests`, {
        facilityId: facility.facilityId,
        requestType: "records",
      });
    const replies = await during(
      async (transaction) => {
        for (const id of [caseId, request.caseId, facility.caseId])
          await takeCaseLock(id, "NO KEY UPDATE")(transaction);
      },
      send,
      move,
      draft,
    );
    expect(
      replies.map(({ status }) => status),
      replies.map(({ text }) => text).join(),
    ).toEqual([200, 200, 201]);
  });

  test("an invoice of a deleted case cannot be sent; one of an archived case can", async () => {
    const { caseId, invoiceId } = await createInvoice(tenant);
    await tenant.inside(change(caseId, { deletedAt: new Date().toISOString() }));
    expectStatus(await call("POST", `/invoices/${invoiceId}/transitions`, { status: "sent" }), 404);
    const other = await createInvoice(tenant);
    await tenant.inside(change(other.caseId, { matterStatus: "archived", matterStage: "closed" }));
    expectStatus(await call("POST", `/invoices/${other.invoiceId}/transitions`, { status: "sent" }), 200);
  });

  test("two concurrent first settings of a stage's gates: the second one updates the first", async () => {
    const put = (gates: string[]) => () => call("PUT", "/case-stage-gates/discovery", { gates });
    const own = await createTenant(server.services.database);
    const { secret } = own;
    const first = openApi(server, secret);
    const replies = await own.inside(async (transaction) => {
      // The first of the two, as the operation writes it.
      await transaction
        .insertInto("CaseStageGate")
        .values({
          organizationId: own.organizationId,
          id: "csg_first",
          stage: "discovery",
          caseType: "",
          gates: ["incident_dated"],
        })
        .execute();
      const begun = first.change("PUT", "/case-stage-gates/discovery", { gates: ["retainer_signed"] });
      await waitForLock(watcher);
      return { begun };
    });
    expect(readRecord((await replies.begun).body, "stageGate")).toMatchObject({
      id: "csg_first",
      gates: ["retainer_signed"],
      revision: 2,
    });
    const [event] = await readEvents(own);
    expect(event?.diff).toMatchObject({ gates: { from: ["incident_dated"], to: ["retainer_signed"] } });
    expectStatus(await put([])(), 200);
  });
});

describe("concurrent changes of one case run one after another", () => {
  test("assigning an attorney, setting tags, updating and transitioning all succeed without deadlock", async () => {
    const { caseId } = await createCase(tenant);
    await createTag(tenant, "In line");
    const attorneyId = await createAttorney(tenant);
    const before = await countDeadlocks();
    const replies = await during(
      takeCaseLock(caseId, "SHARE"),
      () => call("PUT", `/cases/${caseId}/tags`, { tags: ["In line"] }),
      () => call("POST", `/cases/${caseId}/attorneys`, { attorneyId, role: "lead" }),
      () => call("PATCH", `/cases/${caseId}`, { title: "In line" }),
      () => call("POST", `/cases/${caseId}/transitions`, { toStage: "treatment" }),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await countDeadlocks()).toBe(before);
    const { body } = await openApi(server, tenant.secret).get(`/cases/${caseId}`);
    expect(readRecord(body, "case")).toMatchObject({
      title: "In line",
      attorneyId,
      matterStage: "treatment",
      tags: [{ name: "In line" }],
    });
  });

  test("renaming an attorney while assigning them to a case does not deadlock", async () => {
    const { organizationId, attorneyId } = tenant;
    const { caseId } = await createCase(tenant);
    await tenant.inside((transaction) =>
      transaction.insertInto("CaseAttorney").values({ organizationId, caseId, attorneyId, role: "trial" }).execute(),
    );
    const before = await countDeadlocks();
    const { begun } = await tenant.inside(async (transaction) => {
      await sql`SELECT FROM "Member" WHERE id = ${attorneyId} FOR NO KEY UPDATE`.execute(transaction);
      const requests = [
        call("PATCH", `/cases/${caseId}`, { attorneyId }),
        call("POST", `/cases/${caseId}/attorneys`, { attorneyId, role: "of_counsel" }),
      ];
      await waitForLock(watcher, requests.length);
      await transaction.updateTable("Member").set({ firstName: "Adele" }).where("id", "=", attorneyId).execute();
      return { begun: requests };
    });
    for (const reply of await Promise.all(begun)) expectStatus(reply, 200);
    expect(await countDeadlocks()).toBe(before);
  });

  test("renaming a tag while a case's tags are replaced does not deadlock", async () => {
    const { caseId } = await createCase(tenant);
    const tagId = await createTag(tenant, "Old name");
    await tenant.inside((transaction) =>
      transaction.insertInto("CaseTag").values({ organizationId: tenant.organizationId, caseId, tagId }).execute(),
    );
    const before = await countDeadlocks();
    // As PUT …/tags does it: the case, then the tag.
    const reply = await tenant.inside(async (transaction) => {
      await takeCaseLock(caseId, "NO KEY UPDATE")(transaction);
      const renaming = call("PATCH", `/tags/${tagId}`, { name: "New name" });
      await waitForLock(watcher);
      await sql`SELECT FROM "Tag" WHERE id = ${tagId} FOR KEY SHARE`.execute(transaction);
      return { renaming };
    });
    expectStatus(await reply.renaming, 200);
    const both = await Promise.all([
      call("PUT", `/cases/${caseId}/tags`, { tags: ["new name"] }),
      call("PATCH", `/tags/${tagId}`, { color: "#111111" }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await countDeadlocks()).toBe(before);
  });

  test("a tag deleted meanwhile is rejected as unknown", async () => {
    const { caseId } = await createCase(tenant);
    const tagId = await createTag(tenant, "Gone soon");
    const [reply] = await during(
      async (transaction) => {
        await sql`SELECT FROM "Tag" WHERE id = ${tagId} FOR UPDATE`.execute(transaction);
        await transaction
          .updateTable("Tag")
          .set({ deletedAt: new Date().toISOString() })
          .where("id", "=", tagId)
          .execute();
      },
      () => call("PUT", `/cases/${caseId}/tags`, { tags: ["Gone soon"] }),
    );
    expect(reply?.body).toMatchObject({ code: "VALIDATION_FAILED", error: expect.stringMatching(/tags\.0/) });
  });

  test("renaming a case and its client concurrently makes both new names searchable, and no old one", async () => {
    const { caseId, clientId } = await createCase(tenant, { title: "Previously" });
    const [reply] = await during(change(caseId, { title: "Zweite" }), () =>
      call("PATCH", `/clients/${clientId}`, { lastName: "Quartermain" }),
    );
    expect(reply?.status, reply?.text).toBe(200);
    const find = async (words: string) =>
      ((await openApi(server, tenant.secret).get(`/cases?q=${words}`)).body["cases"] as { id: string }[]).map(
        ({ id }) => id,
      );
    expect([await find("zweite%20quartermain"), await find("previously")]).toEqual([[caseId], []]);
  });
});
