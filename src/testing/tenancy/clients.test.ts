import { afterAll, beforeAll, expect, test } from "vitest";
import { createClientRow, createFullClient } from "../../areas/clients/fixtures.ts";
import { listMergedInto, lockReferences, repointReferences } from "../../workflows/merge-clients/store.ts";
import { deleteSsn, findSsn, upsertSsn } from "../../areas/clients/ssn/store.ts";
import { findClient, findClients, lockClientForShare, listClientRows, lockClient, lockClients, replaceTags, updateClientRow } from "../../areas/clients/store.ts";
import type { ClientFilter } from "../../areas/clients/store.ts";
import { commonSorts, readSortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../rpc/context.ts";
import { createCase } from "../harness/tenant.ts";
import type { TestTenant } from "../harness/tenant.ts";
import { isFound, openTenancyHarness } from "./two-tenants.ts";
import type { TenancyHarness } from "./two-tenants.ts";

/** The first wall of the area clients: what each store function says of another organization's client, without row-level security. */
type Records = { clientId: string; otherId: string; caseId: string };
type Firm = TestTenant & Records;

let harness: TenancyHarness<Records>;

beforeAll(async () => {
  harness = await openTenancyHarness(async (tenant) => {
    const clientId = await createFullClient(tenant);
    const { caseId } = await createCase(tenant);
    await tenant.inside((transaction) => transaction.updateTable("Case").set({ plaintiffId: clientId }).where("id", "=", caseId).execute());
    return { clientId, otherId: await createClientRow(tenant), caseId };
  });
});
afterAll(() => harness.close());

const everything: ClientFilter = { words: null, emailKey: null, phoneE164: null, tag: null, externalId: null, updatedSince: null };

/** How many rows of any organization a statement touched, as the superuser counts them afterwards in the same transaction. */
async function countAfter(context: Context, { organizationId }: Firm, work: () => Promise<unknown>, table: "ClientTag" | "ClientSsn" | "Client"): Promise<boolean> {
  const read = () => context.transaction.selectFrom(table).selectAll().where("organizationId", "=", organizationId).execute();
  const before = JSON.stringify(await read());
  await work();
  return JSON.stringify(await read()) !== before;
}

const functions: Record<string, (context: Context, tenant: Firm) => Promise<unknown>> = {
  findClient: (context, { clientId }) => findClient(context, clientId),
  findClients: (context, { clientId }) => findClients(context, [clientId]),
  listMergedInto: async (context, { clientId, otherId, organizationId }) => {
    await context.transaction.updateTable("Client").set({ mergedIntoClientId: clientId, deletedAt: new Date().toISOString() }).where("organizationId", "=", organizationId).where("id", "=", otherId).execute();
    return listMergedInto(context, clientId, 10);
  },
  lockReferences: async (context, { clientId }) => (await lockReferences(context, clientId, 10)).Case,
  lockClient: (context, { clientId }) => lockClient(context, clientId),
  lockClientForShare: (context, { clientId }) => lockClientForShare(context, clientId),
  updateClientRow: (context, { clientId }) => updateClientRow(context, clientId, { firstName: "Changed" }),
  findSsn: (context, { clientId }) => findSsn(context, clientId),
  deleteSsn: (context, tenant) => countAfter(context, tenant, () => deleteSsn(context, tenant.clientId), "ClientSsn"),
  "replaceTags, of none": (context, tenant) => countAfter(context, tenant, () => replaceTags(context, tenant.clientId, []), "ClientTag"),
  repointReferences: async (context, { clientId, otherId, caseId, organizationId }) => {
    await repointReferences(context, clientId, otherId);
    const row = await context.transaction.selectFrom("Case").select("plaintiffId").where("organizationId", "=", organizationId).where("id", "=", caseId).executeTakeFirst();
    return row?.plaintiffId === otherId;
  },
  "listClientRows, by tag": (context, tenant) =>
    readSortedPage(
      { organizationId: context.organizationId, installationKeys: context.installationKeys, name: "x", alias: "c", sorts: commonSorts },
      { limit: 10, sort: "newest" },
      (page) => listClientRows(context, { ...everything, tag: "newsletter" }, page),
    ).then(({ rows }) => rows.filter(({ organizationId }) => organizationId === tenant.organizationId)),
};

test.each(Object.entries(functions))("%s finds our own and not another organization's", async (_, work) => {
  expect(isFound(await harness.ask((context) => work(context, harness.ours)))).toBe(true);
  expect(isFound(await harness.ask((context) => work(context, harness.theirs)))).toBe(false);
});

test("a lock on another organization's client holds nothing", async () => {
  await harness.ask((context) => lockClients(context, [harness.theirs.clientId]));
  expect(await harness.ask((context) => lockClientForShare(context, harness.theirs.clientId))).toBe(false);
});

test("what is written of another organization's client is rejected by the foreign key", async () => {
  const sealed = { keyNumber: 0, sealed: Buffer.alloc(50) };
  await expect(harness.ask((context) => upsertSsn(context, harness.theirs.clientId, sealed))).rejects.toThrow(/foreign key/);
  await expect(harness.ask((context) => replaceTags(context, harness.theirs.clientId, ["x"]))).rejects.toThrow(/foreign key/);
});
