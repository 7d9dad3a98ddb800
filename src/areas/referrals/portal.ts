import { referralProcedures } from "./referrals/operations.ts";
import { updateProcedures } from "./updates/operations.ts";

/** The portal reads; what changes a referral needs an acting attorney, and comes through the API. */
export const referralsPortal = {
  "referrals.list": referralProcedures["referrals.list"],
  "referrals.get": referralProcedures["referrals.get"],
  "referrals.updates.list": updateProcedures["referrals.updates.list"],
};
