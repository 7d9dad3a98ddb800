import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createId } from "../../platform/database/ids.ts";
import { openApi } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { createFullCase, deleteCase, type FullCase } from "./fixtures.ts";

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const get = (caseId: string, headers: Record<string, string> = {}): Promise<Reply> =>
  openApi(server, tenant.secret).get(`/cases/${caseId}?includeDeleted=true`, headers);

async function readCase(caseId: string): Promise<Record<string, unknown>> {
  const reply = await get(caseId);
  expect(reply.status, reply.text).toBe(200);
  return readRecord(reply.body, "case");
}

/** The number in the ETag. */
async function readTag(caseId: string): Promise<number> {
  const { headers, body } = await get(caseId);
  const tag = Number(headers.etag?.slice(1, -1));
  expect(tag).toBe(Date.parse(String(readRecord(body, "case")["updatedAt"])));
  return tag;
}

function update(
  table: "Case" | "Client" | "Member" | "Tag" | "CaseAttorney",
  values: Record<string, unknown>,
  id: string,
  column = "id",
): Promise<unknown> {
  return tenant.inside((transaction) =>
    transaction.updateTable(table).set(values).where(sql.ref(column), "=", id).execute(),
  );
}

describe("200", () => {
  test("the case has every field", async () => {
    const { caseId, clientId } = await createFullCase(tenant);
    const found = await readCase(caseId);
    const names =
      "id sequenceId firstName lastName email phone city state zipCode description intakeNotes injuryDescription caseType subCaseType caseState " +
      "matterStage matterStatus caseSource caseMatchMode organizationId attorneyId plaintiffId externalId partnerId partnerName partnerResult " +
      "partnerPriceCents highValue vetted isCommercial trialBound caseScore projectedWinRate projectedFeeAmountCents estimatedSettlementMinCents " +
      "estimatedSettlementMaxCents settlementAmountCents recoveryAmountCents projectedSettlementDate projectedSettlementDateLabel " +
      "projectedSettlementDatePrecision estimatedTimeToResolution attorneyFeePercentage settlementDate recoveryDate dateOfIncident resolutionDate " +
      "caseMatchDate caseReviewedDate closedOn createdAt updatedAt deletedAt dateOfBirth plaintiff attorneys tags";
    for (const name of names.split(" ")) expect(Object.keys(found)).toContain(name);
    expect(found["plaintiff"]).toEqual({
      id: clientId,
      firstName: "Rosa",
      lastName: "Diaz",
      email: "rosa@example.com",
      phone: "555-0101",
      dateOfBirth: "1984-06-30",
      ssnFourDigits: "1234",
    });
    expect(found["attorneys"]).toEqual([
      {
        attorneyId: tenant.attorneyId,
        role: "lead",
        firstName: "Ada",
        lastName: "Counsel",
        email: "ada@firm.example",
        assignedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      },
    ]);
    expect(found["tags"]).toEqual([{ name: expect.stringMatching(/^tag /), color: "#b45309" }]);
  });

  test("amounts, dates and numbers are returned exactly as stored", async () => {
    const { caseId } = await createFullCase(tenant);
    const values = {
      settlementAmountCents: Number.MAX_SAFE_INTEGER,
      recoveryAmountCents: 0,
      attorneyFeePercentage: 33.33,
      projectedWinRate: 0.1,
      dateOfIncident: "2024-02-29",
      closedOn: "0099-01-01",
      settlementDate: "2026-03-14T15:09:26.535Z",
      projectedSettlementDatePrecision: "exact",
    };
    await update("Case", values, caseId);
    expect(await readCase(caseId)).toMatchObject(values);
  });

  test("a deleted case is shown with deletedAt on request", async () => {
    const { caseId } = await createFullCase(tenant);
    await deleteCase(tenant, caseId);
    expect((await readCase(caseId))["deletedAt"]).toMatch(/Z$/);
  });

  test("lists attorneys in order of assignment and tags by name", async () => {
    const { caseId } = await createFullCase(tenant);
    const { organizationId, attorneyId } = tenant;
    await tenant.inside(async (transaction) => {
      const role = { organizationId, caseId, attorneyId };
      await transaction
        .insertInto("CaseAttorney")
        .values({ ...role, role: "trial", assignedAt: "2020-01-01T00:00:00.000Z" })
        .execute();
      for (const name of ["b first", "a second"]) {
        const id = createId("tag");
        await transaction.insertInto("Tag").values({ organizationId, id, name, color: "#000000" }).execute();
        await transaction.insertInto("CaseTag").values({ organizationId, caseId, tagId: id }).execute();
      }
    });
    const found = await readCase(caseId);
    expect((found["attorneys"] as { role: string }[]).map(({ role }) => role)).toEqual(["trial", "lead"]);
    expect((found["tags"] as { name: string }[]).map(({ name }) => name.slice(0, 3))).toEqual(["a s", "b f", "tag"]);
  });
});

describe("the ETag strictly increases with every change of a shown field", () => {
  const changes: Record<string, (created: FullCase) => Promise<unknown>> = {
    "the case": ({ caseId }) => update("Case", { title: "Diaz v. Acme" }, caseId),
    "the client": ({ clientId }) => update("Client", { ssnFourDigits: "9999" }, clientId),
    "the client, through the API": ({ clientId }) =>
      openApi(server, tenant.secret).change("PATCH", `/clients/${clientId}`, { phone: "1" }),
    "an attorney's name": () => update("Member", { lastName: `Counsel ${Math.random()}` }, tenant.attorneyId),
    "an attorney's role": ({ caseId }) => update("CaseAttorney", { role: "trial" }, caseId, "caseId"),
    "an attorney less": ({ caseId }) =>
      tenant.inside((transaction) => transaction.deleteFrom("CaseAttorney").where("caseId", "=", caseId).execute()),
    "a tag's name": ({ tagId }) => update("Tag", { name: `renamed ${tagId}` }, tagId),
    "a tag's color": ({ tagId }) => update("Tag", { color: "#ffffff" }, tagId),
    "a tag less": ({ caseId }) =>
      tenant.inside((transaction) => transaction.deleteFrom("CaseTag").where("caseId", "=", caseId).execute()),
    "a deletion": ({ caseId }) => deleteCase(tenant, caseId),
  };

  test.each(Object.entries(changes))("%s", async (_, change) => {
    const created = await createFullCase(tenant);
    const before = await readTag(created.caseId);
    await change(created);
    expect(await readTag(created.caseId)).toBeGreaterThan(before);
    expect((await get(created.caseId, { "If-None-Match": `"${before}"` })).status).toBe(200);
  });

  test("fifty updates within a few milliseconds give fifty ETags", async () => {
    const { caseId } = await createFullCase(tenant);
    const tags: string[] = [];
    await tenant.inside(async (transaction) => {
      for (let index = 0; index < 50; index += 1) {
        const row = await transaction
          .updateTable("Case")
          .set({ title: `t${index}` })
          .where("id", "=", caseId)
          .returning("updatedAt")
          .executeTakeFirstOrThrow();
        tags.push(row.updatedAt);
      }
    });
    expect(tags).toEqual([...new Set(tags)].toSorted());
    expect(await readTag(caseId)).toBe(Date.parse(tags.at(-1) ?? ""));
  });

  test("an updatedAt sent by the caller cannot lower it", async () => {
    const { caseId } = await createFullCase(tenant);
    const before = await readTag(caseId);
    await update("Case", { updatedAt: "2001-01-01T00:00:00.000Z" }, caseId);
    expect(await readTag(caseId)).toBeGreaterThan(before);
  });

  test("a change to another client does not change it", async () => {
    const { caseId } = await createFullCase(tenant);
    const before = await readTag(caseId);
    await update("Client", { lastName: "Other" }, (await createFullCase(tenant)).clientId);
    expect(await readTag(caseId)).toBe(before);
  });
});
