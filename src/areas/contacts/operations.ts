import { router } from "../../rpc/operation.ts";
import { contactProcedures } from "./operations.contacts.ts";
import { conflictProcedures } from "./operations.conflicts.ts";
import { relationshipProcedures } from "./operations.relationships.ts";

/** People and companies around the cases. */
export const contacts = router({ ...contactProcedures, ...relationshipProcedures, ...conflictProcedures });
