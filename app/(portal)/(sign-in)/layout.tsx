import type { ReactNode } from "react";
import { AuthFrame } from "../../../src/portal/sign-in/auth-card.tsx";

export default function Layout({ children }: { children: ReactNode }) {
  return <AuthFrame>{children}</AuthFrame>;
}
