import type { Metadata } from "next";
import { ForgotPasswordForm } from "../../../../src/portal/sign-in/forgot-password-form.tsx";
import { forgotPasswordStrings } from "../../../../src/portal/sign-in/strings.ts";
import { readLocale } from "../../../../src/portal/sign-in/read-locale.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: forgotPasswordStrings[await readLocale()].name };
}

export default function Page() {
  const { CASEPORT_SMTP_URL: mailServer = "" } = process.env;
  return <ForgotPasswordForm sendsMail={mailServer !== ""} />;
}
