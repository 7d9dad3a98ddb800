import type { Insertable } from "kysely";
import { createId } from "../../platform/ids.ts";
import type { Tables } from "../../platform/tables.ts";
import type { Arrangement } from "../../testing/arranged-request.ts";
import { createCase } from "../../testing/firm.ts";
import type { TestFirm } from "../../testing/firm.ts";

export interface CreatedInvoice {
  invoiceId: string;
  caseId: string;
  clientId: string;
}

/** A draft over 1,250.00 with one line, of a case of its own. */
export async function createInvoice(firm: TestFirm, values: Partial<Insertable<Tables["Invoice"]>> = {}): Promise<CreatedInvoice> {
  const { organizationId } = firm;
  const { caseId, clientId } = await createCase(firm);
  const id = createId("invoice");
  await firm.inside(async (transaction) => {
    await transaction
      .insertInto("Invoice")
      .values({ organizationId, id, invoiceNumber: `INV-${id}`, caseId, clientId, subtotalCents: 125_000, totalCents: 125_000, ...values })
      .execute();
    await transaction
      .insertInto("InvoiceLineItem")
      .values({
        organizationId,
        id: createId("invoiceLineItem"),
        invoiceId: id,
        position: 1,
        kind: "fee",
        description: "Consultation",
        quantity: 2.5,
        rateCents: 50_000,
        amountCents: 125_000,
        serviceOn: "2026-03-14",
      })
      .execute();
  });
  return { invoiceId: id, caseId, clientId };
}

const arrangeTransition: Arrangement = async (firm) => {
  const { invoiceId, caseId, clientId } = await createInvoice(firm);
  return {
    pathValues: { invoiceId },
    body: { status: "to_be_paid" },
    recordParameters: ["invoiceId"],
    revision: 1,
    change: async () => {
      await firm.inside((transaction) => transaction.updateTable("Invoice").set({ memo: "changed since" }).where("id", "=", invoiceId).execute());
    },
    touched: () => ({
      entity: "invoice",
      id: invoiceId,
      relatedIds: [
        { entity: "case", id: caseId },
        { entity: "client", id: clientId },
      ],
    }),
    diff: {
      status: { from: "draft", to: "to_be_paid" },
      availableTransitions: { from: ["sent", "to_be_paid"], to: ["partial", "paid"] },
    },
  };
};

export const billingArrangements = { "billing.transitionInvoice": arrangeTransition } satisfies Record<string, Arrangement>;
