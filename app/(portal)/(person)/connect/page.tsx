import type { Metadata } from "next";
import { ChooseOrganizationScreen } from "../../../../src/portal/connect/choose-organization-screen.tsx";
import { chooseScreen as t } from "../../../../src/portal/connect/strings.ts";
import { pickText, type Query } from "../../../../src/portal/sign-in/pick-text.ts";

export const metadata: Metadata = { title: t.title };

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { request, problem } = await searchParams;
  return <ChooseOrganizationScreen request={pickText(request)} problem={pickText(problem)} />;
}
