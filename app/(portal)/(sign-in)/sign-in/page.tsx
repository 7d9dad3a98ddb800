import type { Metadata } from "next";
import { SignInForm } from "../../../../src/portal/sign-in/sign-in-form.tsx";
import { pickText, type Query } from "../../../../src/portal/sign-in/pick-text.ts";

export const metadata: Metadata = { title: "Sign in" };

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { next, reset } = await searchParams;
  return <SignInForm next={pickText(next)} isReset={reset === "done"} />;
}
