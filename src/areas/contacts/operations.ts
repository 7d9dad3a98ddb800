import { recordProcedures } from "./operations.records.ts";
import { relationshipProcedures } from "./relationships/operations.ts";

/** People and companies around the cases. */
export const contactProcedures = { ...recordProcedures, ...relationshipProcedures };
