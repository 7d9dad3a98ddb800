import type { Metadata } from "next";
import { ImportScreen } from "../../../../../../../src/portal/imports/import-screen.tsx";
import { importScreen as t } from "../../../../../../../src/portal/imports/strings.ts";

export const metadata: Metadata = { title: t.pageTitle };

export default async function Page({ params }: { params: Promise<{ importId: string }> }) {
  const { importId } = await params;
  return <ImportScreen key={importId} importId={importId} />;
}
