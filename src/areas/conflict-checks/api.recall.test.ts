import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createId } from "../../platform/database/ids.ts";
import { isFullExtent } from "../../testing/harness/extent.ts";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import { createTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { generateNames, generateVariants, type NameVariant } from "./fixtures.names.ts";
import type { ConflictMatch } from "./schema.ts";

const size = isFullExtent ? { names: 20_000, variants: 2_000 } : { names: 600, variants: 90 };

let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server.close(1000));

interface Tally {
  searched: number;
  found: number;
  foundFirst: number;
  isHigh: number;
}

/** Past the triggers, which take minutes for all of them, with the keys that they would write. */
async function insertContacts(ownerUrl: string, organizationId: string, rows: readonly object[]): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query("SET session_replication_role = replica");
    await owner.query(
      `INSERT INTO "Contact" ("organizationId", id, type, name, "firstName", "lastName", "companyName")
       SELECT $1, c.* FROM jsonb_to_recordset($2::jsonb) AS c (id text, type text, name text, "firstName" text, "lastName" text, "companyName" text)`,
      [organizationId, JSON.stringify(rows)],
    );
    await owner.query(
      `INSERT INTO "NameKey" ("organizationId", entity, key, "recordId")
       SELECT DISTINCT c."organizationId", 'contact', key, c.id FROM "Contact" c, unnest(name_keys(ARRAY[c.name], NULL)) AS key WHERE c."organizationId" = $1`,
      [organizationId],
    );
  } finally {
    await owner.end();
  }
}

/** Counts how many variants find their name, and how much else is found with it. */
test("variants of names find the name, and little else", { timeout: 900_000 }, async () => {
  const tenant = await createTenant(server.services.database);
  const names = generateNames(size.names);
  const rows = names.map(({ firstName, lastName, isCompany }) => ({
    id: createId("contact"),
    type: isCompany ? "company" : "person",
    name: `${firstName} ${lastName}`.trim(),
    ...(isCompany ? { companyName: lastName } : { firstName, lastName }),
  }));
  await insertContacts(server.ownerUrl, tenant.organizationId, rows);
  const variants = generateVariants(names, size.variants);
  const tallies = new Map<string, Tally>();
  const missed: NameVariant[] = [];
  const listed = { high: 0, medium: 0, low: 0, right: { high: 0, medium: 0, low: 0 } };
  let cut = 0;
  for (let start = 0; start < variants.length; start += 20) {
    const group = variants.slice(start, start + 20);
    const body = { terms: group.map(({ text }) => ({ name: text })) };
    for (const [index, variant] of group.entries()) {
      const reply = readBody<{ matches: ConflictMatch[]; isCut: boolean }>(
        await openApi(server, tenant.secret).change("POST", "/conflict-checks/search", { terms: [body.terms[index]] }),
      );
      const wanted = rows[variant.of]?.id;
      const hit = reply.matches.find(({ entityId }) => entityId === wanted);
      const tally = tallies.get(variant.kind) ?? { searched: 0, found: 0, foundFirst: 0, isHigh: 0 };
      tallies.set(variant.kind, {
        searched: tally.searched + 1,
        found: tally.found + Number(hit !== undefined),
        foundFirst: tally.foundFirst + Number(hit !== undefined && hit.matchScore === reply.matches[0]?.matchScore),
        isHigh: tally.isHigh + Number(hit?.matchBand === "high"),
      });
      if (hit === undefined) missed.push(variant);
      cut += Number(reply.isCut);
      for (const { matchBand, entityId } of reply.matches) {
        if (matchBand === null) continue;
        listed[matchBand] += 1;
        listed.right[matchBand] += Number(entityId === wanted);
      }
    }
  }
  const total = [...tallies.values()].reduce(
    (sum, each) => ({ searched: sum.searched + each.searched, found: sum.found + each.found }),
    { searched: 0, found: 0 },
  );
  const recall = total.found / total.searched;
  const precision = listed.right.high / listed.high;
  if (process.env["CASEPORT_SHOW_RECALL"] !== undefined) {
    console.table(Object.fromEntries(tallies));
    console.log({
      recall,
      precision,
      listed,
      cut,
      missed: missed.slice(0, 40).map(({ kind, of, text }) => [kind, rows[of]?.name, text]),
    });
  }
  // A sound of a common surname may have more records than are looked at: the response says so.
  expect(cut / variants.length).toBeLessThanOrEqual(0.01);
  expect(recall).toBeGreaterThanOrEqual(0.97);
  expect(precision).toBeGreaterThanOrEqual(0.9);
  // Each result of a check has to be decided: others with the same surname are few.
  expect(listed.low / variants.length).toBeLessThanOrEqual(10);
});
