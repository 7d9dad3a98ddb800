import type { ReactNode } from "react";
import { Shell } from "../../../../src/portal/shell/shell.tsx";

export default async function Layout({ children, params }: { children: ReactNode; params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  return <Shell slug={slug}>{children}</Shell>;
}
