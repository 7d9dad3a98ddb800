import { defineArea } from "../../rpc/area.ts";
import { trustAccountEnumerations } from "./accounts/enumerations.ts";
import { trustAccountEvents } from "./accounts/events.ts";
import { trustAccountExamples } from "./accounts/examples.ts";
import { trustAccountProcedures } from "./accounts/operations.ts";
import { trustArchive } from "./archive.ts";
import { bankStatementEnumerations } from "./bank-statements/enumerations.ts";
import { bankStatementEvents } from "./bank-statements/events.ts";
import { bankStatementExamples } from "./bank-statements/examples.ts";
import { bankStatementProcedures } from "./bank-statements/operations.ts";
import { disbursementStates } from "./disbursements/domain.states.ts";
import { disbursementEnumerations } from "./disbursements/enumerations.ts";
import { disbursementEvents } from "./disbursements/events.ts";
import { disbursementExamples } from "./disbursements/examples.ts";
import { disbursementProcedures } from "./disbursements/operations.ts";
import { trustLedgerEnumerations } from "./ledgers/enumerations.ts";
import { trustLedgerExamples } from "./ledgers/examples.ts";
import { trustLedgerProcedures } from "./ledgers/operations.ts";
import { trustPolicyEvents } from "./policy/events.ts";
import { reconciliationEnumerations } from "./reconciliations/enumerations.ts";
import { reconciliationEvents } from "./reconciliations/events.ts";
import { reconciliationExamples } from "./reconciliations/examples.ts";
import { reconciliationProcedures } from "./reconciliations/operations.ts";
import { trustTransactionEnumerations } from "./transactions/enumerations.ts";
import { trustTransactionEvents } from "./transactions/events.ts";
import { trustTransactionExamples } from "./transactions/examples.ts";
import { trustTransactionProcedures } from "./transactions/operations.ts";

export const trust = defineArea(
  {
    ...trustAccountProcedures,
    ...trustLedgerProcedures,
    ...trustTransactionProcedures,
    ...disbursementProcedures,
    ...bankStatementProcedures,
    ...reconciliationProcedures,
  },
  {
    examples: {
      ...trustAccountExamples,
      ...trustLedgerExamples,
      ...trustTransactionExamples,
      ...disbursementExamples,
      ...bankStatementExamples,
      ...reconciliationExamples,
    },
    events: [
      trustAccountEvents,
      trustTransactionEvents,
      disbursementEvents,
      bankStatementEvents,
      reconciliationEvents,
      trustPolicyEvents,
    ],
    enumerations: {
      ...trustAccountEnumerations,
      ...trustLedgerEnumerations,
      ...trustTransactionEnumerations,
      ...disbursementEnumerations,
      ...bankStatementEnumerations,
      ...reconciliationEnumerations,
    },
    stateMachines: { disbursementStatus: disbursementStates },
    archive: trustArchive,
  },
);
