"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { RecordScreen } from "../shell/record-screen.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { templateScreen as t } from "./strings.ts";

const TemplateEditor = later(
  () => import("./editor/template-editor.tsx").then((file) => file.TemplateEditor),
  () => <SkeletonTab />,
);

/** One template: its pages with the fields on them. */
export function TemplateScreen({ templateId }: { templateId: string }) {
  const trpc = useTRPC();
  const { can, href } = useOrganization();
  const query = useQuery(
    trpc.esignTemplates.get.queryOptions({ esignTemplateId: templateId }, { enabled: can("esign:manage") }),
  );
  return (
    <RecordScreen
      noun={t.noun}
      permission="esign:manage"
      what={t.manageTemplates}
      trail={[{ label: t.list, href: href("/settings/e-signature") }]}
      query={query}
      skeleton={<SkeletonTab />}
      unknownHint={t.unknownHint}
    >
      {({ esignTemplate }) => <TemplateEditor template={esignTemplate} />}
    </RecordScreen>
  );
}
