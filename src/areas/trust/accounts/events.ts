import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { ids, times } from "../../../contract/examples/example-story.ts";
import { trustAccount } from "./examples.ts";
import { TrustAccountInEvent, type TrustAccount } from "./schema.ts";

const shown = ({ bookCents: _book, unclearedCents: _uncleared, ...account }: TrustAccount) => account;

export const trustAccountEvents = defineEvents({
  entity: "trust_account",
  area: "trust",
  scope: "trust:read",
  payload: TrustAccountInEvent,
  exampleRelatedIds: () => [{ entity: "organization", id: ids.organizationId }],
  types: {
    "trust_account.created": { description: "A trust account was opened.", example: { payload: shown(trustAccount) } },
    "trust_account.updated": {
      description: "A trust account was changed, or closed.",
      example: {
        payload: { ...shown(trustAccount), status: "closed", revision: 2, updatedAt: times.now },
        before: { status: "open" },
      },
    },
    "trust_account.discrepancy_found": {
      description:
        "The daily check found that a stored sum of the account's books is not what its postings add up to. Nothing was changed.",
      example: { payload: shown(trustAccount) },
    },
  },
});
