import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPCClient } from "../client/trpc.ts";
import { CaseSearch, type FoundCase } from "../client/case-search.tsx";
import { useOrganization } from "../shell/account-context.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { findDialog as t } from "./lazy-strings.ts";
import { writePlace } from "./places.ts";

/** A case by its number or its client's name: what was said about it is shown. */
export function FindDialog({ onClose }: { onClose: () => void }) {
  const client = useTRPCClient();
  const router = useRouter();
  const { href } = useOrganization();
  const [chosen, setChosen] = useState<FoundCase | null>(null);
  const [fault, setFault] = useState<string>();
  const submit = () => {
    if (chosen === null) return setFault(t.choose);
    router.push(href(writePlace({ box: "waiting", case: chosen.id })));
    onClose();
  };
  return (
    <FormDialog
      title={t.title}
      description={t.hint}
      action={t.open}
      busy={false}
      faults={fault === undefined ? {} : { fault }}
      onSubmit={submit}
      onClose={onClose}
    >
      <CaseSearch
        name="messages"
        find={(q) => client.communications.findCases.query({ q })}
        chosen={chosen}
        error={chosen === null ? fault : undefined}
        onChoose={setChosen}
      />
    </FormDialog>
  );
}
