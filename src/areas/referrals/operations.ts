import { defineArea } from "../../rpc/area.ts";
import { referralArchive } from "./archive.ts";
import { feeTermsEnumerations } from "./enumerations.ts";
import { partnerFirmEnumerations } from "./partner-firms/enumerations.ts";
import { partnerFirmEvents } from "./partner-firms/events.ts";
import { partnerFirmExamples } from "./partner-firms/examples.ts";
import { partnerFirmProcedures } from "./partner-firms/operations.ts";

export const referrals = defineArea(
  { ...partnerFirmProcedures },
  {
    examples: { ...partnerFirmExamples },
    events: [partnerFirmEvents],
    enumerations: { ...feeTermsEnumerations, ...partnerFirmEnumerations },
    archive: referralArchive,
  },
);
