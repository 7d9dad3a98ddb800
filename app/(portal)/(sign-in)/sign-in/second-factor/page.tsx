import type { Metadata } from "next";
import { pickText, type Query } from "../../../../../src/portal/sign-in/pick-text.ts";
import { SecondFactorForm } from "../../../../../src/portal/sign-in/second-factor-form.tsx";

export const metadata: Metadata = { title: "Second factor" };

export default async function Page({ searchParams }: { searchParams: Query }) {
  return <SecondFactorForm next={pickText((await searchParams)["next"])} />;
}
