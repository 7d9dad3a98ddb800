import type { Metadata } from "next";
import { CredentialsScreen } from "../../../../../src/portal/credentials/list/credentials-screen.tsx";

export const metadata: Metadata = { title: "API keys" };

export default function Page() {
  return <CredentialsScreen />;
}
