import { defineArea } from "../../rpc/area.ts";
import { referralArchive } from "./archive.ts";
import { referralDocumentEnumerations } from "./documents/enumerations.ts";
import { referralDocumentExamples } from "./documents/examples.ts";
import { referralDocumentProcedures } from "./documents/operations.ts";
import { feeTermsEnumerations } from "./enumerations.ts";
import { historyExamples } from "./history/examples.ts";
import { historyProcedures } from "./history/operations.ts";
import { partnerFirmEnumerations } from "./partner-firms/enumerations.ts";
import { partnerFirmEvents } from "./partner-firms/events.ts";
import { partnerFirmExamples } from "./partner-firms/examples.ts";
import { partnerFirmProcedures } from "./partner-firms/operations.ts";
import { referralProfileEnumerations } from "./profile/enumerations.ts";
import { payoutEnumerations } from "./payouts/enumerations.ts";
import { payoutExamples } from "./payouts/examples.ts";
import { payoutProcedures } from "./payouts/operations.ts";
import { referralStates } from "./referrals/domain.states.ts";
import { referralEnumerations } from "./referrals/enumerations.ts";
import { referralEvents } from "./referrals/events.ts";
import { referralExamples } from "./referrals/examples.ts";
import { referralProcedures } from "./referrals/operations.ts";
import { updateExamples } from "./updates/examples.ts";
import { updateProcedures } from "./updates/operations.ts";

export const referrals = defineArea(
  {
    ...partnerFirmProcedures,
    ...referralProcedures,
    ...updateProcedures,
    ...referralDocumentProcedures,
    ...payoutProcedures,
    ...historyProcedures,
  },
  {
    examples: {
      ...partnerFirmExamples,
      ...referralExamples,
      ...updateExamples,
      ...referralDocumentExamples,
      ...payoutExamples,
      ...historyExamples,
    },
    events: [partnerFirmEvents, referralEvents],
    enumerations: {
      ...feeTermsEnumerations,
      ...partnerFirmEnumerations,
      ...referralEnumerations,
      ...payoutEnumerations,
      ...referralDocumentEnumerations,
      ...referralProfileEnumerations,
    },
    stateMachines: { referralStatus: referralStates },
    archive: referralArchive,
  },
);
