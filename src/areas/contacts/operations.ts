import { router } from "../../rpc/operation.ts";
import { contactProcedures } from "./operations.records.ts";
import { conflictProcedures } from "./conflicts/operations.ts";
import { relationshipProcedures } from "./relationships/operations.ts";

/** People and companies around the cases. */
export const contacts = router({ ...contactProcedures, ...relationshipProcedures, ...conflictProcedures });
