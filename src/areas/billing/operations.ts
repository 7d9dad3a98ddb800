import { router } from "../../rpc/operation.ts";
import { invoiceProcedures } from "./invoices/operations.ts";
import { paymentProcedures } from "./payments/operations.ts";

export const billing = router({ ...invoiceProcedures, ...paymentProcedures });
