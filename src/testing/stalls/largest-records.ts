import { createId } from "../../platform/database/ids.ts";
import { ownTemplate } from "../../areas/deadline-chains/examples.ts";
import { createDeadline } from "../../areas/deadlines/fixtures.ts";
import { deadline } from "../../areas/deadlines/examples.ts";
import { createNote } from "../../areas/notes/fixtures.ts";
import { taskTemplate } from "../../areas/tasks/templates/examples.ts";
import { createTaskTemplate } from "../../areas/tasks/templates/fixtures.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import { subjects } from "../conformance/subject.ts";
import type { Api } from "../harness/requests/api.ts";
import { createCase, type TestTenant } from "../harness/tenant.ts";

import {
  approveLargest,
  draftLargest,
  storeDeposits,
  storeIssuedChecks,
  storeManyCosts,
  storeManyShares,
  storeOpenTransactions,
} from "./largest-funds.ts";

/** Requests whose work comes from what is stored, each with the most that can be stored for it. */
interface LargestRecord {
  label: string;
  /**
   * Stores it.
   *
   * @returns the request, its target below /api/v1
   */
  prepare(tenant: TestTenant, api: Api): Promise<{ declaration: Declaration; target: string; body?: object }>;
}

function declarationOf(name: string): Declaration {
  const found = subjects.find(({ declaration }) => declaration.name === name);
  if (found === undefined) throw new Error(`${name} is no operation`);
  return found.declaration;
}

const longest = 3_660;
const words = "The client said that the road was wet and the other driver did not brake. ";
const textOf = (length: number) => words.repeat(Math.ceil(length / words.length)).slice(0, length);
const listNumbers = (length: number) => Array.from({ length }, (_, index) => index);

/** Each of 60 items is counted from the one before. */
async function storeChainTemplate(tenant: TestTenant): Promise<string> {
  const { organizationId } = tenant;
  const {
    name,
    jurisdiction,
    trigger: { source: triggerSource, label: triggerLabel },
    items: [first],
    asOf,
  } = ownTemplate;
  const count = { offset: longest, unit: "court_days", direction: "after", rollRule: "next_open_day" };
  const items = listNumbers(60).map((index) => ({
    ...first,
    ...count,
    key: `item_${index}`,
    from: index === 0 ? "trigger" : `item:item_${index - 1}`,
  }));
  const key = "cht_longest";
  const values = {
    organizationId,
    key,
    name,
    jurisdiction,
    triggerSource,
    triggerLabel,
    items: JSON.stringify(items),
    asOf,
    source: "organization",
    revision: 1,
  };
  await tenant.inside((transaction) => transaction.insertInto("DeadlineChainTemplate").values(values).execute());
  return key;
}

async function storeTaskTemplate(tenant: TestTenant): Promise<string> {
  const [first] = taskTemplate.items;
  const due = { relativeTo: "case_opened", unit: "business_days", direction: "after", roll: "next_business_day" };
  const alone = { description: textOf(10_000), dependsOnKeys: [], parentKey: null };
  const items = listNumbers(100).map((index) => ({
    ...first,
    ...alone,
    key: `item_${index}`,
    due: { ...due, offset: longest - index },
  }));
  return createTaskTemplate(tenant, { items: items });
}

async function storeNotes(tenant: TestTenant): Promise<string> {
  const { caseId } = await createCase(tenant);
  for (const _ of listNumbers(200)) await createNote(tenant, { caseId, body: textOf(50_000) });
  return caseId;
}

/** Wordings of one note: as many as it keeps. */
async function storeRevisions(tenant: TestTenant): Promise<string> {
  const { noteId } = await createNote(tenant, { body: textOf(50_000) });
  const { organizationId } = tenant;
  const body = textOf(50_000);
  const editedBy = JSON.stringify({ type: "integration_key", id: tenant.keyId, name: "Test key" });
  await tenant.inside(async (transaction) => {
    const rows = listNumbers(199).map((index) => ({
      organizationId,
      id: createId("noteRevision"),
      noteId,
      number: index + 2,
      subject: null,
      body,
      tags: [],
      editedBy,
      type: "general",
      visibility: "internal",
      occurredAt: "2026-03-04T00:00:00Z",
    }));
    await transaction.insertInto("NoteRevision").values(rows).execute();
  });
  return noteId;
}

async function storeDeadlines(tenant: TestTenant): Promise<string> {
  const { caseId } = await createCase(tenant);
  const named = { reason: "holiday", name: "Birthday of Martin Luther King, Jr." };
  const dayOf = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
  const skippedDays = listNumbers(400).map((index) => ({ on: dayOf(index), ...named }));
  const calculation = { ...deadline.calculation, skippedDays };
  for (const _ of listNumbers(200)) await createDeadline(tenant, { caseId, calculation });
  return caseId;
}

export const largestRecords: readonly LargestRecord[] = [
  {
    label: "preview of a chain of 60 items, each 3,660 court days after the one before",
    async prepare(tenant) {
      const templateKey = await storeChainTemplate(tenant);
      const body = { templateKey, triggerOn: "2026-03-04", serviceMethod: "mail" };
      return { declaration: declarationOf("deadlineChains.preview"), target: "/deadline-chains/preview", body };
    },
  },
  {
    label: "preview of a task template of 100 items, each 3,660 business days after the opening",
    async prepare(tenant) {
      const id = await storeTaskTemplate(tenant);
      const body = { anchors: { case_opened: "2026-03-04" } };
      return { declaration: declarationOf("taskTemplates.preview"), target: `/task-templates/${id}/preview`, body };
    },
  },
  {
    label: "200 notes of 50 kB",
    async prepare(tenant) {
      const caseId = await storeNotes(tenant);
      return { declaration: declarationOf("notes.list"), target: `/notes?caseId=${caseId}&limit=200` };
    },
  },
  {
    label: "200 wordings of 50 kB",
    async prepare(tenant) {
      const noteId = await storeRevisions(tenant);
      return { declaration: declarationOf("notes.revisions.list"), target: `/notes/${noteId}/revisions?limit=200` };
    },
  },
  {
    label: "200 deadlines that passed over 400 closed days each",
    async prepare(tenant) {
      const caseId = await storeDeadlines(tenant);
      return { declaration: declarationOf("deadlines.list"), target: `/deadlines?caseId=${caseId}&limit=200` };
    },
  },
  {
    label: "import of a bank statement of 2,000 lines, 400 of which are checks that were issued",
    async prepare(tenant) {
      const { accountId, body } = await storeIssuedChecks(tenant);
      const declaration = declarationOf("trustAccounts.bankStatements.create");
      return { declaration, target: `/trust-accounts/${accountId}/bank-statements`, body };
    },
  },
  {
    label: "import of a bank statement of 2,000 lines, all of which are deposits of the books",
    async prepare(tenant) {
      const { accountId, body } = await storeDeposits(tenant);
      const declaration = declarationOf("trustAccounts.bankStatements.create");
      return { declaration, target: `/trust-accounts/${accountId}/bank-statements`, body };
    },
  },
  {
    label: "reconciliation of 600 deposits in transit to 600 ledgers",
    async prepare(tenant) {
      const accountId = await storeOpenTransactions(tenant);
      const declaration = declarationOf("trustAccounts.reconciliation.get");
      return { declaration, target: `/trust-accounts/${accountId}/reconciliation?asOfOn=2026-03-31` };
    },
  },
  {
    label: "preview of 20 shares of 300 lines each",
    async prepare(tenant) {
      const settlementId = await storeManyShares(tenant);
      return {
        declaration: declarationOf("settlements.calculate"),
        target: `/settlements/${settlementId}/calculate`,
        body: {},
      };
    },
  },
  {
    label: "draft of a statement of 300 lines",
    async prepare(tenant) {
      const { settlementId, shareIds } = await storeManyCosts(tenant);
      const declaration = declarationOf("settlements.statements.create");
      return { declaration, target: `/settlements/${settlementId}/statements`, body: { shareId: shareIds[0] } };
    },
  },
  {
    label: "issue of a statement of 300 lines, which reimburses 298 costs",
    async prepare(tenant, api) {
      const statementId = await draftLargest(tenant, api);
      const declaration = declarationOf("settlementStatements.transition");
      return { declaration, target: `/settlement-statements/${statementId}/transitions`, body: { status: "issued" } };
    },
  },
  {
    label: "disbursements of 300 lines",
    async prepare(tenant, api) {
      const statementId = await approveLargest(tenant, api);
      const declaration = declarationOf("settlementStatements.disbursements.create");
      return { declaration, target: `/settlement-statements/${statementId}/disbursements`, body: { method: "check" } };
    },
  },
];
