import type { Metadata } from "next";
import { TemplateScreen } from "../../../../../../../../src/portal/esign/template-screen.tsx";
import { templateScreen as t } from "../../../../../../../../src/portal/esign/strings.ts";

export const metadata: Metadata = { title: t.pageTitle };

export default async function Page({ params }: { params: Promise<{ templateId: string }> }) {
  const { templateId } = await params;
  return <TemplateScreen key={templateId} templateId={templateId} />;
}
