import { buildExpense } from "../../../../prisma/seed/builders/billing.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import {
  anInstant,
  asRead,
  readId,
  anActor,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { createCase, deleteRow, insertFor, relateCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { aboutRow, changeShown } from "../../../testing/harness/tenant-requests.ts";
import { createNamedContact } from "../../cases/parties/fixtures.ts";
import { expense as exampleExpense } from "./examples.ts";

export interface CreatedExpense {
  expenseId: string;
  caseId: string;
  clientId: string;
}

const actor = { type: "integration_key", id: "key_fixture", name: "Fixture" };

/** A draft of $600.00 without a vendor, of a case of its own. What is paid of it is one payment by check. */
export async function createExpense(
  tenant: TestTenant,
  values: Partial<Values<"Expense">> = {},
): Promise<CreatedExpense> {
  const { organizationId } = tenant;
  const { caseId, clientId } = await createCase(tenant);
  const expense = buildExpense({ organizationId, caseId, createdBy: actor, ...values });
  await insertFor(tenant, { Expense: expense });
  return { expenseId: expense.id, caseId: expense.caseId, clientId };
}

const touch = (ofCase: { caseId: string; clientId: string }, id: string, vendorContactId?: string) => ({
  entity: "expense",
  id,
  relatedIds: [
    ...relateCase(ofCase),
    ...(vendorContactId === undefined ? [] : [{ entity: "contact", id: vendorContactId }]),
  ],
});

/** A request about a draft. */
const onExpense =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const created = await createExpense(tenant);
    const { expenseId } = created;
    return {
      ...aboutRow(tenant, "Expense", { expenseId }, { notes: "Changed" }),
      touched: () => touch(created, expenseId),
      ...more,
    };
  };

export const expenseScenarios = {
  "expenses.list": async (tenant) => {
    await createExpense(tenant);
    return { query: { sort: "oldest" } };
  },
  "cases.expenses.create": async (tenant) => {
    const ofCase = await createCase(tenant);
    const vendorContactId = await createNamedContact(tenant, "Hill Country Reconstruction");
    return {
      pathValues: { caseId: ofCase.caseId },
      ownValues: { [exampleExpense.vendor.id]: vendorContactId },
      remove: () => deleteRow(tenant, "Case", ofCase.caseId),
      change: changeShown(tenant, "Expense", "expense", { notes: "Changed" }),
      touched: (response) => touch(ofCase, readId(response, "expense"), vendorContactId),
      diff: {},
    };
  },
  "expenses.get": asRead(onExpense({})),
  "expenses.update": onExpense({ diff: ({ amountCents }) => ({ amountCents: { from: 60_000, to: amountCents } }) }),
  "expenses.delete": onExpense({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } }),
  "expenses.transition": onExpense({
    alsoEmits: ["expense.submitted"],
    diff: {
      status: { from: "draft", to: "pending_approval" },
      availableTransitions: { from: ["pending_approval", "void"], to: ["approved", "rejected"] },
      submittedBy: { from: null, to: anActor },
    },
  }),
  "cases.costSummary.get": async (tenant) => {
    const { caseId } = await createExpense(tenant);
    return { pathValues: { caseId }, remove: () => deleteRow(tenant, "Case", caseId) };
  },
} satisfies Record<string, Scenario>;
