import type { Metadata } from "next";
import { ConnectScreen } from "../../../../../src/portal/connect/connect-screen.tsx";
import { connectScreen as t } from "../../../../../src/portal/connect/strings.ts";
import { pickText, type Query } from "../../../../../src/portal/sign-in/pick-text.ts";

export const metadata: Metadata = { title: t.title };

export default async function Page({ searchParams }: { searchParams: Query }) {
  return <ConnectScreen request={pickText((await searchParams)["request"])} />;
}
