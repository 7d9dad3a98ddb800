import { lienProcedures } from "./liens/operations.ts";

/** The portal reads; what changes a settlement needs an acting attorney, and comes through the API. */
export const settlementsPortal = {
  "liens.list": lienProcedures["liens.list"],
  "liens.get": lienProcedures["liens.get"],
};
