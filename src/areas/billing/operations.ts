import { router } from "../../rpc/operation.ts";
import { invoiceProcedures } from "./operations.invoices.ts";
import { paymentProcedures } from "./operations.payments.ts";

export const billing = router({ ...invoiceProcedures, ...paymentProcedures });
