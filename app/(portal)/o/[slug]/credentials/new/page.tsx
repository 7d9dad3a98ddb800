import type { Metadata } from "next";
import { NewKey } from "../../../../../../src/portal/credentials/form/new-key.tsx";
import { newKey as t } from "../../../../../../src/portal/credentials/form/strings.ts";

export const metadata: Metadata = { title: t.pageTitle };

export default function Page() {
  return <NewKey />;
}
