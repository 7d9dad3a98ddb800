import type { Metadata } from "next";
import { ChainTemplatesScreen } from "../../../../../../src/portal/chain-templates/chain-templates-screen.tsx";
import { chainTemplatesScreen as t } from "../../../../../../src/portal/chain-templates/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <ChainTemplatesScreen />;
}
