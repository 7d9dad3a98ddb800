import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCheck } from "../../areas/conflict-checks/fixtures.ts";
import { createContact, createParty, createRelationship } from "../../areas/contacts/fixtures.ts";
import { listContactCaseRows } from "../../areas/cases/contacts/store.list.ts";
import { describeRecords } from "../../areas/conflict-checks/store.records.ts";
import { decideResult, findCheck, findResult, insertCheck, listCheckRows, listResults, updateCheck } from "../../areas/conflict-checks/store.ts";
import { findReferences, listReferringContacts, lockReferences, repointReferences } from "../../areas/contacts/store.references.ts";
import {
  countRelationshipRows,
  giveRelationships,
  insertRelationship,
  listRelationshipRows,
  removeRelationship,
  removeRelationshipsOf,
} from "../../areas/contacts/relationships/store.ts";
import { findByProviderIdentifier, findHits } from "../../areas/conflict-checks/store.search.ts";
import {
  findContact,
  findContacts,
  lockContactsForShare,
  insertContact,
  listContactRows,
  lockContacts,
  markMerged,
  replaceLines,
  updateContactRow,
} from "../../areas/contacts/store.ts";
import { commonSorts, readSortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import { createId } from "../../platform/database/ids.ts";
import type { Context } from "../../rpc/context.ts";
import { createCase } from "../harness/tenant.ts";
import type { TestTenant } from "../harness/tenant.ts";
import { isFound, openTenancyHarness } from "./two-tenants.ts";
import type { TenancyHarness } from "./two-tenants.ts";

/** A contact that another one belongs to and that is a party of a case, and a conflict check. */
interface Records {
  contactId: string;
  otherId: string;
  relationshipId: string;
  caseId: string;
  clientId: string;
  npi: string;
  checkId: string;
  resultId: string;
}

let harness: TenancyHarness<Records>;
let made = 0;

async function fill(tenant: TestTenant): Promise<Records> {
  made += 1;
  const npi = `123456789${made}`;
  const contactId = await createContact(tenant, { npi, companyName: "Acme Insurance" });
  const otherId = await createContact(tenant, { name: "Best Insurance", companyId: contactId });
  const relationshipId = await createRelationship(tenant, contactId, otherId);
  const { caseId, clientId } = await createCase(tenant);
  await createParty(tenant, caseId, contactId);
  const { checkId, resultId } = await createCheck(tenant);
  return { contactId, otherId, relationshipId, caseId, clientId, npi, checkId, resultId };
}

beforeAll(async () => {
  harness = await openTenancyHarness(fill);
});
afterAll(() => harness.close());

/** The first page of a list, as its domain would ask for it. */
async function firstPage<Row extends { id: string }>(context: Context, alias: string, read: (page: SortedPage) => Promise<Row[]>): Promise<Row[]> {
  const { organizationId, installationKeys } = context;
  return (await readSortedPage({ organizationId, installationKeys, name: "test", alias, sorts: commonSorts }, { limit: 50, sort: "newest" }, read)).rows;
}

/** Does something that answers nothing, and then says what of the row differs now. */
const after = async (act: Promise<unknown>, look: () => Promise<unknown>): Promise<unknown> => {
  await act;
  return look();
};

const functions: Record<string, (context: Context, records: Records) => Promise<unknown>> = {
  lockContactsForShare: (context, { contactId }) => lockContactsForShare(context, [contactId]),
  findContact: (context, { contactId }) => findContact(context, contactId),
  findContacts: (context, { contactId }) => findContacts(context, [contactId]),
  lockContacts: (context, { contactId }) => lockContacts(context, [contactId], "removal"),
  updateContactRow: (context, { contactId }) => updateContactRow(context, contactId, { jobTitle: "Changed" }),
  markMerged: (context, { contactId, otherId }) =>
    after(markMerged(context, contactId, otherId), () => context.transaction.selectFrom("Contact").select("id").where("id", "=", contactId).where("deletedAt", "is not", null).execute()),
  replaceLines: (context, { contactId }) =>
    after(replaceLines(context, contactId, { emails: [] }), async () => {
      const left = await context.transaction.selectFrom("ContactEmail").select("contactId").where("contactId", "=", contactId).execute();
      return left.length === 0;
    }),
  findReferences: (context, { contactId }) => findReferences(context, contactId),
  listReferringContacts: (context, { contactId }) => listReferringContacts(context, contactId, 10),
  lockReferences: async (context, { contactId }) => [...(await lockReferences(context, contactId, 10)).values()].flat(),
  countRelationshipRows: async (context, { contactId }) => (await countRelationshipRows(context, contactId, 10)) > 0,
  repointReferences: (context, { contactId, otherId }) =>
    after(repointReferences(context, contactId, otherId).catch(() => undefined), () =>
      context.transaction.selectFrom("CaseParty").select("id").where("contactId", "=", otherId).execute(),
    ),
  removeRelationship: (context, { contactId, relationshipId }) => removeRelationship(context, contactId, relationshipId),
  removeRelationshipsOf: (context, { contactId }) => removeRelationshipsOf(context, contactId),
  findByProviderIdentifier: (context, { npi }) => findByProviderIdentifier(context, npi),
  "describeRecords, client": (context, { clientId }) => describeRecords(context, "client", [clientId], 10),
  "describeRecords, contact": (context, { contactId }) => describeRecords(context, "contact", [contactId], 10),
  "describeRecords, party": (context, { contactId }) => describeRecords(context, "party", [contactId], 10),
  findCheck: (context, { checkId }) => findCheck(context, checkId, "lock"),
  listResults: (context, { checkId }) => listResults(context, checkId),
  findResult: (context, { checkId, resultId }) => findResult(context, checkId, resultId),
  updateCheck: (context, { checkId }) => updateCheck(context, checkId, { note: "Changed" }),
  decideResult: (context, { resultId }) =>
    after(decideResult(context, resultId, { decision: "potential", note: null }), () =>
      context.transaction.selectFrom("ConflictResult").select("id").where("id", "=", resultId).where("decision", "=", "potential").execute(),
    ),
  listRelationshipRows: (context, { contactId }) => firstPage(context, "r", (page) => listRelationshipRows(context, contactId, page, undefined)),
  listContactCaseRows: (context, { contactId }) => firstPage(context, "k", (page) => listContactCaseRows(context, contactId, page, true, undefined)),
};

describe("the first wall: store functions of contacts filter by themselves, without row-level security", () => {
  test.each(Object.entries(functions))("%s", async (_, call) => {
    expect(isFound(await harness.ask((context) => call(context, harness.ours)))).toBe(true);
    expect(isFound(await harness.ask((context) => call(context, harness.theirs)))).toBe(false);
  });

  test("what takes no id shows the own organization's alone", async () => {
    const { ours, ask } = harness;
    const contacts = (await ask((context) => firstPage(context, "c", (page) => listContactRows(context, page, { role: "insurer", words: ["acme"] })))) as { id: string }[];
    expect(contacts.map(({ id }) => id)).toEqual([ours.otherId, ours.contactId]);
    const checks = (await ask((context) => firstPage(context, "c", (page) => listCheckRows(context, page, {})))) as { id: string }[];
    expect(checks.map(({ id }) => id)).toEqual([ours.checkId]);
    const probes = [
      { term: 0, on: "name", name: "Acme Insurance", key: null },
      { term: 0, on: "email", name: null, key: "claims@acme.example" },
      { term: 0, on: "phone", name: null, key: "+15125550111" },
    ] as const;
    const hits = (await ask((context) => findHits(context, "contact", probes, 50))) as { id: string }[];
    expect(new Set(hits.map(({ id }) => id))).toEqual(new Set([ours.contactId, ours.otherId]));
  });

  test("what is written is the own organization's", async () => {
    const { ours, ask } = harness;
    const { organizationId } = ours;
    const id = createId("contact");
    const written = await ask(async (context) => {
      await insertContact(context, { id, type: "company", name: "New" });
      await insertRelationship(context, { id: createId("contactRelationship"), contactId: id, type: "represents", relatedContactId: ours.contactId });
      await giveRelationships(context, [{ id: createId("contactRelationship"), contactId: id, type: "partner_of", relatedContactId: ours.contactId }]);
      await insertCheck(context, { id: createId("conflictCheck"), status: "completed", terms: "[]", requestedBy: "{}" }, []);
      const { transaction } = context;
      return [
        ...(await transaction.selectFrom("Contact").select("organizationId").where("id", "=", id).execute()),
        ...(await transaction.selectFrom("ContactRelationship").select("organizationId").where("contactId", "=", id).execute()),
      ];
    });
    expect(written).toEqual([{ organizationId }, { organizationId }, { organizationId }]);
  });
});
