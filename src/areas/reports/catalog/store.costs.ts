import { sql } from "kysely";
import { expenseEnumerations } from "../../billing/expenses/enumerations.ts";
import { damageEnumerations } from "../../cases/damages/enumerations.ts";
import { caseFields, caseJoins } from "./store.case-parts.ts";
import { date, flag, group, integer, joinOne, money, text, type ReportSource, versionFields } from "./store.fields.ts";

const damageKind = sql`CASE WHEN t.category IN ('pain_suffering', 'loss_of_consortium', 'disfigurement') THEN 'general'
  WHEN t.category = 'punitive' THEN 'punitive' ELSE 'special' END`;

export const damageSource: ReportSource = {
  scope: "cases:read",
  from: sql`"Damage" t`,
  live: sql<boolean>`t."deletedAt" IS NULL`,
  custom: null,
  joins: caseJoins(sql`t."caseId"`),
  fields: {
    ...group("Damage", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      category: text("Category", sql`t.category`, { of: damageEnumerations.damageCategory, isNeverNull: true }),
      kind: text("Kind", damageKind, { of: damageEnumerations.damageKind, isRanked: true }),
      amountCents: money("Amount", sql`t."amountCents"`),
      isEstimate: flag("Estimate", sql`t."isEstimate"`),
      caseId: text("Case ID", sql`t."caseId"`, { isNeverNull: true }),
      externalId: text("External ID", sql`t."externalId"`),
    }),
    ...group("Dates", {
      startOn: date("From", sql`t."startOn"`),
      endOn: date("To", sql`t."endOn"`),
      ...versionFields,
    }),
    ...caseFields,
  },
};

const isUnpaid = sql`t.status IN ('pending_approval', 'approved')`;

export const expenseSource: ReportSource = {
  scope: "billing:read",
  from: sql`"Expense" t`,
  live: sql<boolean>`t."deletedAt" IS NULL`,
  custom: null,
  joins: { ...caseJoins(sql`t."caseId"`), vendor: { sql: joinOne("Contact", "v", sql`t."vendorContactId"`) } },
  fields: {
    ...group("Expense", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      sequenceId: text("Number", sql`t."sequenceId"`, { isNeverNull: true }),
      category: text("Category", sql`t.category`, { of: expenseEnumerations.expenseCategory, isNeverNull: true }),
      kind: text("Kind", sql`t.kind`, { of: expenseEnumerations.expenseKind }),
      status: text("Status", sql`t.status`, { of: expenseEnumerations.expenseStatus, isNeverNull: true }),
      description: text("Description", sql`t.description`),
      vendorName: text("Vendor", sql`v.name`, { joins: ["vendor"] }),
      vendorContactId: text("Vendor’s ID", sql`t."vendorContactId"`),
      vendorInvoiceNumber: text("Vendor’s invoice", sql`t."vendorInvoiceNumber"`),
      isRecoverable: flag("Recoverable", sql`t."isRecoverable"`),
      caseId: text("Case ID", sql`t."caseId"`, { isNeverNull: true }),
      externalId: text("External ID", sql`t."externalId"`),
    }),
    ...group("Money", {
      amountCents: money("Amount", sql`t."amountCents"`),
      paidCents: money("Advanced", sql`t."paidCents"`),
      unpaidCents: money("Unpaid", sql`CASE WHEN ${isUnpaid} THEN t."amountCents" - t."paidCents" ELSE 0 END`),
      reimbursedCents: money("Reimbursed", sql`t."reimbursedCents"`),
      writtenOffCents: money("Written off", sql`t."writtenOffCents"`),
      outstandingCents: money("Outstanding", sql`t."outstandingCents"`),
      daysOverdue: integer(
        "Days overdue",
        sql`CASE WHEN ${isUnpaid} AND t."dueOn" < o.today THEN o.today - t."dueOn" END`,
      ),
    }),
    ...group("Dates", {
      incurredOn: date("Incurred", sql`t."incurredOn"`, { isNeverNull: true }),
      dueOn: date("Due", sql`t."dueOn"`),
      ...versionFields,
    }),
    ...caseFields,
  },
};
