import { Ban, Copy, Pause, Play, RefreshCw } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { LinkButton } from "../ui/link.tsx";
import { listActions } from "./list/key-status.ts";
import type { Key } from "./portal-types.ts";
import { usePausing } from "./use-pause.tsx";
import { later } from "../ui/feedback/later.tsx";
import { keyActions as t } from "./strings.ts";

const RotateDialog = later(() => import("./rotate-dialog.tsx").then((module) => module.RotateDialog));
const RevokeDialog = later(() => import("./revoke-dialog.tsx").then((module) => module.RevokeDialog));

type Act = "rotate" | "revoke";

/** The attention line links here with ?rotate=now, the palette with ?revoke=now as well, also from this page. */
export function KeyActions({ serviceAccount }: { serviceAccount: Key }) {
  const query = useSearchParams();
  const asked = (["rotate", "revoke"] as const).find((act) => query.get(act) === "now") ?? null;
  return <KeyButtons key={asked} serviceAccount={serviceAccount} asked={asked} />;
}

function KeyButtons({ serviceAccount, asked }: { serviceAccount: Key; asked: Act | null }) {
  const [open, setOpen] = useState(asked);
  const { pause, resume, isBusy } = usePausing(serviceAccount);
  const { href } = useOrganization();
  const can = listActions(serviceAccount);
  const close = () => setOpen(null);
  return (
    <>
      {can.rotate && (
        <Button onClick={() => setOpen("rotate")}>
          <RefreshCw aria-hidden className="size-4" />
          {t.rotateKey}
        </Button>
      )}
      {can.resume && (
        <Button busy={isBusy} onClick={resume}>
          <Play aria-hidden className="size-4" />
          {t.resumeKey}
        </Button>
      )}
      {can.pause && (
        <Button busy={isBusy} onClick={pause}>
          <Pause aria-hidden className="size-4" />
          {t.pauseKey}
        </Button>
      )}
      <LinkButton href={href(`/credentials/new?from=${serviceAccount.id}`)}>
        <Copy aria-hidden className="size-4" />
        {t.duplicateKey}
      </LinkButton>
      {can.revoke && (
        <Button variant="danger-quiet" onClick={() => setOpen("revoke")}>
          <Ban aria-hidden className="size-4" />
          {t.revokeKey}
        </Button>
      )}
      {open === "rotate" && can.rotate && <RotateDialog serviceAccount={serviceAccount} onClose={close} />}
      {open === "revoke" && can.revoke && (
        <RevokeDialog keyId={serviceAccount.id} keyName={serviceAccount.name} onClose={close} />
      )}
    </>
  );
}
