import { defineArea } from "../../rpc/area.ts";
import { billingArchive } from "./archive.ts";
import { invoiceProcedures } from "./invoices/operations.ts";
import { paymentProcedures } from "./payments/operations.ts";
import { invoiceExamples } from "./invoices/examples.ts";
import { paymentExamples } from "./payments/examples.ts";
import { invoiceEvents } from "./invoices/events.ts";
import { paymentEvents } from "./payments/events.ts";
import { invoiceStates } from "./invoices/domain.describe.ts";
import { paymentStates } from "./payments/domain.ts";
import { invoiceEnumerations } from "./invoices/enumerations.ts";
import { paymentEnumerations } from "./payments/enumerations.ts";

export const billing = defineArea(
  { ...invoiceProcedures, ...paymentProcedures },
  {
    examples: { ...invoiceExamples, ...paymentExamples },
    events: [invoiceEvents, paymentEvents],
    enumerations: { ...invoiceEnumerations, ...paymentEnumerations },
    stateMachines: { invoiceStatus: invoiceStates, paymentStatus: paymentStates },
    archive: billingArchive,
  },
);
