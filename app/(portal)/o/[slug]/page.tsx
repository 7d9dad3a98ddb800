import { Landing } from "../../../../src/portal/shell/landing.tsx";

export default function Page() {
  return <Landing />;
}
