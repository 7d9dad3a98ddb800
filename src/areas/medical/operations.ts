import { router } from "../../rpc/operation.ts";
import { authorizationProcedures } from "./operations.authorizations.ts";
import { billProcedures } from "./operations.bills.ts";
import { facilityProcedures } from "./operations.facilities.ts";
import { queueProcedures } from "./operations.queue.ts";
import { recordProcedures } from "./operations.records.ts";
import { requestProcedures } from "./operations.requests.ts";
import { treatmentProcedures } from "./operations.treatments.ts";

export const medical = router({
  ...facilityProcedures,
  ...treatmentProcedures,
  ...billProcedures,
  ...recordProcedures,
  ...requestProcedures,
  ...authorizationProcedures,
  ...queueProcedures,
});
