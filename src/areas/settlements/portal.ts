import { lienProcedures } from "./liens/operations.ts";
import { settlementProcedures } from "./settlements/operations.ts";

/** The portal reads; what changes a settlement needs an acting attorney, and comes through the API. */
export const settlementsPortal = {
  "settlements.list": settlementProcedures["settlements.list"],
  "settlements.get": settlementProcedures["settlements.get"],
  "liens.list": lienProcedures["liens.list"],
  "liens.get": lienProcedures["liens.get"],
};
