import { redactMembers } from "../../../contract/values/redacted.ts";
import type { FeeAgreement } from "./schema.ts";

/** An agreement as its events have it: without its earlier versions. */
export const describeAgreementInEvent = ({ previous: _previous, ...agreement }: FeeAgreement) =>
  redactMembers(agreement, ["notes"]);
