import { generateRandomString } from "better-auth/crypto";
import { HOTP, Secret, TOTP } from "otpauth";

/** Clocks differ and people type slowly: the code before and the one after are accepted as well. */
const toleratedSteps = 1;
const codePattern = /^\d{6}$/;

/** A new TOTP secret: 190 random bits, as text, because Better Auth uses the text's bytes as the key. */
export function createTotpSecret(): string {
  return generateRandomString(32, "a-z", "A-Z", "0-9");
}

/** The secret as authenticator apps expect it: base32 of its bytes, without padding. */
export function encodeTotpSecret(secret: string): string {
  return Secret.fromUTF8(secret).base32;
}

/** @throws when the text is not base32 */
export function decodeTotpSecret(encoded: string): string {
  return Secret.fromBase32(encoded).utf8;
}

export function totpStepAt(milliseconds: number): number {
  return TOTP.counter({ timestamp: milliseconds });
}

export function millisecondsUntilNextTotpStep(milliseconds: number): number {
  return TOTP.remaining({ timestamp: milliseconds });
}

export function createTotpCode(secret: string, step: number): string {
  return HOTP.generate({ secret: Secret.fromUTF8(secret), counter: step });
}

/** The time step whose code this is; null for a wrong code. Compared in constant time by the library. */
export function findTotpStep(secret: string, code: string, milliseconds: number): number | null {
  // The library compares bytes and throws when a code of six characters has more bytes than that.
  if (!codePattern.test(code)) return null;
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromUTF8(secret),
    timestamp: milliseconds,
    window: toleratedSteps,
  });
  return delta === null ? null : totpStepAt(milliseconds) + delta;
}
