import { sql } from "kysely";
import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { explainRead } from "../../testing/database/explain.ts";
import { createLead } from "../leads/fixtures.ts";
import { selectAnswers, type AnswerOwner } from "./answers/store.ts";

// The lists are held to their indexes by src/testing/conformance/lists.test.ts; this is what it cannot see: a group within one case's many answers.

const total = 4_000;

let server: TestServer;
let owner: Client;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

test.each(["case", "lead"] as const)(
  "a group of a %s's answers is read by an index, sorted by accessor, without reading the others",
  async (kind) => {
    const id = kind === "case" ? (await createCase(tenant)).caseId : await createLead(tenant);
    await owner.query(
      `INSERT INTO "IntakeAnswer" ("organizationId", id, "${kind}Id", accessor, value)
     SELECT $1, '${kind}_ans_' || n, $2, 'group' || n % 100 || '.question' || n, 'x' FROM generate_series(1, $3::integer) n`,
      [tenant.organizationId, id, total],
    );
    await owner.query(`ANALYZE "IntakeAnswer"`);
    const of: AnswerOwner = { kind, id };
    const page = { after: sql<boolean>`true`, order: sql`a.accessor, a.id`, limit: 21 };
    const { read, scans } = await explainRead(
      server,
      tenant,
      selectAnswers(tenant, of, { accessorPrefix: "group7." }, page),
    );
    expect(scans.filter(({ node }) => node === "Seq Scan")).toEqual([]);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThanOrEqual(2 * 40);
  },
);
