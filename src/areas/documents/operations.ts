import { router } from "../../rpc/operation.ts";
import { documentProcedures } from "./operations.records.ts";
import { folderProcedures } from "./folders/operations.ts";
import { versionProcedures } from "./versions/operations.ts";

export const documents = router({
  ...folderProcedures,
  ...documentProcedures,
  ...versionProcedures,
});
