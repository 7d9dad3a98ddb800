import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createContactAttempt, createLead } from "../../areas/leads/fixtures.ts";
import { findLookalikes, findResembled } from "../../areas/leads/duplicates/store.ts";
import { findLead, findLeads, findLiveLead, lockActiveMemberForShare, insertLead, listLeadRows, lockLead, lockLeads, updateLeadRow } from "../../areas/leads/store.ts";
import { insertAttempt, insertStatusChange, listAttemptRows, listStatusChangeRows } from "../../areas/leads/transitions/store.ts";
import { createId } from "../../platform/database/ids.ts";
import { commonSorts, readSortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../rpc/context.ts";
import { isFound, openTenancyHarness } from "./two-tenants.ts";
import type { TenancyHarness } from "./two-tenants.ts";

interface Records {
  leadId: string;
  /** That only this firm's lead has. */
  phoneE164: string;
}

let phones = 0;
let harness: TenancyHarness<Records>;

beforeAll(async () => {
  harness = await openTenancyHarness(async (tenant) => {
    phones += 1;
    const phoneE164 = `+1512555010${phones}`;
    const leadId = await createLead(tenant, { phoneE164, emailKey: `rosa${phones}@example.com`, phone: phoneE164, assignedToMemberId: tenant.attorneyId });
    await createContactAttempt(tenant, leadId);
    return { leadId, phoneE164 };
  });
});
afterAll(() => harness.close());

/** A first page of such a list. */
async function page(context: Context, alias: string, read: (page: SortedPage) => Promise<{ id: string }[]>): Promise<unknown[]> {
  const list = { organizationId: context.organizationId, installationKeys: context.installationKeys, name: "x", alias, sorts: commonSorts };
  return (await readSortedPage(list, { limit: 10, sort: "newest" }, read)).rows;
}

const likeness = ({ phoneE164 }: Records) => ({ phoneE164, emailKey: null });

/** Each finds or changes a record of the firm that it is given. */
const functions: Record<string, (context: Context, of: Records & { attorneyId: string }) => Promise<unknown>> = {
  findLead: (context, { leadId }) => findLead(context, leadId),
  findLeads: (context, { leadId }) => findLeads(context, [leadId]),
  lockLeads: (context, { leadId }) => lockLeads(context, [leadId]),
  lockLead: (context, { leadId }) => lockLead(context, leadId),
  findLiveLead: (context, { leadId }) => findLiveLead(context, leadId, "hold"),
  updateLeadRow: (context, { leadId }) => updateLeadRow(context, leadId, { score: 5 }, ["statusChangedAt"]),
  listLeadRows: (context, { phoneE164 }) => page(context, "l", (at) => listLeadRows(context, { phoneE164 }, at)),
  "listLeadRows by words": (context, { phoneE164 }) => page(context, "l", (at) => listLeadRows(context, { words: [phoneE164.slice(1)] }, at)),
  "listLeadRows by member": (context, { attorneyId }) => page(context, "l", (at) => listLeadRows(context, { assignedToMemberId: attorneyId }, at)),
  listStatusChangeRows: (context, { leadId }) => page(context, "h", (at) => listStatusChangeRows(context, leadId, at)),
  listAttemptRows: (context, { leadId }) => page(context, "a", (at) => listAttemptRows(context, leadId, at)),
  findResembled: (context, records) => findResembled(context, likeness(records), "motor_vehicle_accident"),
  findLookalikes: (context, records) => findLookalikes(context, { ...likeness(records), words: null }, 5),
  "findLookalikes by name": (context, records) => findLookalikes(context, { phoneE164: null, emailKey: null, words: [records.phoneE164.slice(1)] }, 5),
  lockActiveMemberForShare: (context, { attorneyId }) => lockActiveMemberForShare(context, attorneyId),
};

describe("past row-level security, the store's own filter still shows our firm alone", () => {
  test.each(Object.entries(functions))("%s", async (_, call) => {
    expect(isFound(await harness.ask((context) => call(context, harness.ours)))).toBe(true);
    expect(isFound(await harness.ask((context) => call(context, harness.theirs)))).toBe(false);
  });

  test("what is inserted is ours, and belongs to what is ours", async () => {
    const insertions: ((context: Context, leadId: string) => Promise<unknown>)[] = [
      (context, leadId) => insertAttempt(context, { id: createId("leadContactAttempt"), leadId, channel: "call", direction: "inbound", outcome: "busy" }),
      (context, leadId) => insertStatusChange(context, { id: createId("leadStatusChange"), leadId, toStatus: "spam", actor: "{}" }),
      (context, leadId) => insertLead(context, { id: createId("lead"), sequenceId: createId("lead"), possibleDuplicateOf: leadId }),
    ];
    for (const insert of insertions) {
      await harness.ask((context) => insert(context, harness.ours.leadId));
      await expect(harness.ask((context) => insert(context, harness.theirs.leadId))).rejects.toThrow(/foreign key/);
    }
  });
});
