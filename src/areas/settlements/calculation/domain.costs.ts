import { capitalize } from "../../../contract/values/capitalize.ts";
import { invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import type { Deduction } from "./domain.calculate.ts";
import type { PayeeType, StatementChoices } from "../statements/schema.ts";
import type { HeldLine, PayableInvoice, RecoverableCost } from "./store.inputs.ts";

/** A cost or an invoice that a share pays. */
export interface CostLine extends Deduction {
  payeeType: PayeeType;
  payeeContactId: string | null;
  payeeName: string | null;
  source: { entity: "expense" | "invoice"; id: string };
}

/** Of which share of which settlement, and what statements in force take already. */
export interface Part {
  settlementId: string;
  shareId: string;
  held: readonly HeldLine[];
  /** The share's part of an amount of the whole settlement. */
  split: (cents: number) => number;
}

/** What a record still has for a share, in US cents. */
interface Available {
  /** By the gross amounts of the shares. */
  partCents: number;
  /** The most: what no other statement in force takes. */
  mostCents: number;
}

/**
 * What the statements in force of the settlement took is there again for the next version: of the share's own all of
 * it, of all its shares for the split.
 */
function findAvailable(key: string, leftCents: number, { settlementId, shareId, held, split }: Part): Available {
  const taken = held.filter((line) => line.key === key && line.settlementId === settlementId);
  const sum = (lines: readonly HeldLine[]) => lines.reduce((all, { amountCents }) => all + amountCents, 0);
  const mostCents = leftCents + sum(taken.filter((line) => line.shareId === shareId));
  return { partCents: Math.min(mostCents, split(leftCents + sum(taken))), mostCents };
}

const firmKey = (expenseId: string) => `case_cost:${expenseId}`;
const vendorKey = (expenseId: string) => `vendor_cost:${expenseId}`;

interface AvailableCost {
  cost: RecoverableCost;
  firm: Available;
  vendor: Available;
}

/**
 * The costs that a share bears: what the firm advanced goes to the firm, what nobody paid yet to the vendor.
 *
 * @param chosen null for the share's part of each
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for more than is left of one
 */
export function chooseCosts(
  costs: readonly RecoverableCost[],
  part: Part,
  chosen: NonNullable<StatementChoices["costs"]> | null,
): CostLine[] {
  const available = costs.map((cost) => ({
    cost,
    firm: findAvailable(firmKey(cost.id), cost.outstandingCents, part),
    vendor: findAvailable(vendorKey(cost.id), cost.unpaidCents, part),
  }));
  if (chosen === null)
    return available.flatMap((each) => describeCost(each, each.firm.partCents, each.vendor.partCents));
  return chosen.flatMap(({ expenseId, amountCents }) => {
    const found = available.find(({ cost }) => cost.id === expenseId);
    if (found === undefined) throw notFound("Expense");
    const leftCents = found.firm.mostCents + found.vendor.mostCents;
    if (amountCents > leftCents)
      throw invalidState(`The expense ${found.cost.sequenceId} has ${leftCents} cents left to reimburse or pay`);
    const firmCents = Math.min(amountCents, found.firm.mostCents);
    return describeCost(found, firmCents, amountCents - firmCents);
  });
}

function describeCost({ cost }: AvailableCost, firmCents: number, vendorCents: number): CostLine[] {
  const { id, category, description, vendorContactId, vendorName } = cost;
  const source = { entity: "expense", id } as const;
  const label = `${capitalize(category.replaceAll("_", " "))}: ${description}`;
  const lines: CostLine[] = [
    {
      key: firmKey(id),
      label,
      amountCents: firmCents,
      payeeType: "firm_cost_reimbursement",
      payeeContactId: null,
      payeeName: null,
      source,
    },
    {
      key: vendorKey(id),
      label,
      amountCents: vendorCents,
      payeeType: "vendor",
      payeeContactId: vendorContactId,
      payeeName: vendorName,
      source,
    },
  ];
  return lines.filter(({ amountCents }) => amountCents > 0);
}

/** The share's part of the invoices that are paid from the settlement. */
export function chooseInvoices(invoices: readonly PayableInvoice[], part: Part): CostLine[] {
  return invoices.flatMap(({ id, invoiceNumber, balanceCents }) => {
    const key = `invoice:${id}`;
    const { partCents: amountCents } = findAvailable(key, balanceCents, part);
    if (amountCents === 0) return [];
    return [
      {
        key,
        label: `Invoice ${invoiceNumber}`,
        amountCents,
        payeeType: "firm_cost_reimbursement",
        payeeContactId: null,
        payeeName: null,
        source: { entity: "invoice", id },
      },
    ];
  });
}
