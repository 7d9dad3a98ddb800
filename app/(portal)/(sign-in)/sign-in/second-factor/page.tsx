import type { Metadata } from "next";
import { pickText, type Query } from "../../../../../src/portal/sign-in/pick-text.ts";
import { SecondFactorForm } from "../../../../../src/portal/sign-in/second-factor-form.tsx";
import { secondFactorStrings } from "../../../../../src/portal/sign-in/strings.ts";
import { readLocale } from "../../../../../src/portal/sign-in/read-locale.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: secondFactorStrings[await readLocale()].title };
}

export default async function Page({ searchParams }: { searchParams: Query }) {
  return <SecondFactorForm next={pickText((await searchParams)["next"])} />;
}
