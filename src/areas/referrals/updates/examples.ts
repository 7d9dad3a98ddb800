import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { ofReferral } from "../referrals/examples.ts";
import type { ReferralUpdate } from "./schema.ts";

export const update = {
  id: "rup_01kjp8z4d6f8h0k2n4q6s8v0x2",
  organizationId: ids.organizationId,
  ...ofReferral,
  by: "handling",
  phase: "treating",
  text: "Ms. Castillo met the client; surgery is planned for May.",
  nextUpdateOn: null,
  createdBy: actors.vendor,
  createdAt: times.now,
} satisfies ReferralUpdate;

const { by, phase, text } = update;

export const updateExamples = {
  "referrals.updates.list": { parameters: ofReferral, response: { updates: [update], nextCursor: null } },
  "referrals.updates.create": { parameters: ofReferral, body: { by, phase, text }, response: { update } },
} satisfies Record<string, OperationExample>;
