import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { AttorneyDialog } from "./form/attorney-dialog.tsx";
import { explainStatus } from "./list/key-status.ts";
import type { Key } from "./portal-types.ts";
import { keyBanner as t } from "./strings.ts";

export function KeyBanner({ serviceAccount }: { serviceAccount: Key }) {
  // The attention line links here with ?choose=attorney.
  const isSentHere = useSearchParams().get("choose") === "attorney";
  const [isChoosing, setChoosing] = useState(isSentHere);
  const reason = explainStatus(serviceAccount);
  if (reason === null) return null;
  const isCurable = serviceAccount.status === "needs_attention";
  return (
    <div className="mb-6">
      <Banner
        tone={reason.tone}
        title={reason.title}
        actions={
          isCurable ? (
            <Button size="sm" onClick={() => setChoosing(true)}>
              {t.chooseAttorney}
            </Button>
          ) : undefined
        }
      >
        {reason.sentence}
        {serviceAccount.revokeReason !== null &&
          t.reasonGiven(<span className="wrap-anywhere">{serviceAccount.revokeReason}</span>)}
      </Banner>
      {isChoosing && isCurable && (
        <AttorneyDialog keyId={serviceAccount.id} keyName={serviceAccount.name} onClose={() => setChoosing(false)} />
      )}
    </div>
  );
}
