import { defineArea } from "../../rpc/area.ts";
import { intakeArchive } from "./archive.ts";
import { answerProcedures, leadAnswerProcedures } from "./answers/operations.ts";
import { formProcedures } from "./forms/operations.ts";
import { answerExamples } from "./answers/examples.ts";
import { formExamples } from "./forms/examples.ts";
import { answerEvents } from "./answers/events.ts";
import { formEvents } from "./forms/events.ts";
import { answerEnumerations } from "./answers/enumerations.ts";
import { formEnumerations } from "./forms/enumerations.ts";

export const intake = defineArea(
  { ...answerProcedures, ...leadAnswerProcedures, ...formProcedures },
  {
    examples: { ...answerExamples, ...formExamples },
    events: [answerEvents, formEvents],
    enumerations: { ...answerEnumerations, ...formEnumerations },
    archive: intakeArchive,
  },
);
