import type { SubjectEffect } from "../../esign/effects/domain.ts";
import { followSignature } from "./domain.transitions.ts";

/** A signature request about a statement approves it once all have signed; a refusal declines it. */
export const statementSignature: SubjectEffect = { sign: followSignature, decline: followSignature };
