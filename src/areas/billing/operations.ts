import { defineArea } from "../../rpc/area.ts";
import { billingArchive } from "./archive.ts";
import { invoiceProcedures } from "./invoices/operations.ts";
import { paymentProcedures } from "./payments/operations.ts";
import { expenseProcedures } from "./expenses/operations.ts";
import { invoiceSearch } from "./invoices/domain.search.ts";
import { invoiceExamples } from "./invoices/examples.ts";
import { paymentExamples } from "./payments/examples.ts";
import { expenseExamples } from "./expenses/examples.ts";
import { invoiceEvents } from "./invoices/events.ts";
import { paymentEvents } from "./payments/events.ts";
import { expenseEvents } from "./expenses/events.ts";
import { billingPolicyEvents } from "./policy/events.ts";
import { invoiceStates } from "./invoices/domain.describe.ts";
import { paymentStates } from "./payments/domain.ts";
import { expenseStates } from "./expenses/domain.states.ts";
import { invoiceEnumerations } from "./invoices/enumerations.ts";
import { paymentEnumerations } from "./payments/enumerations.ts";
import { expenseEnumerations } from "./expenses/enumerations.ts";

export const billing = defineArea(
  { ...invoiceProcedures, ...paymentProcedures, ...expenseProcedures },
  {
    examples: { ...invoiceExamples, ...paymentExamples, ...expenseExamples },
    events: [invoiceEvents, paymentEvents, expenseEvents, billingPolicyEvents],
    enumerations: { ...invoiceEnumerations, ...paymentEnumerations, ...expenseEnumerations },
    stateMachines: { invoiceStatus: invoiceStates, paymentStatus: paymentStates, expenseStatus: expenseStates },
    archive: billingArchive,
    search: [invoiceSearch],
  },
);
