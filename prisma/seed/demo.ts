import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { Readable } from "node:stream";
import type { Storage } from "../../src/platform/storage/storage.ts";
import { patientConnectMilliseconds } from "../../src/platform/database/connections/connection-pool.ts";
import { openDatabase } from "../../src/platform/database/database.ts";
import { createInstallationKeys } from "../../src/platform/crypto/installation-keys.ts";
import { createId } from "../../src/platform/database/ids.ts";
import { buildAnswers, buildLeadAnswers, storyAccessor } from "./intake.ts";
import { addForm } from "./intake-form.ts";
import { keepInTouch } from "./case-dates.ts";
import { buildCaseRecords } from "./case-records.ts";
import { buildDamages } from "./damages.ts";
import { buildCases } from "./cases.ts";
import { buildChains } from "./chains.ts";
import { buildContacts } from "./contacts.ts";
import { buildCosts } from "./costs.ts";
import { buildCommunications } from "./communications.ts";
import { buildConflictCheck } from "./conflict-checks.ts";
import { buildFeeAgreements } from "./fee-agreements.ts";
import { buildFacilities } from "./facilities.ts";
import { buildDocuments, type SeededFile } from "./documents.ts";
import { describeEvents } from "./event-payloads.ts";
import { buildFolders } from "./folders.ts";
import type { Past } from "./history.ts";
import { buildInvoices } from "./invoices.ts";
import { buildLiens } from "./liens.ts";
import { buildLeads } from "./leads.ts";
import { continueNumbers } from "./number-sequences.ts";
import { buildBulkJobs } from "./bulk-jobs.ts";
import { addFeed, buildCalendar } from "./calendar.ts";
import { buildCare } from "./care.ts";
import { buildRetrievalRequests } from "./retrieval.ts";
import { buildTasks } from "./tasks.ts";
import { completeClients } from "./client-details.ts";
import { changeClients } from "./clients.ts";
import { buildRules, finishLimitations, planWarnings, recordWarnings } from "./limitations.ts";
import { startTenant, type Firm, type FirmCase, type Setting } from "./firm.ts";
import {
  children,
  headquarters,
  headquartersId,
  manageIntegrations,
  unrelatedFirm,
  type FirmDefinition,
} from "./firms.ts";
import type { DemoKey } from "./keys.ts";
import { completePeople, givePassword, type DemoPeople } from "./people.ts";
import { dayMilliseconds, endOfOfficeDay, toInstant } from "./random.ts";
import { buildNegotiations } from "./negotiations.ts";
import { buildNotes } from "./notes.ts";
import { printStatements } from "./printed-statements.ts";
import { buildReports } from "./reports.ts";
import { addNetworkReferrals } from "./referral-pairs.ts";
import { buildReferrals } from "./referrals.ts";
import { buildSettlements } from "./settlements.ts";
import { buildSignatures, type UnsealedRequest } from "./signatures.ts";
import { buildRequests, insertRequests } from "./requests.ts";
import { sealSignatures } from "./seals.ts";
import { insertRows } from "./builders/records.ts";
import { insertFirmRows, readColumns } from "./rows.ts";
import { buildWebhooks } from "./webhooks.ts";
import { hooks } from "../../src/composition/transaction-hooks.ts";

/** The ids of one coherent story: everything belongs to the case. */
interface StoryIds {
  organizationId: string;
  attorneyId: string;
  caseId: string;
  clientId: string;
  folderId: string;
  /** An available document in one of the case's folders, whose bytes are there. */
  documentId: string;
  facilityId: string;
  retrievalRequestId: string;
  /** The authorization of that request, one of the facility's bills, and a request that waits in the vendor queue. */
  hipaaAuthorizationId: string;
  medicalBillId: string;
  readyRetrievalRequestId: string;
  invoiceDraftId: string;
  invoiceSentId: string;
  invoicePaidId: string;
  /** What the paid invoice was paid with. */
  paymentId: string;
  intakeAccessor: string;
  intakeFormId: string;
  /** The newest lead that nobody has answered yet. */
  leadId: string;
  contactId: string;
  conflictCheckId: string;
  memberId: string;
  teamId: string;
  officeId: string;
  holidayCalendarId: string;
  /** A task of the case, one of a series, and a template. */
  taskId: string;
  recurringTaskId: string;
  taskTemplateId: string;
  /** Notes of the case: one that everybody with notes:read reads whole, and one that is privileged. */
  noteId: string;
  privilegedNoteId: string;
  bulkJobId: string;
  /** A hearing of the case that is still ahead, and a series. */
  calendarEventId: string;
  calendarSeriesId: string;
  /** The statute of limitations of the case, and one of another case that nobody has verified. */
  deadlineId: string;
  unverifiedDeadlineId: string;
  deadlineChainId: string;
}

/** What outside tools read in demo.json, secrets included. */
export interface DemoSummary {
  baseUrl: string;
  keys: Record<DemoKey | "otherOrganization", string>;
  ids: StoryIds;
  otherOrganization: Omit<
    StoryIds,
    | "attorneyId"
    | "hipaaAuthorizationId"
    | "medicalBillId"
    | "readyRetrievalRequestId"
    | "invoiceSentId"
    | "invoicePaidId"
    | "paymentId"
    | "intakeAccessor"
    | "intakeFormId"
    | "contactId"
    | "conflictCheckId"
    | "officeId"
    | "holidayCalendarId"
    | "memberId"
    | "teamId"
    | "taskId"
    | "recurringTaskId"
    | "taskTemplateId"
    | "noteId"
    | "privilegedNoteId"
    | "bulkJobId"
    | "calendarEventId"
    | "calendarSeriesId"
    | "deadlineId"
    | "unverifiedDeadlineId"
    | "deadlineChainId"
  >;
  /** People, and the URL of the attorney's calendar feed, which a demo of an earlier version does not have. */
  portal: DemoPeople & { calendarFeedUrl?: string };
}

interface SeedOptions {
  /** The application role's URL: row-level security holds for the seed too. */
  databaseUrl: string;
  baseUrl: string;
  /** The installation's own, which encrypts what is kept encrypted. */
  secret: string;
  /** Where the bytes of the demo's documents go; tests of rows alone have none. */
  storage?: Storage;
  /**
   * Called with the summary when every row is written but nothing is committed; when it throws, nothing is seeded. Keep
   * the secrets here: a process that is killed before the commit has secrets of nothing and seeds again, and nobody can
   * have rows whose secrets are lost.
   */
  beforeCommit?: (summary: DemoSummary) => Promise<void>;
}

/** Whether the demo is in the database, whole: it is committed in one piece or not at all. */
export async function isSeeded(databaseUrl: string): Promise<boolean> {
  const database = openDatabase(databaseUrl, { poolSize: 1, hooks, connectWithin: patientConnectMilliseconds });
  try {
    const found = await database.withTenantTransaction(headquartersId, (transaction) =>
      transaction.selectFrom("Organization").select("id").where("id", "=", headquartersId).executeTakeFirst(),
    );
    return found !== undefined;
  } finally {
    await database.close();
  }
}

/**
 * Fills an empty database with the demo: a headquarters, its two child organizations and an unrelated firm.
 * One transaction holds all four, passing from organization to organization, so that a kill at any moment leaves
 * nothing behind that would have to be recognized or cleaned up. Throws when the demo is there already.
 */
export async function seedDemoData(options: SeedOptions): Promise<DemoSummary> {
  // A busy machine takes longer for thousands of rows, and for events computed from them, than a request may.
  const database = openDatabase(options.databaseUrl, {
    poolSize: 1,
    hooks,
    silence: 300_000,
    connectWithin: patientConnectMilliseconds,
  });
  try {
    const columns = await database.withTenantTransaction(headquartersId, readColumns);
    const { firms, summary } = await buildDemoData(options, { now: endOfOfficeDay(Date.now()), columns });
    const installationKeys = createInstallationKeys(options.secret);
    for (const firm of firms) firm.files.push(...(await sealSignatures(firm, firm.unsealed, installationKeys)));
    // The bytes before the rows: killed in between, they are files that nothing names.
    for (const { key, bytes } of firms.flatMap(({ files }) => files))
      await options.storage?.put(key, Readable.from([bytes]), bytes.length);
    await database.withTenantTransaction(headquartersId, async (transaction) => {
      await sql`SELECT set_config('statement_timeout', '5min', true), set_config('idle_in_transaction_session_timeout', '5min', true)`.execute(
        transaction,
      );
      for (const { organizationId, rows, past, requests } of firms) {
        await sql`SELECT set_config('caseport.organization', ${organizationId}, true)`.execute(transaction);
        await insertFirmRows(transaction, { ...rows, Event: [] });
        await planWarnings(transaction, organizationId);
        // The events last: their payloads are read from the records.
        await describeEvents(transaction, organizationId, rows.Event, past);
        await insertRows(transaction, "Event", rows.Event);
        await insertRequests(transaction, requests);
      }
      await options.beforeCommit?.(summary);
    });
    return summary;
  } finally {
    await database.close();
  }
}

interface BuiltFirm extends Firm {
  /** Requests for signature that are completed: their files are sealed last. */
  unsealed: readonly UnsealedRequest[];
  story: Omit<StoryIds, "attorneyId">;
  files: SeededFile[];
  past: ReadonlyMap<string, Past>;
  requests: ReturnType<typeof buildRequests>;
}

async function buildDemoData(
  { baseUrl, secret }: SeedOptions,
  { now, columns }: Pick<Setting, "now" | "columns">,
): Promise<{ firms: BuiltFirm[]; summary: DemoSummary }> {
  const [first, ...rest] = children;
  if (first === undefined) throw new Error("the headquarters has a child");
  // Each side of a referral names the other organization.
  const handling = { ...first, organizationId: createId("organization", new Date(now - 1_400 * dayMilliseconds)) };
  const network = {
    originating: { organizationId: headquartersId, name: headquarters.name },
    handling,
    pairIds: [randomBytes(16).toString("hex"), randomBytes(16).toString("hex")],
  };
  const setting = { now, columns, network };
  const head = await buildFirm(headquarters, setting, null);
  const installationKeys = createInstallationKeys(secret);
  buildWebhooks(head, installationKeys);
  buildReports(head);
  const offices: BuiltFirm[] = [];
  for (const definition of [handling, ...rest]) offices.push(await buildFirm(definition, setting, headquartersId));
  const other = await buildFirm(unrelatedFirm, setting, null);
  for (const firm of [head, ...offices, other]) completeClients(firm, installationKeys);
  const calendarFeedUrl = `${baseUrl}${addFeed(head)}`;
  const { portal, ...summary } = summarize(baseUrl, head, other);
  return { firms: [head, ...offices, other], summary: { ...summary, portal: { ...portal, calendarFeedUrl } } };
}

/**
 * The rows of a firm, with the bytes of its files. It is made in turns of the event loop: a process that fills a
 * sandbox has others to serve.
 */
export async function buildFirm(
  definition: FirmDefinition,
  setting: Setting,
  parentOrganizationId: string | null,
): Promise<BuiltFirm> {
  const firm = startTenant(definition, setting, parentOrganizationId);
  const contacts = buildContacts(firm);
  buildRules(firm);
  await firm.pause();
  const { cases, rolesOf } = await buildCases(firm);
  const build = async (...builders: readonly ((firm: Firm, cases: readonly FirmCase[]) => unknown)[]) => {
    for (const each of builders) {
      await each(firm, cases);
      await firm.pause();
    }
  };
  await build(buildFolders);
  const files = buildDocuments(firm, cases);
  const form = addForm(firm);
  await build(() => buildAnswers(firm, cases, form));
  const facilities = buildFacilities(firm, cases, contacts);
  await build(
    () => buildRetrievalRequests(firm, facilities, contacts),
    () => buildCare(firm, facilities),
    buildInvoices,
    changeClients,
    buildLeads,
    () => buildLeadAnswers(firm, form),
    buildConflictCheck,
    buildCaseRecords,
    buildDamages,
    buildCosts,
    buildFeeAgreements,
    buildNegotiations,
    buildLiens,
  );
  const papers = [...(await buildSettlements(firm, cases)), ...(await printStatements(firm, cases))];
  await build(buildReferrals);
  if (setting.network !== null) addNetworkReferrals(firm, setting.network);
  const signatures = buildSignatures(firm, cases);
  await build(
    buildTasks,
    buildCalendar,
    () => finishLimitations(firm, cases, rolesOf),
    buildChains,
    recordWarnings,
    keepInTouch,
    buildCommunications,
    buildNotes,
    buildBulkJobs,
    continueNumbers,
  );
  const { events, audit, past } = firm.history.finish();
  await firm.pause();
  firm.rows.Event.push(...events);
  const { organizationId } = firm;
  firm.add({ EventCounter: { organizationId, last: events.length, at: toInstant(firm.now) } });
  firm.rows.AuditEntry.push(...audit);
  return {
    ...firm,
    files: [...files, ...papers, ...signatures.files],
    unsealed: signatures.unsealed,
    past,
    story: findStory(firm, cases),
    requests: buildRequests(firm),
  };
}

/** The id, or a rejection: a summary that points nowhere would only be noticed much later. */
function idOf(row: { id: string } | undefined, what: string): string {
  if (row === undefined) throw new Error(`the demo data has no ${what}`);
  return row.id;
}

function findStory({ organizationId, rows, now }: Firm, cases: readonly FirmCase[]): BuiltFirm["story"] {
  const story = cases.find(({ isStory }) => isStory);
  const caseId = idOf(story?.row, "the story's case");
  const invoices = rows.Invoice.filter((invoice) => invoice.caseId === caseId);
  const request = rows.RetrievalRequest.find((candidate) => candidate.caseId === caseId);
  return {
    organizationId,
    caseId,
    clientId: idOf(story?.client, "the story's client"),
    folderId: idOf(
      rows.Folder.find((folder) => folder.caseId === caseId && folder.name === "Medical Records"),
      "a folder",
    ),
    documentId: idOf(
      rows.Document.find((document) => document.caseId === caseId),
      "a document",
    ),
    facilityId: idOf(
      rows.MedicalFacility.find(({ id }) => id === request?.facilityId),
      "a facility",
    ),
    retrievalRequestId: idOf(request, "a retrieval request"),
    hipaaAuthorizationId: idOf(
      rows.HipaaAuthorization.find(({ id }) => id === request?.authorizationId),
      "an authorization",
    ),
    medicalBillId: idOf(
      rows.MedicalBill.find(({ facilityId }) => facilityId === request?.facilityId),
      "a medical bill",
    ),
    readyRetrievalRequestId: idOf(
      rows.RetrievalRequest.find(({ status }) => status === "ready"),
      "a request that is ready",
    ),
    invoiceDraftId: idOf(
      invoices.find(({ status }) => status === "draft"),
      "a draft invoice",
    ),
    invoiceSentId: idOf(
      invoices.find(({ status }) => status === "sent"),
      "a sent invoice",
    ),
    invoicePaidId: idOf(
      invoices.find(({ status }) => status === "paid"),
      "a paid invoice",
    ),
    paymentId: idOf(
      rows.Payment.find(({ invoiceId }) => invoices.some(({ id, status }) => id === invoiceId && status === "paid")),
      "a payment",
    ),
    intakeAccessor: storyAccessor,
    intakeFormId: idOf(rows.IntakeForm[0], "an intake form"),
    leadId: idOf(
      rows.Lead.findLast(({ status }) => status === "new"),
      "a new lead",
    ),
    contactId: idOf(
      rows.Contact.find(
        ({ id }) => id === rows.MedicalFacility.find((facility) => facility.id === request?.facilityId)?.contactId,
      ),
      "a contact",
    ),
    conflictCheckId: idOf(rows.ConflictCheck[0], "a conflict check"),
    memberId: idOf(
      rows.Member.find(({ role }) => role === "paralegal"),
      "a paralegal",
    ),
    teamId: idOf(rows.Team[0], "a team"),
    officeId: idOf(rows.Office[0], "an office"),
    holidayCalendarId: idOf(rows.HolidayCalendar[0], "a holiday calendar"),
    taskId: idOf(
      rows.Task.find((task) => task.caseId === caseId && task.seriesId === null),
      "a task",
    ),
    recurringTaskId: idOf(
      rows.Task.find(({ seriesId }) => seriesId !== null),
      "a recurring task",
    ),
    taskTemplateId: idOf(rows.TaskTemplate[0], "a task template"),
    calendarEventId: idOf(
      rows.CalendarEvent.find(
        (event) => event.caseId === caseId && event.type === "hearing" && event.startAt > toInstant(now),
      ),
      "a hearing",
    ),
    calendarSeriesId: idOf(
      rows.CalendarEvent.find(({ rule }) => rule !== null),
      "a series",
    ),
    bulkJobId: idOf(rows.BulkJob[0], "a bulk job"),
    deadlineId: idOf(
      rows.Deadline.find((deadline) => deadline.caseId === caseId),
      "a statute of limitations",
    ),
    deadlineChainId: idOf(rows.DeadlineChain[0], "a chain"),
    unverifiedDeadlineId: idOf(
      rows.Deadline.find(
        (deadline) =>
          deadline.caseId !== caseId && deadline.status === "open" && deadline.verificationStatus === "unverified",
      ),
      "an unverified deadline",
    ),
    noteId: idOf(
      rows.Note.find((note) => note.caseId === caseId && note.visibility === "internal"),
      "a note",
    ),
    privilegedNoteId: idOf(
      rows.Note.find((note) => note.caseId === caseId && note.visibility === "privileged"),
      "a privileged note",
    ),
  };
}

function summarize(baseUrl: string, head: BuiltFirm, other: BuiltFirm): DemoSummary {
  const {
    organizationId,
    caseId,
    clientId,
    folderId,
    documentId,
    facilityId,
    retrievalRequestId,
    invoiceDraftId,
    leadId,
  } = other.story;
  const secret = (key: DemoKey): string => {
    const found = head.secrets[key];
    if (found === undefined) throw new Error(`the demo data has no the key ${key}`);
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
      vendor: secret("vendor"),
      hrDirectory: secret("hrDirectory"),
      otherOrganization: other.secrets.full,
    },
    ids: { ...head.story, attorneyId: head.actingAttorney.id },
    otherOrganization: {
      organizationId,
      caseId,
      clientId,
      folderId,
      documentId,
      facilityId,
      retrievalRequestId,
      invoiceDraftId,
      leadId,
    },
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
  if (member === undefined) throw new Error("the demo data has no a person");
  return member.email;
}
