import { resetMinutes } from "./identity.ts";
import type { PasswordLink } from "./identity.ts";
import type { Mail } from "../mail.ts";

/** The mail to somebody who forgot a password. */
export function describePasswordMail({ name, email, path }: PasswordLink): Mail {
  return {
    to: email,
    subject: "Set a new password for Caseport",
    text: [
      `Hello ${name},`,
      `somebody, probably you, asked for a new password for your Caseport account. The link below holds for ${resetMinutes} minutes and works once. ` +
        "Setting a new password ends all sessions.",
      "If it was not you, there is nothing to do: without the link nobody can change your password.",
    ].join("\n\n"),
    path,
  };
}
