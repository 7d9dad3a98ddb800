import { router } from "../../rpc/operation.ts";
import { answerProcedures, leadAnswerProcedures } from "./operations.answers.ts";
import { formProcedures } from "./operations.forms.ts";

export const intake = router({ ...answerProcedures, ...leadAnswerProcedures, ...formProcedures });
