import type { Metadata } from "next";
import { pickText, type Query } from "../../../../src/portal/sign-in/pick-text.ts";
import { ResetPasswordForm } from "../../../../src/portal/sign-in/reset-password-form.tsx";
import { resetPasswordStrings } from "../../../../src/portal/sign-in/strings.ts";
import { readLocale } from "../../../../src/portal/sign-in/read-locale.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: resetPasswordStrings[await readLocale()].title, referrer: "no-referrer" };
}

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { token, invited } = await searchParams;
  return <ResetPasswordForm token={pickText(token)} isInvited={pickText(invited) !== null} />;
}
