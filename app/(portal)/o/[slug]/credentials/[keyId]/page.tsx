import type { Metadata } from "next";
import { KeyScreen } from "../../../../../../src/portal/credentials/key-screen.tsx";

export const metadata: Metadata = { title: "API key" };

export default async function Page({ params }: { params: Promise<{ keyId: string }> }) {
  const { keyId } = await params;
  return <KeyScreen key={keyId} keyId={keyId} />;
}
