import type { Metadata } from "next";
import { CredentialsScreen } from "../../../../../../../src/portal/credentials/list/credentials-screen.tsx";

export const metadata: Metadata = { title: "API credentials" };

/** The specification's path to the API keys. */
export default function Page() {
  return <CredentialsScreen />;
}
