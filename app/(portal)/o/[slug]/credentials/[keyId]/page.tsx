import type { Metadata } from "next";
import { KeyScreen } from "../../../../../../src/portal/credentials/key-screen.tsx";
import { keyScreen as t } from "../../../../../../src/portal/credentials/strings.ts";

export const metadata: Metadata = { title: t.apiKey };

export default async function Page({ params }: { params: Promise<{ keyId: string }> }) {
  const { keyId } = await params;
  return <KeyScreen key={keyId} keyId={keyId} />;
}
