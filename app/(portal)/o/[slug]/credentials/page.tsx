import type { Metadata } from "next";
import { CredentialsScreen } from "../../../../../src/portal/credentials/list/credentials-screen.tsx";
import { credentialsScreen as t } from "../../../../../src/portal/credentials/list/strings.ts";

export const metadata: Metadata = { title: t.apiKeys };

export default function Page() {
  return <CredentialsScreen />;
}
