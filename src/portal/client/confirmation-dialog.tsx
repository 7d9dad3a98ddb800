"use client";

import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { LinkButton } from "../ui/link.tsx";
import { callIdentity } from "./call-identity.ts";
import type { StepUp } from "./step-up.ts";
import { OneTimeCodeForm } from "./one-time-code-form.tsx";

interface ConfirmationDialogProps {
  stepUp: StepUp;
  onClose: (isCleared: boolean) => void;
}

export default function ConfirmationDialog({ stepUp, onClose }: ConfirmationDialogProps) {
  return stepUp === "confirm" ? <Confirm onClose={onClose} /> : <Enroll onClose={onClose} />;
}

function Confirm({ onClose }: { onClose: (isCleared: boolean) => void }) {
  const [kind, setKind] = useState<"totp" | "recovery">("totp");
  const verify = async (code: string) => {
    await callIdentity(kind === "totp" ? "two-factor/verify-totp" : "two-factor/verify-backup-code", { code });
    onClose(true);
  };
  return (
    <Dialog
      open
      onOpenChange={() => onClose(false)}
      width="sm"
      title="Confirm your identity"
      description="Enter your second factor again. The last confirmation was more than 10 minutes ago."
    >
      <OneTimeCodeForm kind={kind} onKindChange={setKind} onSubmit={verify} submit="Verify code" onCancel={() => onClose(false)} />
    </Dialog>
  );
}

function Enroll({ onClose }: { onClose: (isCleared: boolean) => void }) {
  return (
    <Dialog
      open
      onOpenChange={() => onClose(false)}
      width="sm"
      title="Set up a second factor first"
      description="API keys give access to your firm’s records. Creating, changing, rotating or revoking one requires a second factor. Setup takes two minutes and an authenticator app."
      footer={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <LinkButton href="/account#second-factor" variant="primary">
            Set up second factor
          </LinkButton>
        </>
      }
    />
  );
}
