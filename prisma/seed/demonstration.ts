import { sql } from "kysely";
import { openDatabase } from "../../src/platform/database.ts";
import { createVault } from "../../src/platform/vault.ts";
import { buildAnswers, storyAccessor } from "./intake.ts";
import { buildCases } from "./cases.ts";
import { buildContacts } from "./contacts.ts";
import { buildFacilities } from "./facilities.ts";
import { buildFolders } from "./folders.ts";
import { buildInvoices } from "./invoices.ts";
import { buildRetrievalRequests } from "./retrieval.ts";
import { changeClients } from "./clients.ts";
import { startFirm, type Firm, type FirmCase } from "./firm.ts";
import { children, headquarters, headquartersId, manageIntegrations, unrelatedFirm, type FirmDefinition } from "./firms.ts";
import type { DemonstratedKey } from "./keys.ts";
import { completePeople, givePassword } from "./people.ts";
import type { DemonstratedPeople } from "./people.ts";
import { endOfOfficeDay } from "./random.ts";
import { buildRequests, insertRequests } from "./requests.ts";
import { insertFirmRows } from "./rows.ts";
import { buildWebhooks } from "./webhooks.ts";

/** The ids of one coherent story: everything belongs to the case. */
interface StoryIds {
  organizationId: string;
  attorneyId: string;
  caseId: string;
  clientId: string;
  folderId: string;
  facilityId: string;
  retrievalRequestId: string;
  invoiceDraftId: string;
  invoiceSentId: string;
  invoicePaidId: string;
  intakeAccessor: string;
}

/** What outside tools read in demo.json, secrets included. Source: issue 2, section 1. */
export interface DemonstrationSummary {
  baseUrl: string;
  keys: Record<DemonstratedKey | "otherOrganization", string>;
  ids: StoryIds;
  otherOrganization: Omit<StoryIds, "attorneyId" | "invoiceSentId" | "invoicePaidId" | "intakeAccessor">;
  portal: DemonstratedPeople;
}

interface SeedOptions {
  /** The application role's URL: row-level security holds for the seed too. */
  databaseUrl: string;
  baseUrl: string;
  /** The installation's own, which seals what is kept encrypted. */
  secret: string;
  /**
   * Called with the summary when every row is written but nothing is committed. Keep the secrets here: whoever is killed
   * before the commit has secrets of nothing and seeds anew, and nobody can have rows whose secrets are lost.
   * When it throws, nothing is seeded.
   */
  beforeCommit?: (summary: DemonstrationSummary) => Promise<void>;
}

/** Whether the demonstration is in the database, whole: it is committed in one piece or not at all. */
export async function isSeeded(databaseUrl: string): Promise<boolean> {
  const database = openDatabase(databaseUrl, 1);
  try {
    const found = await database.inOrganization(headquartersId, (transaction) =>
      transaction.selectFrom("Organization").select("id").where("id", "=", headquartersId).executeTakeFirst(),
    );
    return found !== undefined;
  } finally {
    await database.close();
  }
}

/**
 * Fills an empty database with the demonstration: a headquarters, its two child organizations and an unrelated firm.
 * One transaction holds all four, passing from organization to organization, so that a kill at any moment leaves
 * nothing behind that would have to be recognised or cleaned up. Throws when the demonstration is there already.
 */
export async function seedDemonstration(options: SeedOptions): Promise<DemonstrationSummary> {
  // Everything is made before the transaction begins, so that it is short and never idle.
  const { firms, summary } = buildDemonstration(options, endOfOfficeDay(Date.now()));
  const database = openDatabase(options.databaseUrl, 1);
  try {
    await database.inOrganization(headquartersId, async (transaction) => {
      // The five seconds of a request are no measure for a first start on a slow machine.
      await sql`SET LOCAL statement_timeout = '60s'`.execute(transaction);
      for (const { organizationId, rows, requests } of firms) {
        await sql`SELECT set_config('caseport.organization', ${organizationId}, true)`.execute(transaction);
        await insertFirmRows(transaction, rows);
        await insertRequests(transaction, requests);
      }
      await options.beforeCommit?.(summary);
    });
  } finally {
    await database.close();
  }
  return summary;
}

interface BuiltFirm extends Firm {
  story: Omit<StoryIds, "attorneyId">;
  requests: ReturnType<typeof buildRequests>;
}

function buildDemonstration({ baseUrl, secret }: SeedOptions, now: number): { firms: BuiltFirm[]; summary: DemonstrationSummary } {
  const head = buildFirm(headquarters, now, null);
  buildWebhooks(head, createVault(secret));
  const offices = children.map((definition) => buildFirm(definition, now, headquartersId));
  const other = buildFirm(unrelatedFirm, now, null);
  return { firms: [head, ...offices, other], summary: summarize(baseUrl, head, other) };
}

function buildFirm(definition: FirmDefinition, now: number, parentOrganizationId: string | null): BuiltFirm {
  const firm = startFirm(definition, now, parentOrganizationId);
  const contacts = buildContacts(firm);
  const cases = buildCases(firm);
  buildFolders(firm, cases);
  buildAnswers(firm, cases);
  const facilities = buildFacilities(firm, cases, contacts);
  buildRetrievalRequests(firm, facilities, contacts);
  buildInvoices(firm, cases);
  changeClients(firm, cases);
  const { events, audit } = firm.history.finish();
  firm.rows.Event.push(...events);
  firm.rows.EventCounter.push({ organizationId: firm.organizationId, last: events.length });
  firm.rows.AuditEntry.push(...audit);
  return { ...firm, story: findStory(firm, cases), requests: buildRequests(firm) };
}

/** The id, or a refusal: a summary that points nowhere would only be noticed much later. */
function idOf(row: { id: string } | undefined, what: string): string {
  if (row === undefined) throw new Error(`the demonstration lacks ${what}`);
  return row.id;
}

function findStory({ organizationId, rows }: Firm, cases: readonly FirmCase[]): BuiltFirm["story"] {
  const story = cases.find(({ isStory }) => isStory);
  const caseId = idOf(story?.row, "the story's case");
  const invoices = rows.Invoice.filter((invoice) => invoice.caseId === caseId);
  const request = rows.RetrievalRequest.find((candidate) => candidate.caseId === caseId);
  return {
    organizationId,
    caseId,
    clientId: idOf(story?.client, "the story's client"),
    folderId: idOf(rows.Folder.find((folder) => folder.caseId === caseId && folder.name === "Medical Records"), "a folder"),
    facilityId: idOf(rows.MedicalFacility.find(({ id }) => id === request?.facilityId), "a facility"),
    retrievalRequestId: idOf(request, "a retrieval request"),
    invoiceDraftId: idOf(invoices.find(({ status }) => status === "draft"), "a draft invoice"),
    invoiceSentId: idOf(invoices.find(({ status }) => status === "sent"), "a sent invoice"),
    invoicePaidId: idOf(invoices.find(({ status }) => status === "paid"), "a paid invoice"),
    intakeAccessor: storyAccessor,
  };
}

function summarize(baseUrl: string, head: BuiltFirm, other: BuiltFirm): DemonstrationSummary {
  const { organizationId, caseId, clientId, folderId, facilityId, retrievalRequestId, invoiceDraftId } = other.story;
  const secret = (key: DemonstratedKey): string => {
    const found = head.secrets[key];
    if (found === undefined) throw new Error(`the demonstration lacks the key ${key}`);
    return found;
  };
  return {
    baseUrl,
    keys: {
      full: secret("full"),
      readOnly: secret("readOnly"),
      noScopes: secret("noScopes"),
      orgManage: secret("orgManage"),
      noActingAttorney: secret("noActingAttorney"),
      deactivatedAttorney: secret("deactivatedAttorney"),
      expired: secret("expired"),
      revoked: secret("revoked"),
      paused: secret("paused"),
      expiring: secret("expiring"),
      otherOrganization: other.secrets.full,
    },
    ids: { ...head.story, attorneyId: head.actingAttorney.id },
    otherOrganization: { organizationId, caseId, clientId, folderId, facilityId, retrievalRequestId, invoiceDraftId },
    portal: completePeople({
      attorney: givePassword(head.actingAttorney.email),
      manager: givePassword(emailOf(head, ({ permissions }) => permissions.includes(manageIntegrations))),
      member: givePassword(emailOf(head, ({ role }) => role === "paralegal")),
      // No member of any firm.
      platformAdmin: givePassword("admin@caseport.example"),
    }),
  };
}

function emailOf({ rows }: Firm, isWanted: (member: Firm["actingAttorney"]) => boolean): string {
  const member = rows.Member.find(isWanted);
  if (member === undefined) throw new Error("the demonstration lacks a person");
  return member.email;
}
