import type { Metadata } from "next";
import { SignInForm } from "../../../../src/portal/sign-in/sign-in-form.tsx";
import { pickText, type Query } from "../../../../src/portal/sign-in/pick-text.ts";
import { signInStrings } from "../../../../src/portal/sign-in/strings.ts";
import { readLocale } from "../../../../src/portal/sign-in/read-locale.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: signInStrings[await readLocale()].title };
}

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { next, reset } = await searchParams;
  return <SignInForm next={pickText(next)} isReset={reset === "done"} />;
}
