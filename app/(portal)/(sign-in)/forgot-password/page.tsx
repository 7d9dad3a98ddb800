import type { Metadata } from "next";
import { ForgotPasswordForm } from "../../../../src/portal/sign-in/forgot-password-form.tsx";

export const metadata: Metadata = { title: "Forgot password" };

export default function Page() {
  const { CASEPORT_SMTP_URL: mailServer = "" } = process.env;
  return <ForgotPasswordForm sendsMail={mailServer !== ""} />;
}
