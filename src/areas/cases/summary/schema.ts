import * as z from "zod";
import { CalendarDate, Cents, Id, Instant } from "../../../contract/values.ts";

const counter = (needed: string) => z.int().nullable().meta({ description: `null without \`${needed}\`.` });
const sum = (needed: string) => Cents.nullable().meta({ description: `US cents; null without \`${needed}\`.` });

export const CaseNumbers = z
  .object({
    id: Id,
    partyCount: z.int(),
    attorneyCount: z.int(),
    insurancePolicyCount: z.int(),
    documentCount: counter("documents:read"),
    folderCount: counter("documents:read"),
    answerCount: counter("intake:read"),
    noteCount: counter("notes:read"),
    lastNoteAt: Instant.nullable().meta({ description: "When the latest note happened (`occurredAt`). null without `notes:read`." }),
    openTaskCount: counter("tasks:read"),
    overdueTaskCount: counter("tasks:read"),
    nextTaskDueOn: CalendarDate.nullable().meta({ description: "The first due day of an open task, past ones included. null without `tasks:read`." }),
    invoiceCount: counter("billing:read"),
    openInvoiceCount: counter("billing:read").meta({ description: "Sent, partial or overdue. null without `billing:read`." }),
    facilityCount: counter("medical:read"),
    openRequestCount: counter("medical:read").meta({ description: "Open retrieval requests. null without `medical:read`." }),
    statuteOfLimitationsOn: CalendarDate.nullable(),
    money: z.object({
      estimatedSettlementMinCents: Cents.nullable(),
      estimatedSettlementMaxCents: Cents.nullable(),
      projectedFeeAmountCents: Cents.nullable(),
      settlementAmountCents: Cents.nullable(),
      recoveryAmountCents: Cents.nullable(),
      invoicedCents: sum("billing:read"),
      invoicePaidCents: sum("billing:read"),
      invoiceBalanceCents: sum("billing:read"),
      medicalBilledCents: sum("medical:read"),
      medicalPaidCents: sum("medical:read"),
    }),
  })
  .meta({ id: "CaseNumbers" });
export type CaseNumbers = z.infer<typeof CaseNumbers>;
