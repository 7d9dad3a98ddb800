import type { Metadata } from "next";
import { pickText, type Query } from "../../../../src/portal/sign-in/pick-text.ts";
import { ResetPasswordForm } from "../../../../src/portal/sign-in/reset-password-form.tsx";

export const metadata: Metadata = { title: "Choose a password", referrer: "no-referrer" };

export default async function Page({ searchParams }: { searchParams: Query }) {
  return <ResetPasswordForm token={pickText((await searchParams)["token"])} />;
}
