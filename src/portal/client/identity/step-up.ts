import type { RejectionReason } from "../../../contract/errors/error-codes.ts";

/** What the person must do before a rejected request can succeed, and who they are if they must sign in again. */
export type StepUp = { reason: Exclude<RejectionReason, "sign_in"> } | { reason: "sign_in"; email: string };

/** Resolves with true once the person has done it, with false if they cancel. */
export type RequireStepUp = (stepUp: StepUp) => Promise<boolean>;
