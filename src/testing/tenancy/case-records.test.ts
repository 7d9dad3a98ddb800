import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaseRecords } from "../../areas/cases/custom-fields/fixtures.ts";
import { createTag } from "../../areas/cases/tags/fixtures.ts";
import { changeDefinition, findDefinition, findDefinitions, findNamed, listDefinitionRows } from "../../areas/cases/custom-fields/store.ts";
import { changeParty, findParty, listPartyRows, softDeleteParty } from "../../areas/cases/parties/store.ts";
import { findParties, findPlaintiffs, findPolicies } from "../../areas/cases/store.snapshots.ts";
import { changePolicy, findPolicy, listPolicyRows, softDeletePolicy } from "../../areas/cases/policies/store.ts";
import { changeTag, findTag, lockTagsByNameForKeyShare, isTagUsed, listTagRows, replaceCaseTags } from "../../areas/cases/tags/store.ts";
import { commonSorts, readSortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../rpc/context.ts";
import { isFound, openTenancyHarness } from "./two-tenants.ts";
import type { TenancyHarness } from "./two-tenants.ts";

/** The first wall of what belongs to a case: what each store function says of another organization's records, without row-level security. */
type Records = Awaited<ReturnType<typeof createCaseRecords>> & { tagId: string; tagName: string };

let harness: TenancyHarness<Records>;

beforeAll(async () => {
  harness = await openTenancyHarness(async (tenant) => {
    const records = await createCaseRecords(tenant);
    const tagName = `Tag of ${tenant.organizationId}`;
    const tagId = await createTag(tenant, tagName);
    const { organizationId } = tenant;
    await tenant.inside((transaction) => transaction.insertInto("CaseTag").values({ organizationId, caseId: records.caseId, tagId }).execute());
    return { ...records, tagId, tagName };
  });
});
afterAll(() => harness.close());

/** A list's first page. */
const page = (context: Context, alias: string, read: (page: SortedPage) => Promise<{ id: string }[]>) =>
  readSortedPage({ organizationId: context.organizationId, installationKeys: context.installationKeys, name: "x", alias, sorts: commonSorts }, { limit: 10, sort: "newest" }, read).then(({ rows }) => rows);

const functions: Record<string, (context: Context, records: Records) => Promise<unknown>> = {
  findParty: (context, { caseId, partyId }) => findParty(context, caseId, partyId, "lock"),
  listPartyRows: (context, { caseId }) => page(context, "p", (given) => listPartyRows(context, caseId, {}, given)),
  changeParty: (context, { partyId }) => changeParty(context, partyId, { notes: "Changed" }),
  softDeleteParty: (context, { partyId }) => softDeleteParty(context, partyId),
  findParties: (context, { partyId }) => findParties(context, [partyId]),
  findPolicies: (context, { policyId }) => findPolicies(context, [policyId]),
  findPlaintiffs: async (context, { caseId }) => [...(await findPlaintiffs(context, [caseId]))],
  findPolicy: (context, { caseId, policyId }) => findPolicy(context, caseId, policyId, "lock"),
  listPolicyRows: (context, { caseId }) => page(context, "p", (given) => listPolicyRows(context, caseId, {}, given)),
  changePolicy: (context, { policyId }) => changePolicy(context, policyId, { notes: "Changed" }),
  softDeletePolicy: (context, { policyId }) => softDeletePolicy(context, policyId),
  findTag: (context, { tagId }) => findTag(context, tagId, "remove"),
  listTagRows: (context, { tagId }) => page(context, "t", (given) => listTagRows(context, undefined, given)).then((rows) => rows.filter(({ id }) => id === tagId)),
  changeTag: (context, { tagId }) => changeTag(context, tagId, "delete"),
  isTagUsed: (context, { tagId }) => isTagUsed(context, tagId),
  lockTagsByNameForKeyShare: (context, { tagName }) => lockTagsByNameForKeyShare(context, [tagName]),
  "replaceCaseTags, of none": async (context, { caseId }) => {
    await replaceCaseTags(context, caseId, []);
    const left = await context.transaction.selectFrom("CaseTag").select("tagId").where("caseId", "=", caseId).execute();
    return left.length === 0;
  },
  findDefinitions: (context, { key }) => findDefinitions(context, "case", [key]),
  findDefinition: (context, { definitionId }) => findDefinition(context, definitionId, "lock"),
  listDefinitionRows: (context, { definitionId }) =>
    page(context, "d", (given) => listDefinitionRows(context, {}, given)).then((rows) => rows.filter(({ id }) => id === definitionId)),
  changeDefinition: (context, { definitionId }) => changeDefinition(context, definitionId, { label: "Changed" }),
  findNamed: (context, { caseId }) => findNamed(context, "case", [caseId]),
};

test.each(Object.entries(functions))("%s", async (_, call) => {
  expect(isFound(await harness.ask((context) => call(context, harness.ours)))).toBe(true);
  expect(isFound(await harness.ask((context) => call(context, harness.theirs)))).toBe(false);
});
