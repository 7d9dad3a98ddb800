import { defineArea } from "../../rpc/area.ts";
import { trustAccountEnumerations } from "./accounts/enumerations.ts";
import { trustAccountEvents } from "./accounts/events.ts";
import { trustAccountExamples } from "./accounts/examples.ts";
import { trustAccountProcedures } from "./accounts/operations.ts";
import { trustArchive } from "./archive.ts";
import { trustLedgerEnumerations } from "./ledgers/enumerations.ts";
import { trustLedgerExamples } from "./ledgers/examples.ts";
import { trustLedgerProcedures } from "./ledgers/operations.ts";
import { trustPolicyEvents } from "./policy/events.ts";
import { trustTransactionEnumerations } from "./transactions/enumerations.ts";
import { trustTransactionEvents } from "./transactions/events.ts";
import { trustTransactionExamples } from "./transactions/examples.ts";
import { trustTransactionProcedures } from "./transactions/operations.ts";

export const trust = defineArea(
  { ...trustAccountProcedures, ...trustLedgerProcedures, ...trustTransactionProcedures },
  {
    examples: { ...trustAccountExamples, ...trustLedgerExamples, ...trustTransactionExamples },
    events: [trustAccountEvents, trustTransactionEvents, trustPolicyEvents],
    enumerations: { ...trustAccountEnumerations, ...trustLedgerEnumerations, ...trustTransactionEnumerations },
    archive: trustArchive,
  },
);
