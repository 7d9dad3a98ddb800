import { defineArea } from "../../rpc/area.ts";
import { contactArchive } from "./archive.ts";
import { contactSearch } from "./domain.search.ts";
import { recordProcedures } from "./operations.records.ts";
import { relationshipProcedures } from "./relationships/operations.ts";
import { contactExamples } from "./examples.ts";
import { relationshipExamples } from "./relationships/examples.ts";
import { contactEvents } from "./events.ts";
import { relationshipEvents } from "./relationships/events.ts";
import { contactEnumerations } from "./enumerations.ts";

export const contacts = defineArea(
  { ...recordProcedures, ...relationshipProcedures },
  {
    examples: { ...contactExamples, ...relationshipExamples },
    events: [contactEvents, relationshipEvents],
    enumerations: contactEnumerations,
    archive: contactArchive,
    search: [contactSearch],
  },
);
