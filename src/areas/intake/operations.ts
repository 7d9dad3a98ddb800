import { intakeEnumerations } from "../../contract/enumerations.intake.ts";
import { defineArea } from "../../rpc/area.ts";
import { answerProcedures, leadAnswerProcedures } from "./answers/operations.ts";
import { formProcedures } from "./forms/operations.ts";
import { answerExamples } from "./answers/examples.ts";
import { formExamples } from "./forms/examples.ts";
import { answerEvents } from "./answers/events.ts";
import { formEvents } from "./forms/events.ts";

export const intake = defineArea({ ...answerProcedures, ...leadAnswerProcedures, ...formProcedures }, { examples: { ...answerExamples, ...formExamples }, events: [answerEvents, formEvents], enumerations: intakeEnumerations });
