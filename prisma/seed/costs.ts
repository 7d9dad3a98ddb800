import type { Row } from "../../src/platform/database/tables.ts";
import { buildExpense } from "./builders/billing.ts";
import { endOf, relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { describeActor, type Actor } from "./history.ts";
import { asMember } from "./limitations.ts";
import { createRandom, dayMilliseconds, hourMilliseconds, toDay, toInstant, type Random } from "./random.ts";

type Expense = Row<"Expense">;

/** How an expense stands at the end. Those that are paid are the rest. */
const standings = { pending_approval: 6, approved: 12, partly_paid: 3, draft: 4, rejected: 3, void: 2 } as const;
type Standing = keyof typeof standings | "paid";

/** How many costs the headquarters' cases have; those of another firm a tenth. */
const countOfHeadquarters = 400;

const offers = [
  { category: "filing_fee", description: "Filing fee", cents: [15_000, 45_000] },
  { category: "service_of_process", description: "Service of process", cents: [6_500, 24_000] },
  { category: "medical_records", description: "Copies of medical records", cents: [2_500, 38_000] },
  { category: "expert", description: "Accident reconstruction", cents: [120_000, 780_000] },
  { category: "deposition", description: "Court reporter and transcript", cents: [38_000, 140_000] },
  { category: "investigation", description: "Scene photographs and witness canvass", cents: [40_000, 160_000] },
  { category: "postage_copying", description: "Copies and postage", cents: [800, 9_500] },
  { category: "translation", description: "Interpreter at the client meeting", cents: [12_000, 36_000] },
] as const;

/**
 * Makes the costs of the cases that are not over, the newest of which wait for approval or payment. Their choices are
 * not those of the firm: what follows stays as it was.
 */
export function buildCosts(firm: Firm, cases: readonly FirmCase[]): void {
  const live = cases.filter(
    (firmCase) =>
      firmCase.row.openedOn !== null && endOf(firm, firmCase) >= firm.now && firmCase.row.matterStatus !== "archived",
  );
  const scale = firm.definition.isHeadquarters ? 1 : 0.1;
  const count = Math.round(countOfHeadquarters * scale);
  const random = createRandom(count + live.length);
  const wanted = Object.entries(standings) as [Standing, number][];
  const special = wanted.flatMap(([standing, of]) =>
    Array.from({ length: Math.ceil(of * scale) }, (): Standing => standing),
  );
  const insurers = new Set(firm.rows.ContactRole.filter(({ role }) => role === "insurer").map((row) => row.contactId));
  const vendors = firm.rows.Contact.filter(
    ({ id, type, deletedAt }) => type === "company" && deletedAt === null && !insurers.has(id),
  );
  for (let place = 0; place < count; place += 1) {
    const firmCase = live[place % live.length];
    const vendor = vendors[place % vendors.length];
    if (firmCase === undefined || vendor === undefined) return;
    addExpense(firm, firmCase, { random, vendor, standing: special[place] ?? "paid" });
  }
}

interface Choices {
  random: Random;
  vendor: Row<"Contact">;
  standing: Standing;
}

function addExpense(firm: Firm, firmCase: FirmCase, { random, vendor, standing }: Choices): void {
  const { organizationId, plainActor, history, rows } = firm;
  const { category, description, cents } = random.pick(offers);
  // What waits for a second person is not below the firm's threshold.
  const isDecided = standing === "pending_approval" || standing === "rejected";
  const amountCents = random.integer(cents[0], cents[1]) + (isDecided ? 50_000 : 0);
  const openedAt = Date.parse(`${firmCase.row.openedOn ?? ""}T15:00:00Z`);
  const ageDays = standing === "paid" ? random.integer(40, 200) : random.integer(3, 20);
  const createdAt = Math.min(Math.max(openedAt, firm.now - ageDays * dayMilliseconds), firm.now - 2 * hourMilliseconds);
  const relatedIds = [...relateToCase(firmCase), { entity: "contact", id: vendor.id }];
  const { Expense: expense } = firm.add({
    Expense: buildExpense({
      organizationId,
      sequenceId: `EXP-${toDay(createdAt).slice(0, 4)}-${String(rows.Expense.length + 1).padStart(5, "0")}`,
      caseId: firmCase.row.id,
      category,
      description,
      vendorContactId: vendor.id,
      vendorInvoiceNumber: random.chance(0.6) ? `V-${random.digits(6)}` : null,
      incurredOn: toDay(createdAt - random.integer(0, 6) * dayMilliseconds),
      dueOn: toDay(createdAt + 30 * dayMilliseconds),
      amountCents,
      preparedByPersons: [plainActor.keyId],
      createdBy: describeActor(plainActor),
      createdAt: toInstant(createdAt),
    }),
  });
  history.recordCreation("expense.created", expense, relatedIds, plainActor);
  const change = createChanger(firm, expense, relatedIds);
  moveTo(standing, expense, { change, random, approver: asMember(firm.actingAttorney), submitter: plainActor });
}

type Change = (
  eventType: "expense.submitted" | "expense.approved" | "expense.rejected" | "expense.paid" | "expense.voided",
  patch: Partial<Expense>,
  actor: Actor,
) => void;

/** Each change comes a while after the one before, and none after now. */
function createChanger(firm: Firm, expense: Expense, relatedIds: { entity: string; id: string }[]): Change {
  return (eventType, patch, actor) => {
    const last = Date.parse(expense.updatedAt);
    const at = Math.min(last + 20 * hourMilliseconds, last + (firm.now - last) / 3);
    firm.history.recordChange(eventType, expense, patch, { at, relatedIds, actor });
  };
}

interface Steps {
  change: Change;
  random: Random;
  approver: Actor;
  submitter: Actor;
}

function moveTo(standing: Standing, expense: Expense, { change, random, approver, submitter }: Steps): void {
  if (standing === "draft") return;
  if (standing === "void") {
    change("expense.voided", { status: "void", statusReason: "Ordered for another case" }, submitter);
    return;
  }
  const isSmall = expense.amountCents < 50_000;
  const submittedBy = describeActor(submitter);
  change("expense.submitted", { status: isSmall ? "approved" : "pending_approval", submittedBy }, submitter);
  if (standing === "pending_approval") return;
  if (standing === "rejected") {
    change("expense.rejected", { status: "rejected", statusReason: "The invoice is not attached" }, approver);
    return;
  }
  if (!isSmall) change("expense.approved", { status: "approved", approvedBy: describeActor(approver) }, approver);
  if (standing === "approved") return;
  const paidCents = standing === "paid" ? expense.amountCents : Math.ceil(expense.amountCents / 3);
  const payment = {
    amountCents: paidCents,
    paidOn: expense.updatedAt.slice(0, 10),
    method: "check",
    checkNumber: random.digits(6),
    reference: null,
  };
  change(
    "expense.paid",
    { status: standing === "paid" ? "paid" : "approved", payments: [payment], paidCents },
    submitter,
  );
}
