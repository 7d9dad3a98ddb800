import * as z from "zod";
import {
  AppError,
  invalidInput,
  notFound,
  type ErrorCode,
  type RejectionReason,
} from "../../contract/errors/error-codes.ts";
import { Id, visibleName } from "../../contract/values/values.ts";
import { minPasswordLength, maxPasswordLength } from "../../contract/portal/passwords.ts";
import { lockSeconds } from "../../platform/identity/second-factor/second-factor.ts";

/** What a limit on guesses is counted by, besides the client's IP address. */
type Guess = "account" | "mail" | "second_factor" | "password" | "passkey";

export interface IdentityEndpoint {
  body: z.ZodType<Record<string, unknown>>;
  /** Better Auth's endpoint if it is not POST to the same path. */
  forwardsTo?: `${"GET" | "POST"} ${string}`;
  needsSession?: boolean;
  /**
   * Whether a person with a second factor must have confirmed within ten minutes; with `enrolled`, everybody must have
   * one.
   */
  needsConfirmation?: boolean | "enrolled";
  /** Whether the person must be known: by a session, or by the password of a sign-in that awaits the second factor. */
  needsPerson?: boolean;
  /** Counted against the client's IP address even with a session, because it is about other accounts. */
  isForStrangers?: boolean;
  guess?: Guess;
  /** Whether a person who signed in with the password within ten minutes may leave it out. */
  mayOmitPassword?: boolean;
  /**
   * Whether it ends sessions of the person, so that their known devices become void. Better Auth's other endings are in
   * its hooks.
   */
  voidsDevices?: boolean;
  /** Whether the browser stays a known device although it makes the person's devices void. */
  keepsDevice?: boolean;
  /** Added to the body for Better Auth. */
  always?: Readonly<Record<string, unknown>>;
  /** Fields of Better Auth's response that are returned; never a token. */
  responseFields?: readonly string[];
  /** The action in the audit log. */
  action?: string;
  /** How the notification email begins, before "your Caseport account". */
  mail?: string;
  /** The action in the audit log if it is rejected. */
  rejectedAction?: string;
}

const Password = z
  .string()
  .min(1, "must not be empty")
  .max(maxPasswordLength, `must have at most ${maxPasswordLength} characters`);
const NewPassword = Password.min(minPasswordLength, `must have at least ${minPasswordLength} characters`);
const Email = z.email("must be an email address").max(254, "must have at most 254 characters");
/** Authenticator apps show codes with spaces, so spaces are accepted. */
const Code = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ""))
  .refine((text) => /^\d{6}$/.test(text), "must be six digits");
const RecoveryCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/, "must be a recovery code, such as abcde-12345");
/** Any text except U+0000, which PostgreSQL does not store. */
const LinkToken = z.string().regex(/^[\w.-]{1,200}$/, "must be the secret of a link");
const Nothing = z.strictObject({});
const PasskeyName = visibleName(60);
const base64url = z.string().regex(/^[\w-]{1,2000}$/, "must be base64url");
/** A browser's response as WebAuthn's toJSON() writes it; Better Auth checks the rest. */
const PasskeyResponse = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.string().nullish(),
});
/** What a browser needs to request a passkey from a device. */
const requestOptions = ["challenge", "timeout", "rpId", "allowCredentials"];

/** All endpoints under /api/auth; other paths return 404. */
export const identityEndpoints: ReadonlyMap<string, IdentityEndpoint> = new Map<string, IdentityEndpoint>([
  [
    "/sign-in/email",
    {
      body: z.strictObject({ email: Email, password: Password }),
      isForStrangers: true,
      guess: "account",
      responseFields: ["twoFactorRedirect"],
      action: "sign_in.succeeded",
      rejectedAction: "sign_in.refused",
    },
  ],
  ["/sign-out", { body: Nothing, action: "sign_out.succeeded" }],
  [
    "/two-factor/verify-totp",
    {
      body: z.strictObject({ code: Code }),
      guess: "second_factor",
      action: "second_factor.shown",
      rejectedAction: "second_factor.refused",
    },
  ],
  [
    "/two-factor/verify-backup-code",
    {
      body: z.strictObject({ code: RecoveryCode }),
      guess: "second_factor",
      action: "recovery_code.used",
      rejectedAction: "recovery_code.refused",
    },
  ],
  [
    "/two-factor/enable",
    {
      body: z.strictObject({ password: Password.optional() }),
      needsSession: true,
      mayOmitPassword: true,
      guess: "password",
      responseFields: ["totpURI", "backupCodes"],
      action: "second_factor.prepared",
    },
  ],
  [
    "/two-factor/disable",
    {
      body: z.strictObject({ password: Password }),
      needsSession: true,
      needsConfirmation: true,
      guess: "password",
      keepsDevice: true,
      action: "second_factor.disabled",
    },
  ],
  [
    "/two-factor/generate-backup-codes",
    {
      body: z.strictObject({ password: Password }),
      needsSession: true,
      needsConfirmation: true,
      guess: "password",
      responseFields: ["backupCodes"],
      action: "recovery_codes.renewed",
    },
  ],
  [
    "/request-password-reset",
    { body: z.strictObject({ email: Email }), isForStrangers: true, guess: "mail", action: "password.reset_requested" },
  ],
  [
    "/reset-password",
    {
      body: z.strictObject({ token: LinkToken, newPassword: NewPassword }),
      isForStrangers: true,
      keepsDevice: true,
      responseFields: ["email"],
      action: "password.reset",
    },
  ],
  [
    "/change-password",
    {
      body: z.strictObject({ currentPassword: Password, newPassword: NewPassword }),
      needsSession: true,
      guess: "password",
      always: { revokeOtherSessions: true },
      action: "password.changed",
    },
  ],
  [
    "/passkey/start-sign-in",
    {
      body: Nothing,
      forwardsTo: "GET /passkey/generate-authenticate-options",
      isForStrangers: true,
      responseFields: requestOptions,
    },
  ],
  [
    "/passkey/sign-in",
    {
      body: z.strictObject({ response: PasskeyResponse }),
      forwardsTo: "POST /passkey/verify-authentication",
      isForStrangers: true,
      action: "sign_in.succeeded",
    },
  ],
  [
    "/passkey/start-confirmation",
    {
      body: Nothing,
      forwardsTo: "GET /passkey/generate-authenticate-options",
      needsPerson: true,
      guess: "passkey",
      responseFields: requestOptions,
    },
  ],
  [
    "/passkey/confirm",
    {
      body: z.strictObject({ response: PasskeyResponse }),
      forwardsTo: "POST /passkey/verify-authentication",
      needsPerson: true,
      guess: "second_factor",
      action: "second_factor.shown",
      rejectedAction: "passkey.refused",
    },
  ],
  [
    "/passkey/start-registration",
    {
      body: Nothing,
      forwardsTo: "GET /passkey/generate-register-options",
      needsSession: true,
      needsConfirmation: "enrolled",
      guess: "passkey",
      responseFields: [
        "challenge",
        "rp",
        "user",
        "pubKeyCredParams",
        "timeout",
        "excludeCredentials",
        "authenticatorSelection",
        "attestation",
        "extensions",
      ],
    },
  ],
  [
    "/passkey/register",
    {
      body: z.strictObject({ response: PasskeyResponse, name: PasskeyName }),
      forwardsTo: "POST /passkey/verify-registration",
      needsSession: true,
      needsConfirmation: "enrolled",
      guess: "passkey",
      action: "passkey.added",
      mail: "A passkey was added to",
    },
  ],
  [
    "/passkey/rename",
    {
      body: z.strictObject({ id: Id, name: PasskeyName }),
      forwardsTo: "POST /passkey/update-passkey",
      needsSession: true,
      guess: "passkey",
      action: "passkey.renamed",
    },
  ],
  [
    "/passkey/remove",
    {
      body: z.strictObject({ id: Id }),
      forwardsTo: "POST /passkey/delete-passkey",
      needsSession: true,
      needsConfirmation: "enrolled",
      guess: "passkey",
      action: "passkey.removed",
      mail: "A passkey was removed from",
    },
  ],
  [
    "/revoke-other-sessions",
    { body: Nothing, needsSession: true, voidsDevices: true, keepsDevice: true, action: "sessions.others_ended" },
  ],
  ["/revoke-sessions", { body: Nothing, needsSession: true, voidsDevices: true, action: "sessions.ended" }],
]);

interface Translation {
  code: ErrorCode;
  message: string;
  path?: string;
  reason?: RejectionReason;
}

const wrongCode: Translation = {
  code: "VALIDATION_FAILED",
  path: "code",
  message: "is wrong, expired or already used",
};
const wrongPasskey: Translation = {
  code: "UNAUTHORIZED",
  message: "The passkey was not accepted. Try again or use another way",
};
const signInAgain: Translation = {
  code: "UNAUTHORIZED",
  message: "Sign in again with your password",
  reason: "sign_in",
};
const wrongLink: Translation = {
  code: "VALIDATION_FAILED",
  path: "token",
  message: "has expired or was already used. Request a new link",
};

const identityRejections: Readonly<Record<string, Translation>> = {
  INVALID_EMAIL_OR_PASSWORD: { code: "UNAUTHORIZED", message: "Wrong email address or password" },
  INVALID_CODE: wrongCode,
  INVALID_BACKUP_CODE: wrongCode,
  INVALID_TWO_FACTOR_COOKIE: signInAgain,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: signInAgain,
  UNAUTHORIZED: signInAgain,
  ACCOUNT_TEMPORARILY_LOCKED: { code: "RATE_LIMITED", message: "Too many wrong codes. Try again in 15 minutes" },
  // All the same: which passkeys exist is not revealed.
  PASSKEY_NOT_FOUND: wrongPasskey,
  AUTHENTICATION_FAILED: wrongPasskey,
  CHALLENGE_NOT_FOUND: wrongPasskey,
  FAILED_TO_VERIFY_REGISTRATION: { code: "VALIDATION_FAILED", message: "The passkey could not be added. Try again" },
  INVALID_PASSWORD: { code: "VALIDATION_FAILED", path: "password", message: "is wrong" },
  INVALID_TOKEN: wrongLink,
  USER_NOT_FOUND: wrongLink,
  TOTP_ALREADY_ENABLED: { code: "INVALID_STATE_TRANSITION", message: "A second factor is already set up" },
  TOTP_NOT_ENABLED: { code: "INVALID_STATE_TRANSITION", message: "No second factor is set up. Set one up first" },
  TWO_FACTOR_NOT_ENABLED: { code: "INVALID_STATE_TRANSITION", message: "No second factor is set up. Set one up first" },
  BACKUP_CODES_NOT_ENABLED: {
    code: "INVALID_STATE_TRANSITION",
    message: "No recovery codes exist. Set up a second factor first",
  },
};

/**
 * Translates an error of Better Auth.
 *
 * @param input names this endpoint's password field
 * @throws an internal error that is not a rejection
 */
export function translateRejection(
  status: number,
  body: Record<string, unknown>,
  input: Record<string, unknown>,
): AppError {
  const code = String(body["code"]);
  // Better Auth reports an invalid response of a device as an internal error.
  if (status >= 500 && identityRejections[code] === undefined)
    throw new Error(`Better Auth responded with ${status} ${code}`);
  if ("id" in input) return notFound("Passkey");
  // A conflict without a code: another recovery code of the person was used at the same time.
  const known = status === 409 ? wrongCode : identityRejections[code];
  if (known === undefined) return new AppError("VALIDATION_FAILED", "The request was rejected");
  const { path, message, reason } = known;
  if (path !== undefined)
    return invalidInput({
      path: path === "password" && "currentPassword" in input ? "currentPassword" : path,
      message,
    });
  const headers = known.code === "RATE_LIMITED" ? { "Retry-After": String(lockSeconds) } : {};
  return new AppError(known.code, message, { headers, ...(reason === undefined ? {} : { reason }) });
}
