import { lienProcedures } from "./liens/operations.ts";
import { settlementProcedures } from "./settlements/operations.ts";
import { statementProcedures } from "./statements/operations.ts";
import { statementsPortal } from "./statements/portal.ts";

/** The portal reads; what changes a settlement needs an acting attorney, and comes through the API. */
export const settlementsPortal = {
  "settlements.list": settlementProcedures["settlements.list"],
  "settlements.get": settlementProcedures["settlements.get"],
  "settlements.calculate": settlementProcedures["settlements.calculate"],
  "settlementStatements.get": statementProcedures["settlementStatements.get"],
  ...statementsPortal,
  "liens.list": lienProcedures["liens.list"],
  "liens.get": lienProcedures["liens.get"],
};
