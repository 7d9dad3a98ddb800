import { router } from "../../rpc/operation.ts";
import { answerProcedures, leadAnswerProcedures } from "./answers/operations.ts";
import { formProcedures } from "./forms/operations.ts";

export const intake = router({ ...answerProcedures, ...leadAnswerProcedures, ...formProcedures });
