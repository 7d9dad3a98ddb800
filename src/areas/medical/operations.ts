import { router } from "../../rpc/operation.ts";
import { authorizationProcedures } from "./authorizations/operations.ts";
import { billProcedures } from "./bills/operations.ts";
import { facilityProcedures } from "./facilities/operations.ts";
import { queueProcedures } from "./queue/operations.ts";
import { recordProcedures } from "./records/operations.ts";
import { requestProcedures } from "./requests/operations.ts";
import { treatmentProcedures } from "./treatments/operations.ts";

export const medical = router({
  ...facilityProcedures,
  ...treatmentProcedures,
  ...billProcedures,
  ...recordProcedures,
  ...requestProcedures,
  ...authorizationProcedures,
  ...queueProcedures,
});
