import type { PortalOutputs } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { nameValue } from "../exports/export-request.ts";
import { referralsScreen as t } from "./strings.ts";

export type Referral = PortalOutputs["referrals"]["list"]["referrals"][number];

/** "Auto accident, PA" */
export const describeMatter = ({ teaser: { caseType, caseState } }: Pick<Referral, "teaser">) =>
  t.matter(nameValue(caseType), caseState);

/** The statuses in which somebody has to answer. */
export const isUnanswered = ({ status }: Pick<Referral, "status">) => status === "sent" || status === "under_review";

/** Refetches referrals, after a change. */
export const useInvalidateReferrals = () => useInvalidate((trpc) => [trpc.referrals.pathFilter()]);
