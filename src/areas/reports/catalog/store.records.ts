import { sql } from "kysely";
import { invoiceEnumerations } from "../../billing/invoices/enumerations.ts";
import { paymentEnumerations } from "../../billing/payments/enumerations.ts";
import { documentEnumerations } from "../../documents/enumerations.ts";
import {
  date,
  flag,
  group,
  instant,
  integer,
  joinOne,
  money,
  nameOf,
  text,
  type ReportSource,
  versionFields,
} from "./store.fields.ts";
import { caseFields, caseJoins } from "./store.case-parts.ts";

export const documentSource: ReportSource = {
  scope: "documents:read",
  from: sql`"Document" t`,
  live: sql<boolean>`t."deletedAt" IS NULL`,
  custom: null,
  joins: { ...caseJoins(sql`t."caseId"`), owner: { sql: joinOne("Member", "w", sql`t."ownerAttorneyId"`) } },
  fields: {
    ...group("Document", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      name: text("Name", sql`t.name`, { isNeverNull: true }),
      category: text("Category", sql`t.category`, { of: documentEnumerations.documentCategory, isNeverNull: true }),
      status: text("Status", sql`t.status`, { of: documentEnumerations.documentStatus, isNeverNull: true }),
      source: text("Source", sql`t.source`, { of: documentEnumerations.documentSource }),
      contentType: text("Content type", sql`t."contentType"`),
      sizeBytes: integer("Bytes", sql`t."sizeBytes"`),
      version: integer("Version", sql`t.version`),
      isPrivileged: flag("Privileged", sql`t."isPrivileged"`),
      isConfidential: flag("Confidential", sql`t."isConfidential"`),
      containsPhi: flag("Contains PHI", sql`t."containsPhi"`),
      legalHold: flag("Legal hold", sql`t."legalHold"`),
      ownerName: text("Owner", nameOf("w"), { joins: ["owner"] }),
      caseId: text("Case ID", sql`t."caseId"`),
      leadId: text("Lead ID", sql`t."leadId"`),
    }),
    ...group("Dates", {
      documentDate: date("Date of the document", sql`t."documentDate"`),
      receivedOn: date("Received", sql`t."receivedOn"`),
      ...versionFields,
    }),
    ...caseFields,
  },
};

/** Only an invoice that can still be paid can be overdue. */
const isOwed = sql`(t.status IN ('sent', 'partial', 'overdue', 'to_be_paid') AND t."totalCents" > t."paidCents")`;
const overdue = sql`(o.today - t."dueOn")`;
const isCurrent = sql`(t."dueOn" IS NULL OR t."dueOn" >= o.today)`;

const aging = sql`CASE WHEN NOT ${isOwed} THEN NULL WHEN ${isCurrent} THEN 'current' WHEN ${overdue} <= 30 THEN 'days_1_30'
  WHEN ${overdue} <= 60 THEN 'days_31_60' WHEN ${overdue} <= 90 THEN 'days_61_90' ELSE 'days_over_90' END`;

export const invoiceSource: ReportSource = {
  scope: "billing:read",
  from: sql`"Invoice" t`,
  live: sql<boolean>`t."deletedAt" IS NULL`,
  custom: null,
  joins: { ...caseJoins(sql`t."caseId"`), billed: { sql: joinOne("Client", "b", sql`t."clientId"`) } },
  fields: {
    ...group("Invoice", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      invoiceNumber: text("Number", sql`t."invoiceNumber"`, { isNeverNull: true }),
      status: text("Status", sql`t.status`, { of: invoiceEnumerations.invoiceStatus, isNeverNull: true }),
      direction: text("Direction", sql`t.direction`, { of: invoiceEnumerations.invoiceDirection, isNeverNull: true }),
      subject: text("Subject", sql`t.subject`),
      caseId: text("Case ID", sql`t."caseId"`, { isNeverNull: true }),
      clientId: text("Client’s ID", sql`t."clientId"`, { isNeverNull: true }),
      payFromSettlement: flag("Paid from the settlement", sql`t."payFromSettlement"`),
      externalId: text("External ID", sql`t."externalId"`),
    }),
    ...group("Money", {
      subtotalCents: money("Subtotal", sql`t."subtotalCents"`),
      discountCents: money("Discount", sql`t."discountCents"`),
      taxCents: money("Tax", sql`t."taxCents"`),
      totalCents: money("Total", sql`t."totalCents"`),
      paidCents: money("Paid", sql`t."paidCents"`),
      balanceCents: money("Left", sql`(t."totalCents" - t."paidCents")`),
      daysOverdue: integer("Days overdue", sql`CASE WHEN ${isOwed} AND NOT ${isCurrent} THEN ${overdue} END`),
      agingBucket: text("Past due", aging, { of: invoiceEnumerations.agingBucket, isRanked: true }),
    }),
    ...group("Dates", {
      issuedOn: date("Issued", sql`t."issuedOn"`),
      dueOn: date("Due", sql`t."dueOn"`),
      sentAt: instant("Sent", sql`t."sentAt"`),
      paidAt: instant("Paid at", sql`t."paidAt"`),
      ...versionFields,
    }),
    ...caseFields,
    ...group("Case", { clientName: text("Client", nameOf("b"), { scope: "clients:read", joins: ["billed"] }) }),
  },
};

const ofInvoice = { joins: ["invoice"] };

export const paymentSource: ReportSource = {
  scope: "billing:read",
  from: sql`"Payment" t`,
  live: sql<boolean>`true`,
  custom: null,
  joins: { invoice: { sql: joinOne("Invoice", "i", sql`t."invoiceId"`) }, ...caseJoins(sql`i."caseId"`, ["invoice"]) },
  fields: {
    ...group("Payment", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      method: text("Method", sql`t.method`, { of: paymentEnumerations.paymentMethod, isNeverNull: true }),
      status: text("Status", sql`t.status`, { of: paymentEnumerations.paymentStatus, isNeverNull: true }),
      statusReason: text("Reason of the status", sql`t."statusReason"`),
      amountCents: money("Amount", sql`t."amountCents"`),
      refundedCents: money("Given back", sql`t."refundedCents"`),
      netCents: money("Net", sql`(t."amountCents" - t."refundedCents")`),
      reference: text("Reference", sql`t.reference`),
      externalId: text("External ID", sql`t."externalId"`),
    }),
    ...group("Invoice", {
      invoiceId: text("Invoice ID", sql`t."invoiceId"`),
      invoiceNumber: text("Invoice", sql`i."invoiceNumber"`, ofInvoice),
      direction: text("Direction", sql`i.direction`, { of: invoiceEnumerations.invoiceDirection, ...ofInvoice }),
      invoiceStatus: text("Status of the invoice", sql`i.status`, {
        of: invoiceEnumerations.invoiceStatus,
        ...ofInvoice,
      }),
      caseId: text("Case ID", sql`i."caseId"`, ofInvoice),
    }),
    ...group("Dates", {
      receivedOn: date("Received", sql`t."receivedOn"`, { isNeverNull: true }),
      clearedOn: date("Cleared", sql`t."clearedOn"`),
      ...versionFields,
    }),
    ...caseFields,
  },
};
