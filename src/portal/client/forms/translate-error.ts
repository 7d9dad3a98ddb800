import type { Locale } from "../pick-locale.ts";
import type { PortalError } from "../portal-error.ts";
import { spanishRejections } from "../lazy-strings.ts";

/** The server's messages are English. */
const { rejected, signIn } = spanishRejections;
const rejections: Partial<Record<PortalError["code"], string>> = spanishRejections.byCode;

/** Sentences of a screen for codes that have a meaning of their own there. */
export type OwnRejections = Partial<Record<PortalError["code"], string>>;

/** An error's message in the reader's language. */
export function translateError(
  { code, message, reason }: Pick<PortalError, "code" | "message" | "reason">,
  locale: Locale,
  own: OwnRejections = {},
): string {
  // Its message is translated where it is made, because it has the time to wait.
  if (locale === "en" || code === "RATE_LIMITED") return message;
  return reason === "sign_in" ? signIn : (own[code] ?? rejections[code] ?? rejected);
}

/** A fault at a field, in the reader's language. */
export function translateFault(message: string, locale: Locale): string {
  return locale === "en" ? message : rejected;
}
