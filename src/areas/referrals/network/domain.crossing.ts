import type { Written } from "../../../rpc/resource/store.ts";
import { DeclineReason, ReturnReason, type ReceivedMatter } from "../referrals/schema.ts";
import type { ReferralRow } from "../referrals/store.ts";
import { CrossingOffer, CrossingReceived, CrossingState } from "./schema.crossing.ts";
import type { HandedOver } from "./store.ts";

const codes: ReadonlySet<string> = new Set([...DeclineReason.options, ...ReturnReason.options]);

const isCode = (reason: string | null): boolean => reason !== null && codes.has(reason);

/** What the other side has of a referral once it is sent. */
export const describeState = ({ statusReason, ...row }: ReferralRow): CrossingState =>
  CrossingState.strip().parse({ ...row, statusReason: isCode(statusReason) ? statusReason : null });

/** The columns of the other side's row. Terms are JSON. */
export const toColumns = ({ terms, ...state }: CrossingState): Written<"Referral"> => ({
  ...state,
  terms: terms === null ? null : JSON.stringify(terms),
});

/** The names of what differs. */
export const listCrossed = (before: CrossingState, after: CrossingState): string[] => {
  const from = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .filter(([name, value]) => JSON.stringify(from.get(name)) !== JSON.stringify(value))
    .map(([name]) => name);
};

export const describeOffer = (row: ReferralRow, pairId: string, sentAt: string): CrossingOffer =>
  CrossingOffer.strip().parse({ ...row, pairId, sentAt });

const isUsState = (state: string | null): boolean => state !== null && /^[A-Z]{2}$/.test(state);

const { client: CrossingClient, matter: CrossingMatter } = CrossingReceived.shape;

/** What an acceptance hands over, of the lead or of the case and its client: the members that the schemas name. */
export function describeReceived({ lead, matter, client }: HandedOver): ReceivedMatter {
  if (matter !== undefined && client !== undefined)
    return {
      client: CrossingClient.strip().parse({ ...client, address: describeAddress(client) }),
      matter: CrossingMatter.strip().parse({
        ...matter,
        caseState: isUsState(matter.caseState) ? matter.caseState : null,
        treatmentStatus: null,
        atFaultParty: null,
        priorAttorneyName: null,
      }),
    };
  if (lead === undefined) throw new Error("neither a lead nor a case with its client is handed over");
  return {
    client: CrossingClient.strip().parse({ ...lead, address: describeAddress(lead.address ?? {}) }),
    matter: CrossingMatter.strip().parse({ ...lead, statuteOfLimitationsOn: lead.statuteOfLimitationsEstimateOn }),
  };
}

type Parts = Partial<
  Readonly<Record<"line1" | "line2" | "city" | "state" | "zipCode" | "country", string | null | undefined>>
>;

const describeAddress = ({
  line1 = null,
  line2 = null,
  city = null,
  state = null,
  zipCode = null,
  country = null,
}: Parts) =>
  [line1, line2, city, state, zipCode].every((part) => part === null)
    ? null
    : { line1, line2, city, state, zipCode, country };
