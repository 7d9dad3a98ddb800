import * as z from "zod";
import { oneOf } from "../../../contract/enumeration.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { Cents, Id, Instant } from "../../../contract/values/values.ts";
import { trustLedgerEnumerations } from "./enumerations.ts";

export const TrustLedgerKind = oneOf(trustLedgerEnumerations.trustLedgerKind);
export type TrustLedgerKind = z.infer<typeof TrustLedgerKind>;

export const AccountName = z.object({ id: Id, name: z.string() });

export const TrustLedger = z
  .object({
    id: Id,
    organizationId: Id,
    account: AccountName,
    kind: TrustLedgerKind,
    case: z.object({ id: Id, sequenceId: z.string() }).nullable().meta({ description: "Of `client` alone." }),
    claimantPartyId: Id.nullable().meta({ description: "The party whose money it is; null for the case's client." }),
    balanceCents: Cents,
    unclearedCents: Cents.meta({ description: "US cents of it of deposits that have not cleared." }),
    reservedCents: Cents.meta({ description: "US cents of it of disbursements that are approved and not issued." }),
    availableCents: Cents.meta({ description: "balanceCents − unclearedCents − reservedCents: what can be approved." }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "TrustLedger" });
export type TrustLedger = z.infer<typeof TrustLedger>;

export const TrustLedgerFilter = z.strictObject({
  ...sortedPageInput,
  accountId: Id.optional(),
  caseId: Id.optional(),
  kind: TrustLedgerKind.optional(),
  nonZero: z.boolean().optional().meta({ description: "Whether it has a balance." }),
});
export type TrustLedgerFilter = z.infer<typeof TrustLedgerFilter>;
