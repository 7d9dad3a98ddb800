import { router } from "../../rpc/operation.ts";
import { documentProcedures } from "./operations.documents.ts";
import { folderProcedures } from "./operations.folders.ts";
import { versionProcedures } from "./operations.versions.ts";

export const documents = router({
  ...folderProcedures,
  ...documentProcedures,
  ...versionProcedures,
});
