import type { Metadata } from "next";
import { TaskTemplatesScreen } from "../../../../../../src/portal/task-templates/task-templates-screen.tsx";
import { taskTemplatesScreen as t } from "../../../../../../src/portal/task-templates/strings.ts";

export const metadata: Metadata = { title: t.taskTemplates };

export default function Page() {
  return <TaskTemplatesScreen />;
}
