import { defineArea } from "../../rpc/area.ts";
import { documentArchive } from "./archive.ts";
import { documentSearch } from "./domain.search.ts";
import { documentProcedures } from "./operations.records.ts";
import { folderProcedures } from "./folders/operations.ts";
import { versionProcedures } from "./versions/operations.ts";
import { folderExamples } from "./folders/examples.ts";
import { documentExamples } from "./examples.ts";
import { versionExamples } from "./versions/examples.ts";
import { folderEvents } from "./folders/events.ts";
import { documentEvents } from "./events.ts";
import { documentEnumerations } from "./enumerations.ts";

export const documents = defineArea(
  {
    ...folderProcedures,
    ...documentProcedures,
    ...versionProcedures,
  },
  {
    examples: { ...folderExamples, ...documentExamples, ...versionExamples },
    events: [folderEvents, documentEvents],
    enumerations: documentEnumerations,
    archive: documentArchive,
    search: [documentSearch],
  },
);
