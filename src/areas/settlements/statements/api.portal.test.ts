import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createDocument } from "../../documents/fixtures.records.ts";
import { signInMember } from "../../team/fixtures.ts";
import { createStatement } from "./fixtures.ts";

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const offerAs = async (role: string, statementId: string, of = tenant) =>
  (await signInMember(server, of, { role })).portal.mutate<{ url: string }>("settlementStatements.offerFile", {
    statementId,
  });

test("a statement's PDF is downloaded by members who view settlements and documents, and each download is recorded", async () => {
  const { statementId, caseId } = await createStatement(tenant);
  expect((await offerAs("attorney", statementId)).error?.data.code).toBe("INVALID_STATE_TRANSITION");
  const { documentId } = await createDocument(tenant, { caseId });
  await changeRow(tenant, "SettlementStatement", statementId, { documentId });
  expect((await offerAs("attorney", statementId)).data.url).toMatch(/\/api\/files\/./);
  const entries = await tenant.inside((transaction) =>
    transaction
      .selectFrom("AuditEntry")
      .select("action")
      .where("entity", "=", "document")
      .where("entityId", "=", documentId)
      .execute(),
  );
  expect(entries).toEqual([{ action: "settlementStatements.offerFile" }]);
  expect((await offerAs("trust_accountant", statementId)).error?.data.code).toBe("FORBIDDEN");
  expect((await offerAs("billing", statementId)).error?.data.code).toBe("FORBIDDEN");
  const other = await createTenant(server.services.database);
  expect((await offerAs("attorney", statementId, other)).error?.data.code).toBe("NOT_FOUND");
});

test("the statements of a settlement are listed by share and version; of another firm's none", async () => {
  const { statementId, settlementId, shareId } = await createStatement(tenant, { version: 2 });
  const listAs = async (role: string, of = tenant) =>
    (await signInMember(server, of, { role })).portal.query<{ settlement: { statements: object[] } }>(
      "settlements.get",
      { settlementId },
    );
  expect((await listAs("trust_accountant")).data.settlement.statements).toEqual([
    { id: statementId, shareId, version: 2, status: "draft", isStale: false },
  ]);
  expect((await listAs("billing")).error?.data.code).toBe("FORBIDDEN");
  const other = await createTenant(server.services.database);
  expect((await listAs("attorney", other)).error?.data.code).toBe("NOT_FOUND");
});
