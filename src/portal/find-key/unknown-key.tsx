import { SearchX } from "lucide-react";
import { useOrganization } from "../shell/account-context.tsx";
import { Code } from "../ui/code-block.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { unknownKey as t } from "./strings.ts";

export function UnknownKey({ prefix }: { prefix: string }) {
  const { organizationName } = useOrganization();
  return (
    <EmptyState icon={SearchX} title={t.noKeyFoundIn(organizationName)} className="max-w-2xl">
      <p>{t.isWellFormedKey(<Code>{prefix}…</Code>)}</p>
      <ul className="mt-4 grid list-disc gap-1.5 pl-5 text-left">
        <li>{t.itMayBelong}</li>
        <li>{t.itMayBelongToAnotherCaseportInstallation}</li>
      </ul>
      <p className="mt-4">{t.ifItIsPublic}</p>
    </EmptyState>
  );
}
