import type { Row } from "../../src/platform/database/tables.ts";
import { buildInvoice, buildPayment } from "./builders/billing.ts";
import { endOf, relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { createRandom, dayMilliseconds, hourMilliseconds, toDay, toInstant, type Random } from "./random.ts";
import { describeActor } from "./history.ts";

type Invoice = Row<"Invoice">;

/** How invoices came to their status. Every step is a move that the contract allows, and every status is an end. */
const invoicePaths = [
  ["draft"],
  ["draft", "sent"],
  ["draft", "sent", "paid"],
  ["draft", "sent", "partial"],
  ["draft", "sent", "overdue"],
  ["draft", "to_be_paid"],
  ["draft", "sent", "paid"],
  ["draft", "sent", "partial", "paid"],
  ["draft", "sent", "overdue", "paid"],
  ["draft", "to_be_paid", "partial"],
] as const satisfies string[][];
/** Nobody owes anything for a case that is over. */
const finishedPaths = invoicePaths.filter((path) => path.at(-1) === "paid");
const storyPaths = [["draft"], ["draft", "sent"], ["draft", "sent", "paid"]] as const satisfies string[][];

/** Makes up to three invoices for each case that was taken. */
export function buildInvoices(firm: Firm, cases: readonly FirmCase[]): void {
  let turn = 0;
  for (const firmCase of cases) {
    if (firmCase.row.openedOn === null) continue;
    const count = firm.random.integer(0, 3);
    const usual = endOf(firm, firmCase) < firm.now ? finishedPaths : invoicePaths;
    const paths = firmCase.isStory
      ? storyPaths
      : Array.from({ length: count }, () => usual[turn++ % usual.length] ?? invoicePaths[0]);
    for (const path of paths) addInvoice(firm, firmCase, path);
  }
}

/** How many days ago an invoice of this path was drafted, counted from the end of its case. */
function ageDays(path: readonly string[]): readonly [youngest: number, oldest: number] {
  // Overdue needs the thirty days of payment to have gone by, merely sent needs them not to.
  if (path.includes("overdue")) return [45, 150];
  return path.at(-1) === "sent" ? [1, 25] : [4, 110];
}

function addInvoice(firm: Firm, firmCase: FirmCase, path: readonly string[]): void {
  const [youngest, oldest] = ageDays(path);
  const openedAt = Date.parse(`${firmCase.row.openedOn ?? ""}T23:00:00Z`);
  const end = endOf(firm, firmCase);
  const latest = end - youngest * dayMilliseconds;
  // Nothing is billed before the case was taken.
  if (latest < openedAt) return;
  const createdAt = firm.random.instant(Math.max(openedAt, end - oldest * dayMilliseconds), latest);
  const invoice = addDraft(firm, firmCase, createdAt);
  firm.history.recordCreation("invoice.created", invoice, relateToCase(firmCase), firm.plainActor);
  for (const [position, status] of path.slice(1).entries()) {
    const at = chooseInstant(
      firm,
      invoice,
      status,
      (end - Date.parse(invoice.updatedAt)) / (path.length - 1 - position),
    );
    const patch = enterStatus(firm.random, invoice, status, at);
    const paidCents = (patch.paidCents ?? invoice.paidCents) - invoice.paidCents;
    if (paidCents > 0) addPayment(firm, firmCase, invoice, { amountCents: paidCents, receivedAt: at });
    firm.history.recordChange("invoice.status_changed", invoice, patch, {
      at,
      relatedIds: relateToCase(firmCase),
      actor: firm.plainActor,
    });
  }
}

/** What paidCents is made of: each step is one payment. */
function addPayment(
  firm: Firm,
  firmCase: FirmCase,
  invoice: Invoice,
  { amountCents, receivedAt }: { amountCents: number; receivedAt: number },
): void {
  const { organizationId, plainActor } = firm;
  // Another source of choices: those of the firm after the invoices stay the same.
  const random = createRandom(firm.rows.Payment.length + 1);
  const method = invoice.payFromSettlement
    ? "settlement_proceeds"
    : random.pick(["check", "check", "ach", "wire", "card"]);
  const { Payment: payment } = firm.add({
    Payment: buildPayment({
      organizationId,
      invoiceId: invoice.id,
      amountCents,
      method,
      receivedOn: toDay(receivedAt),
      checkNumber: method === "check" ? random.digits(6) : null,
      createdBy: describeActor(plainActor),
      createdAt: toInstant(receivedAt),
    }),
  });
  const relatedIds = [...relateToCase(firmCase), { entity: "invoice", id: invoice.id }];
  firm.history.recordCreation("payment.received", payment, relatedIds, plainActor);
}

/** When the invoice gets this status: soon when it is sent, the day after it was due when it is overdue. */
function chooseInstant(firm: Firm, invoice: Invoice, status: string, longest: number): number {
  const last = Date.parse(invoice.updatedAt);
  if (status === "sent") return last + Math.min(6 * hourMilliseconds, longest * firm.random.fraction());
  if (status === "overdue" && invoice.dueOn !== null) return Date.parse(`${invoice.dueOn}T13:00:00Z`) + dayMilliseconds;
  return firm.random.instant(last + 0.2 * longest, last + 0.9 * longest);
}

function addDraft(firm: Firm, { row, client }: FirmCase, createdAt: number): Invoice {
  const { random, organizationId, rows, add } = firm;
  const at = toInstant(createdAt);
  const lines = describeLines(random, createdAt);
  const subtotalCents = sumUp(lines);
  const discountCents = random.chance(0.2) ? Math.floor(subtotalCents * 0.1) : 0;
  const taxCents = random.chance(0.1) ? Math.floor(subtotalCents * 0.06) : 0;
  const records = buildInvoice(
    {
      organizationId,
      invoiceNumber: `INV-${at.slice(0, 4)}-${String(rows.Invoice.length + 1).padStart(5, "0")}`,
      caseId: row.id,
      clientId: client.id,
      subject: random.pick(["Case costs advanced", "Expert and filing costs", "Record retrieval costs"]),
      memo: random.chance(0.3) ? "To be reimbursed from the settlement." : null,
      discountCents,
      taxCents,
      externalId: random.chance(0.2) ? `AR-${90_000 + rows.Invoice.length}` : null,
      createdAt: at,
    },
    lines,
  );
  return add(records).Invoice;
}

const offers = [
  { kind: "expense", description: "Filing fee", quantity: [1, 1], rateCents: [15_000, 41_000] },
  { kind: "expense", description: "Medical records copy charges", quantity: [20, 400], rateCents: [25, 95] },
  { kind: "expense", description: "Service of process", quantity: [1, 3], rateCents: [6_500, 12_000] },
  { kind: "expense", description: "Court reporter and transcript", quantity: [1, 2], rateCents: [38_000, 110_000] },
  { kind: "time", description: "Expert review of imaging", quantity: [1, 8], rateCents: [25_000, 60_000] },
  { kind: "flat_fee", description: "Accident reconstruction report", quantity: [1, 1], rateCents: [250_000, 780_000] },
] as const;

type Line = Parameters<typeof buildInvoice>[1][number];

const sumUp = (lines: readonly Line[]) =>
  lines.reduce((sum, { quantity, rateCents }) => sum + Math.round(quantity * rateCents), 0);

function describeLines(random: Random, createdAt: number): Line[] {
  const chosen = random.pickSome(offers, random.integer(1, 4));
  const describe = (item: Pick<Line, "kind" | "description" | "quantity" | "rateCents">): Line => ({
    ...item,
    unit: item.kind === "time" ? "hour" : null,
    serviceOn: toDay(createdAt - random.integer(1, 20) * dayMilliseconds),
  });
  const lines = chosen.map(({ kind, description, quantity, rateCents: [lowest, highest] }) => {
    // Hours are billed in quarters, everything else by the piece.
    const count = random.integer(quantity[0], quantity[1]) + (kind === "time" ? random.integer(0, 3) / 4 : 0);
    return describe({ kind, description, quantity: count, rateCents: random.integer(lowest, highest) });
  });
  // A credit must leave something to pay: a few pages of copies cost less than it.
  if (sumUp(lines) < 10_000 || !random.chance(0.15)) return lines;
  return [...lines, describe({ kind: "credit", description: "Courtesy credit", quantity: 1, rateCents: -2_500 })];
}

/** The fields that change when the invoice gets this status. */
function enterStatus(random: Random, invoice: Invoice, status: string, at: number): Partial<Invoice> {
  switch (status) {
    case "sent":
      return {
        status,
        issuedOn: toDay(at),
        sentAt: toInstant(at),
        dueOn: toDay(at + invoice.paymentTermsDays * dayMilliseconds),
      };
    case "to_be_paid":
      return { status, issuedOn: toDay(at), payFromSettlement: true };
    case "partial":
      return { status, paidCents: Math.max(1, Math.floor(invoice.totalCents * (0.2 + random.fraction() * 0.6))) };
    case "paid":
      return { status, paidCents: invoice.totalCents, paidAt: toInstant(at) };
    default:
      return { status };
  }
}
