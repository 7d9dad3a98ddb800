import { resetMinutes, type PasswordLink } from "./identity.ts";
import type { Mail } from "../mail/mail-transport.ts";

export function describePasswordMail({ name, email, path }: PasswordLink): Mail {
  return {
    to: email,
    subject: "Set a new password for Caseport",
    text: [
      `Hello ${name},`,
      `we received a request to reset the password of your Caseport account. The link below is valid for ${resetMinutes} minutes and works once. ` +
        "Setting a new password ends all sessions.",
      "If you did not request this, ignore this email. Your password does not change.",
    ].join("\n\n"),
    path,
  };
}

/** Notifies a person of a change that somebody who took over their session could have made. */
export function describeSecurityMail({ name, email }: { name: string; email: string }, change: string): Mail {
  return {
    to: email,
    subject: `${change} your Caseport account`,
    text: [
      `Hello ${name},`,
      `${change} your Caseport account. If you did this, ignore this email.`,
      "If you did not, sign out everywhere under Account and security, set a new password, and notify an administrator of your firm.",
    ].join("\n\n"),
    path: "/account",
  };
}
