import type { Metadata } from "next";
import { SignInForm } from "../../../../src/portal/sign-in/sign-in-form.tsx";
import { pickText } from "../../../../src/portal/sign-in/pick-text.ts";
import type { Query } from "../../../../src/portal/sign-in/pick-text.ts";

export const metadata: Metadata = { title: "Sign in" };

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { next, reset } = await searchParams;
  return <SignInForm next={pickText(next)} isReset={reset === "done"} />;
}
